// swift-tools-version: 6.1
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What tests spend their time in is optimized where the Makefile asks for it, with its assertions kept; of the
// rest optimizing takes longer than it saves. Tests are compiled as whole modules there, which takes less
// than file by file. Elsewhere neither is, since other packages cannot depend on unsafe flags.
func settings(_ flags: String...) -> [SwiftSetting] {
  Context.environment["REGIMEN_OPTIMIZED"] == nil
    ? features
    : features + [
      .unsafeFlags(whole + flags, .when(configuration: .debug))
    ]
}
let whole = [
  "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo",
]
// Linking by lld takes a fifth of the time.
let quickly: [LinkerSetting] =
  Context.environment["REGIMEN_OPTIMIZED"] == nil
  ? [] : [.unsafeFlags(["-use-ld=lld"], .when(configuration: .debug))]
// What is installed is small where no speed is lost: the Makefile asks for that too.
let small: [SwiftSetting] =
  Context.environment["REGIMEN_SMALL"] == nil
  ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let plain = settings() + small
// The installed library holds the Swift runtime and shows its C functions alone. Settings of its target say so and no
// arguments: the tool is compiled with the same ones, so that both share their objects.
let exports = "--version-script=Sources/RegimenC/exports.map"
let alone: [LinkerSetting] =
  Context.environment["REGIMEN_SMALL"] == nil
  ? []
  : [
    .unsafeFlags(
      [
        "-static-stdlib", "-Xlinker", "-soname=libregimen.so.1", "-Xlinker", exports, "-Xlinker",
        "--gc-sections",
      ], .when(configuration: .release))
  ]
let optimized = settings("-O", "-assert-config", "Debug")

// What Scheduling does without: nobody who switches the trait off fetches it.
let reports = TargetDependencyCondition.when(traits: ["Reports"])
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: reports)
let grdbSQLite = Target.Dependency.product(
  name: "GRDBSQLite", package: "GRDB.swift", condition: reports)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: reports)
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: reports)

let package = Package(
  name: "regimen",
  products: [
    .library(name: "Scheduling", targets: ["Scheduling"]),
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
      description: "Fetches what SQLiteStore, Reporting and the tool are built on: GRDB and others."
    ),
    .default(enabledTraits: ["Foundation", "Reports"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(name: "Scheduling", swiftSettings: optimized),
    // Plans in words: what reads them, and the summaries that say them.
    .target(name: "PlainWords", dependencies: ["Scheduling"], swiftSettings: optimized + small),
    .target(name: "AdherenceAnalytics", dependencies: ["Scheduling"], swiftSettings: optimized),
    // Debian's libgsl-dev.
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .target(
      name: "AdherenceStatistics", dependencies: ["AdherenceAnalytics", "CGSL", "Scheduling"],
      swiftSettings: optimized),
    .target(
      name: "Charts", dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Scheduling"],
      swiftSettings: optimized + small),
    // Debian's zlib1g-dev.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "Interchange",
      dependencies: ["AdherenceAnalytics", "CZlib", "PlainWords", "Scheduling"],
      swiftSettings: optimized),
    // The structs by which columns pass from one language to another.
    .target(name: "CArrow"),
    // Debian's libzstd-dev and liblz4-dev.
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"])]),
    .target(
      name: "Arrow",
      dependencies: [
        "AdherenceAnalytics", "CArrow", "CLZ4", "CZstd", "Interchange", "PlainWords", "Scheduling",
      ],
      swiftSettings: optimized),
    // The interface for other languages, which Swift implements below.
    .target(name: "CRegimen", dependencies: ["CArrow"]),
    .target(
      name: "FHIR", dependencies: ["AdherenceAnalytics", "Interchange", "Scheduling"],
      swiftSettings: optimized),
    .target(
      name: "ICalendar", dependencies: ["AdherenceAnalytics", "Interchange", "Scheduling"],
      swiftSettings: plain),
    .target(
      name: "CareKitJSON", dependencies: ["AdherenceAnalytics", "Interchange", "Scheduling"],
      swiftSettings: plain),
    // What stores in databases have in common: rows of records, and how they are loaded and grow.
    .target(
      name: "Storage", dependencies: ["AdherenceAnalytics", "Scheduling"],
      swiftSettings: optimized),
    // Debian's libsqlite3-dev, which GRDB links too.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "AdherenceAnalytics", "CSQLite", "Scheduling", "Storage",
        grdb, grdbSQLite,
      ],
      swiftSettings: optimized),
    // Debian's libpq-dev.
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "PostgreSQLStore",
      dependencies: ["AdherenceAnalytics", "CPostgreSQL", "Scheduling", "Storage"],
      swiftSettings: optimized + small),
    .target(
      name: "Simulation", dependencies: ["AdherenceAnalytics", "Scheduling"],
      swiftSettings: plain),
    .target(
      name: "Reporting",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "Charts", "Interchange",
        "PlainWords", "SQLiteStore", "Scheduling",
        grdb, grdbSQLite, logging,
      ],
      resources: [.embedInCode("Pages/Templates")], swiftSettings: plain),
    .executableTarget(
      name: "RegimenCLI",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CareKitJSON", "Charts", "FHIR",
        "ICalendar", "Interchange", "PlainWords", "PostgreSQLStore", "Reporting", "SQLiteStore",
        "Scheduling", "Simulation", "Storage", argumentParser, logging,
      ],
      exclude: ["Debian"], swiftSettings: plain, linkerSettings: quickly),
    .target(
      name: "RegimenC",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CArrow", "CRegimen", "Charts",
        "Interchange", "Reporting", "SQLiteStore", "Scheduling",
      ],
      exclude: ["exports.map"], swiftSettings: plain, linkerSettings: quickly + alone),
    .testTarget(
      name: "SchedulingTests", dependencies: ["PlainWords", "Scheduling"], swiftSettings: plain,
      linkerSettings: quickly),
    .target(
      name: "StoreChecks", dependencies: ["AdherenceAnalytics", "Scheduling"],
      path: "Tests/StoreChecks", swiftSettings: plain),
    .target(
      name: "TestSupport",
      dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Interchange", "Scheduling"],
      path: "Tests/TestSupport", swiftSettings: plain),
    // A PostgreSQL server that tests start, where one can be started.
    .target(
      name: "TestServer", dependencies: ["CPostgreSQL", "PostgreSQLStore", "Scheduling"],
      path: "Tests/TestServer", swiftSettings: plain),
    .testTarget(
      name: "AdherenceAnalyticsTests",
      dependencies: [
        "AdherenceAnalytics", "Interchange", "PlainWords", "Scheduling", "StoreChecks",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "AdherenceStatisticsTests",
      dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Scheduling", "TestSupport"],
      swiftSettings: plain),
    .testTarget(
      name: "ChartsTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Scheduling",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "AdherenceAnalytics", "Interchange", "PlainWords", "Scheduling", "StoreChecks",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ArrowTests",
      dependencies: [
        "AdherenceAnalytics", "Arrow", "CArrow", "Interchange", "PlainWords", "Scheduling",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "RegimenCTests",
      dependencies: [
        "AdherenceAnalytics", "Arrow", "CArrow", "CRegimen", "Interchange", "RegimenC", "Reporting",
        "PlainWords", "Scheduling", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "FHIRTests",
      dependencies: [
        "AdherenceAnalytics", "FHIR", "Interchange", "PlainWords", "Scheduling", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "ICalendarTests",
      dependencies: [
        "AdherenceAnalytics", "ICalendar", "Interchange", "PlainWords", "Scheduling", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "CareKitJSONTests",
      dependencies: [
        "AdherenceAnalytics", "CareKitJSON", "Interchange", "PlainWords", "Scheduling",
        "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "AdherenceAnalytics", "SQLiteStore", "Scheduling", "Storage", "StoreChecks", "TestSupport",
        grdb, grdbSQLite,
      ],
      swiftSettings: plain),
    .testTarget(
      name: "PostgreSQLStoreTests",
      dependencies: [
        "AdherenceAnalytics", "CPostgreSQL", "Interchange", "PostgreSQLStore", "SQLiteStore",
        "Scheduling", "Storage", "StoreChecks", "TestServer", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["AdherenceAnalytics", "PlainWords", "Scheduling", "Simulation"],
      swiftSettings: plain),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CArrow", "Charts", "Interchange",
        "Reporting",
        "PostgreSQLStore", "SQLiteStore", "PlainWords", "Scheduling", "TestServer", "TestSupport",
        grdb,
      ],
      swiftSettings: plain),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Arrow", "CArrow", "CareKitJSON", "Charts",
        "FHIR", "ICalendar", "Interchange", "PostgreSQLStore", "Reporting", "SQLiteStore",
        "PlainWords", "Scheduling", "Simulation", "StoreChecks", "TestServer", "TestSupport",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "RegimenCLITests",
      dependencies: [
        // The tool itself, which the tests run.
        "RegimenCLI", "AdherenceAnalytics", "Interchange", "PostgreSQLStore", "SQLiteStore",
        "TestServer", grdb,
      ],
      swiftSettings: plain),
  ],
  swiftLanguageModes: [.v6]
)
