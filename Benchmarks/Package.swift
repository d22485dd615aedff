// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  products: [
    .executable(name: "regimen-bench", targets: ["RegimenBench"])
  ],
  dependencies: [
    .package(name: "regimen", path: "../")
  ],
  targets: [
    // Debian's libical-dev.
    .systemLibrary(name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .executableTarget(
      name: "RegimenBench",
      dependencies: [
        "CLibical",
        .product(name: "Diagnostics", package: "regimen"),
        .product(name: "Scheduling", package: "regimen"),
        .product(name: "AdherenceAnalytics", package: "regimen"),
        .product(name: "AdherenceStatistics", package: "regimen"),
        .product(name: "Charts", package: "regimen"),
        .product(name: "Interchange", package: "regimen"),
        .product(name: "FHIR", package: "regimen"),
        .product(name: "ICalendar", package: "regimen"),
        .product(name: "CareKitJSON", package: "regimen"),
        .product(name: "Simulation", package: "regimen"),
        .product(name: "Reporting", package: "regimen"),
        .product(name: "Simulation", package: "regimen"),
        .product(name: "PostgreSQLStore", package: "regimen"),
        .product(name: "SQLiteStore", package: "regimen"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
