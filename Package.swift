// swift-tools-version: 6.1
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Tests/Packaging/checked.sh sets REGIMEN_CHECKED for the demo, the tests and the checks: without optimization except of the
// kernels, in which these spend their time; optimizing the rest takes longer than it saves. The frontend's options override
// those of the command line. Other packages cannot depend on unsafe flags, therefore these depend on the environment.
let isChecked = Context.environment["REGIMEN_CHECKED"] != nil
let kernel =
  isChecked
  ? features + [
    .define("DEBUG"),
    .unsafeFlags([
      "-Xfrontend", "-O", "-Xfrontend", "-enable-default-cmo", "-assert-config", "Debug",
    ]),
  ] : features
// lld links in a fifth of the time.
let quickly: [LinkerSetting] = isChecked ? [.unsafeFlags(["-use-ld=lld"])] : []

// Tests/Packaging/static.sh sets REGIMEN_SMALL for what is installed: where speed matters less it is compiled for size.
let isSmall = Context.environment["REGIMEN_SMALL"] != nil
let small =
  isSmall ? features + [.unsafeFlags(["-Osize"], .when(configuration: .release))] : features
// The installed library holds the Swift runtime and exports its C functions only. These are settings of its target and not
// arguments of the build, so that the tool and the library share their objects.
let exports = "--version-script=Sources/RegimenC/exports.map"
let alone: [LinkerSetting] =
  !isSmall
  ? []
  : [
    .unsafeFlags(
      [
        "-static-stdlib", "-Xlinker", "-soname=libregimen.so.1", "-Xlinker", exports, "-Xlinker",
        "--gc-sections",
      ], .when(configuration: .release))
  ]

// Scheduling needs no package: with the trait switched off none is fetched.
let reports = TargetDependencyCondition.when(traits: ["Reports"])
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: reports)
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: reports)

let package = Package(
  name: "regimen",
  products: [
    .library(name: "Scheduling", targets: ["Scheduling"]),
    .library(name: "Diagnostics", targets: ["Diagnostics"]),
    .library(name: "ScheduleFormats", targets: ["ScheduleFormats"]),
    .library(name: "PlainWords", targets: ["PlainWords"]),
    .library(name: "AdherenceAnalytics", targets: ["AdherenceAnalytics"]),
    .library(name: "AdherenceStatistics", targets: ["AdherenceStatistics"]),
    .library(name: "Charts", targets: ["Charts"]),
    .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
    .library(name: "PostgreSQLStore", targets: ["PostgreSQLStore"]),
    .library(name: "Interchange", targets: ["Interchange"]),
    .library(name: "Arrow", targets: ["Arrow"]),
    .library(name: "FHIR", targets: ["FHIR"]),
    .library(name: "ICalendar", targets: ["ICalendar"]),
    .library(name: "CareKitJSON", targets: ["CareKitJSON"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Reporting", targets: ["Reporting"]),
    // The laws that every store keeps, for the tests of one's own.
    .library(name: "StoreChecks", targets: ["StoreChecks"]),
    .executable(name: "regimen", targets: ["RegimenCLI"]),
    // What regimen.h declares, for programs in other languages.
    .library(name: "RegimenC", type: .dynamic, targets: ["RegimenC"]),
  ],
  traits: [
    .trait(name: "Foundation", description: "Takes over recurrence rules of Foundation."),
    .trait(
      name: "Reports",
      description:
        "Fetches what Reporting and the tool are built on: swift-log and swift-argument-parser."
    ),
    .default(enabledTraits: ["Foundation", "Reports"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    // Errors and what only messages need.
    .target(name: "Diagnostics", swiftSettings: small),
    // Bytes that have nothing to do with schedules: JSON, digests, types of files.
    .target(name: "Formats", dependencies: ["Diagnostics"], swiftSettings: kernel),
    .target(name: "Scheduling", dependencies: ["Diagnostics"], swiftSettings: kernel),
    // Texts of schedules and of dates in the formats of others: iCalendar, tables, Foundation's rules.
    .target(
      name: "ScheduleFormats", dependencies: ["Diagnostics", "Scheduling"], swiftSettings: features),
    // Plans in words: what reads them, and the summaries that say them.
    .target(
      name: "PlainWords", dependencies: ["Diagnostics", "ScheduleFormats", "Scheduling"],
      swiftSettings: small),
    .target(
      name: "AdherenceAnalytics", dependencies: ["Diagnostics", "Scheduling"], swiftSettings: kernel
    ),
    // Debian's libgsl-dev.
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .target(
      name: "AdherenceStatistics",
      dependencies: ["AdherenceAnalytics", "CGSL", "Diagnostics", "Scheduling"],
      swiftSettings: features),
    .target(
      name: "Charts",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Diagnostics", "Formats", "Scheduling",
      ],
      swiftSettings: small),
    // Debian's zlib1g-dev.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "Interchange",
      dependencies: [
        "AdherenceAnalytics", "CZlib", "Diagnostics", "Formats", "PlainWords", "ScheduleFormats",
        "Scheduling",
      ],
      swiftSettings: features),
    // The structs by which columns pass from one language to another.
    .target(name: "CArrow"),
    // Debian's libzstd-dev and liblz4-dev.
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    .target(
      name: "Arrow",
      dependencies: [
        "AdherenceAnalytics", "CArrow", "CLZ4", "CZstd", "Diagnostics", "Formats", "Interchange",
        "PlainWords", "ScheduleFormats", "Scheduling",
      ],
      swiftSettings: features),
    // The interface for other languages, which Swift implements below.
    .target(name: "CRegimen", dependencies: ["CArrow"]),
    .target(
      name: "FHIR",
      dependencies: ["AdherenceAnalytics", "Diagnostics", "Formats", "Interchange", "Scheduling"],
      swiftSettings: features),
    .target(
      name: "ICalendar",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "Formats", "Interchange", "ScheduleFormats",
        "Scheduling",
      ],
      swiftSettings: small),
    .target(
      name: "CareKitJSON",
      dependencies: ["AdherenceAnalytics", "Diagnostics", "Formats", "Interchange", "Scheduling"],
      swiftSettings: small),
    // What stores in databases have in common: rows of records, and how they are loaded and grow.
    .target(
      name: "Storage",
      dependencies: ["AdherenceAnalytics", "Diagnostics", "Formats", "Scheduling"],
      swiftSettings: features),
    // Debian's libsqlite3-dev.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "AdherenceAnalytics", "CSQLite", "Diagnostics", "Formats", "Scheduling", "Storage",
      ],
      swiftSettings: features),
    // Debian's libpq-dev.
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "PostgreSQLStore",
      dependencies: ["AdherenceAnalytics", "CPostgreSQL", "Diagnostics", "Scheduling", "Storage"],
      swiftSettings: small),
    .target(
      name: "Simulation", dependencies: ["AdherenceAnalytics", "Diagnostics", "Scheduling"],
      swiftSettings: small),
    .target(
      name: "Reporting",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CSQLite", "Charts", "Diagnostics",
        "Formats", "Interchange", "PlainWords", "SQLiteStore", "Scheduling", logging,
      ],
      resources: [.embedInCode("Pages/Assets")], swiftSettings: small),
    .executableTarget(
      name: "RegimenCLI",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CareKitJSON", "Charts",
        "Diagnostics", "FHIR", "Formats", "ICalendar", "Interchange", "PlainWords",
        "PostgreSQLStore", "Reporting", "SQLiteStore", "ScheduleFormats", "Scheduling",
        "Simulation", "Storage", argumentParser, logging,
      ],
      exclude: ["Debian"], swiftSettings: small, linkerSettings: quickly),
    .target(
      name: "RegimenC",
      dependencies: [
        "AdherenceAnalytics", "Arrow", "CArrow", "CRegimen", "Charts",
        "Diagnostics", "Formats", "Interchange", "Reporting", "SQLiteStore", "Scheduling",
      ],
      exclude: ["exports.map"], swiftSettings: small, linkerSettings: quickly + alone),
    .testTarget(
      name: "SchedulingTests",
      dependencies: ["Diagnostics", "PlainWords", "ScheduleFormats", "Scheduling", "TestSampling"],
      swiftSettings: features,
      linkerSettings: quickly),
    .target(
      name: "StoreChecks", dependencies: ["AdherenceAnalytics", "Diagnostics", "Scheduling"],
      path: "Tests/StoreChecks", swiftSettings: features),
    // How many drawn inputs and faults tests run: of no dependency, so that no test waits for it.
    .target(name: "TestSampling", path: "Tests/TestSampling", swiftSettings: features),
    .target(
      name: "TestSupport",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "CSQLite", "Diagnostics", "Interchange",
        "Scheduling", "TestSampling",
      ],
      path: "Tests/TestSupport", swiftSettings: features),
    // A PostgreSQL server that tests start, where one can be started.
    .target(
      name: "TestServer", dependencies: ["CPostgreSQL", "PostgreSQLStore"],
      path: "Tests/TestServer", swiftSettings: features),
    .testTarget(
      name: "AdherenceAnalyticsTests",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "Interchange", "PlainWords", "Scheduling",
        "StoreChecks", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "AdherenceStatisticsTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Diagnostics", "Scheduling", "TestSampling",
        "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "ChartsTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Diagnostics", "Interchange",
        "Scheduling", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "Formats", "Interchange", "ScheduleFormats",
        "Scheduling", "StoreChecks", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "ArrowTests",
      dependencies: [
        "AdherenceAnalytics", "Arrow", "CArrow", "Diagnostics", "Interchange", "PlainWords",
        "ScheduleFormats", "Scheduling", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "RegimenCTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CArrow", "CRegimen", "Interchange",
        "PlainWords", "RegimenC", "Reporting", "Scheduling",
      ],
      swiftSettings: features),
    .testTarget(
      name: "FHIRTests",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "FHIR", "Formats", "Interchange", "PlainWords",
        "Scheduling", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "ICalendarTests",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "ICalendar", "Interchange", "ScheduleFormats",
        "Scheduling", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "CareKitJSONTests",
      dependencies: [
        "AdherenceAnalytics", "CareKitJSON", "Diagnostics", "Formats", "Interchange", "PlainWords",
        "Scheduling", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "AdherenceAnalytics", "CSQLite", "Diagnostics", "Formats", "SQLiteStore", "Scheduling",
        "Storage", "StoreChecks", "TestSampling", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "PostgreSQLStoreTests",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "PostgreSQLStore", "SQLiteStore", "Scheduling",
        "Storage", "StoreChecks", "TestSampling", "TestServer", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "AdherenceAnalytics", "Diagnostics", "PlainWords", "Scheduling", "Simulation",
      ],
      swiftSettings: features),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CArrow", "Charts", "Diagnostics",
        "Formats", "Interchange", "PlainWords", "PostgreSQLStore", "Reporting", "SQLiteStore",
        "ScheduleFormats", "Scheduling", "TestSampling", "TestServer", "TestSupport",
      ],
      swiftSettings: features),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CareKitJSON", "Charts",
        "Diagnostics", "FHIR", "ICalendar", "Interchange", "PlainWords", "PostgreSQLStore",
        "Reporting", "SQLiteStore", "ScheduleFormats", "Scheduling", "Simulation", "StoreChecks",
        "TestServer",
      ],
      swiftSettings: features),
    .testTarget(
      name: "RegimenCLITests",
      dependencies: [
        // The tool itself, which the tests run.
        "RegimenCLI", "AdherenceAnalytics", "Interchange", "Reporting", "SQLiteStore",
        "TestSampling", "TestServer", "TestSupport",
      ],
      swiftSettings: features),
  ],
  swiftLanguageModes: [.v6]
)
