// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
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
    .target(name: "Scheduling", swiftSettings: settings),
    .target(name: "AdherenceAnalytics", dependencies: ["Scheduling"], swiftSettings: settings),
    // Debian's libgsl-dev.
    .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"])]),
    .target(
      name: "AdherenceStatistics", dependencies: ["AdherenceAnalytics", "CGSL", "Scheduling"],
      swiftSettings: settings),
    .target(
      name: "Charts", dependencies: ["AdherenceAnalytics", "AdherenceStatistics", "Scheduling"],
      swiftSettings: settings),
    .target(
      name: "Interchange", dependencies: ["AdherenceAnalytics", "Scheduling"],
      swiftSettings: settings),
    // Debian's libsqlite3-dev, which GRDB links too.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "AdherenceAnalytics", "CSQLite", "Scheduling",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .target(
      name: "Simulation", dependencies: ["AdherenceAnalytics", "Scheduling"],
      swiftSettings: settings),
    .target(
      name: "Reporting",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "SQLiteStore",
        "Scheduling",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Pages/Templates")], swiftSettings: settings),
    .executableTarget(
      name: "RegimenCLI",
      dependencies: [
        "AdherenceAnalytics", "AdherenceStatistics", "Charts", "Interchange", "Reporting",
        "SQLiteStore", "Scheduling", "Simulation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
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
