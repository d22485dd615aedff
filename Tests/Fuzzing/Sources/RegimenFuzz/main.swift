import CFuzzer
import Glibc

/// All fuzz targets; `FUZZ_TARGET` selects one.
let allTargets: [any FuzzTarget.Type] = [
  ScheduleTarget.self, RuleTarget.self, CalendarTarget.self, TimesTarget.self, TableTarget.self,
  RecordsTarget.self, FolderTarget.self, FHIRTarget.self, CareKitTarget.self,
  StoreTarget.self, ShardsTarget.self, ArrowTarget.self, ChartsTarget.self, PagesTarget.self,
  RefillsTarget.self,
]

guard let target = allTargets.first(where: { $0.name == chosenName }) else {
  print(allTargets.map { $0.name }.joined(separator: "\n"))
  exit(2)
}
let chosen = target
var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &arguments, testOneInput))
