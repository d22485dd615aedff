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
    .executable(name: "regimen", targets: ["RegimenCLI"]),
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
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
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
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Pages/Templates")], swiftSettings: sources),
    .executableTarget(
      name: "RegimenCLI",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Reporting",
        "SQLiteStore", "Scheduling", "Simulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: sources),
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
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
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
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RegimenCLITests",
      dependencies: [
        // The tool itself, which the tests run.
        "RegimenCLI", "AdherenceAnalytics", "Interchange", "SQLiteStore",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
