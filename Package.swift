// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What the tests exercise is optimized where the Makefile asks for it, with its assertions kept: they then
// take a quarter of the time. Elsewhere it is not, since other packages cannot depend on unsafe flags.
let sources: [SwiftSetting] =
  Context.environment["REGIMEN_OPTIMIZED"] == nil
  ? settings
  : settings + [
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"],
      .when(configuration: .debug))
  ]

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
    .library(name: "AdherenceAnalytics", targets: ["AdherenceAnalytics"]),
    .library(name: "AdherenceStatistics", targets: ["AdherenceStatistics"]),
    .library(name: "Charts", targets: ["Charts"]),
    .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
    .library(name: "Interchange", targets: ["Interchange"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Reporting", targets: ["Reporting"]),
    // The laws that every store keeps, for the tests of one's own.
    .library(name: "StoreChecks", targets: ["StoreChecks"]),
    .executable(name: "regimen", targets: ["RegimenCLI"]),
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
    .target(name: "Scheduling", swiftSettings: sources),
    .target(name: "AdherenceAnalytics", dependencies: ["Scheduling"], swiftSettings: sources),
    // Debian's libgsl-dev.
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .target(
      name: "AdherenceStatistics", dependencies: ["AdherenceAnalytics", "CGSL", "Scheduling"],
      swiftSettings: sources),
    .target(
      name: "Charts", dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Scheduling"],
      swiftSettings: sources),
    .target(
      name: "Interchange", dependencies: ["AdherenceAnalytics", "Scheduling"],
      swiftSettings: sources),
    // Debian's libsqlite3-dev, which GRDB links too.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "AdherenceAnalytics", "CSQLite", "Scheduling",
        grdb, grdbSQLite,
      ],
      swiftSettings: sources),
    .target(
      name: "Simulation", dependencies: ["AdherenceAnalytics", "Scheduling"],
      swiftSettings: sources),
    .target(
      name: "Reporting",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "SQLiteStore",
        "Scheduling",
        grdb, grdbSQLite, logging,
      ],
      resources: [.embedInCode("Pages/Templates")], swiftSettings: sources),
    .executableTarget(
      name: "RegimenCLI",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Reporting",
        "SQLiteStore", "Scheduling", "Simulation",
        argumentParser, logging,
      ],
      exclude: ["Debian"], swiftSettings: sources),
    .testTarget(name: "SchedulingTests", dependencies: ["Scheduling"], swiftSettings: settings),
    .target(
      name: "StoreChecks", dependencies: ["AdherenceAnalytics", "Scheduling"],
      path: "Tests/StoreChecks", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Interchange", "Scheduling"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "AdherenceAnalyticsTests",
      dependencies: [
        "AdherenceAnalytics", "Interchange", "Scheduling", "StoreChecks", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdherenceStatisticsTests",
      dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Scheduling", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ChartsTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Scheduling",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "InterchangeTests",
      dependencies: ["AdherenceAnalytics", "Interchange", "Scheduling", "StoreChecks"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "AdherenceAnalytics", "SQLiteStore", "Scheduling", "StoreChecks",
        grdb, grdbSQLite,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SimulationTests", dependencies: ["AdherenceAnalytics", "Scheduling", "Simulation"],
      swiftSettings: settings),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Reporting",
        "SQLiteStore", "Scheduling", "TestSupport",
        grdb,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Reporting",
        "SQLiteStore", "Scheduling", "Simulation", "StoreChecks",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RegimenCLITests",
      dependencies: [
        // The tool itself, which the tests run.
        "RegimenCLI", "AdherenceAnalytics", "Interchange", "SQLiteStore",
        grdb,
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
