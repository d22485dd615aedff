// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags([
    "-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2",
    "-no-emit-module-separately-wmo",
  ]),
]

// Tests/Fuzzing/build.sh says how the modules of the package are compiled.
let package = Package(
  name: "Fuzzing",
  products: [
    .executable(name: "regimen-fuzz", targets: ["RegimenFuzz"])
  ],
  dependencies: [
    .package(name: "regimen", path: "../..")
  ],
  targets: [
    // The interface to the toolchain's libFuzzer.
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "RegimenFuzz",
      dependencies: [
        "CFuzzer",
        .product(name: "Diagnostics", package: "regimen"),
        .product(name: "Scheduling", package: "regimen"),
        .product(name: "ScheduleFormats", package: "regimen"),
        .product(name: "PlainWords", package: "regimen"),
        .product(name: "AdherenceAnalytics", package: "regimen"),
        .product(name: "AdherenceStatistics", package: "regimen"),
        .product(name: "Charts", package: "regimen"),
        .product(name: "Interchange", package: "regimen"),
        .product(name: "Arrow", package: "regimen"),
        .product(name: "FHIR", package: "regimen"),
        .product(name: "ICalendar", package: "regimen"),
        .product(name: "CareKitJSON", package: "regimen"),
        .product(name: "Reporting", package: "regimen"),
        .product(name: "SQLiteStore", package: "regimen"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
