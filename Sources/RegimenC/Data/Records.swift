import AdherenceAnalytics
import Foundation
import Interchange
import SQLiteStore
import Scheduling

/// What reports are made of: the records of a cohort, fills, or both.
final class Records: Handle {
  /// The cohort; `nil` where there are fills alone.
  let cohort: (any CohortSource)?
  /// What was dispensed.
  let fills: RefillDataset?

  init(_ cohort: (any CohortSource)?, _ fills: RefillDataset? = nil) {
    (self.cohort, self.fills) = (cohort, fills)
  }

  /// Opens a folder, or a store as it is at this moment.
  convenience init(path: String) throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, !isFolder.boolValue {
      let store = try SQLiteStore(path, access: .readOnly)
      self.init(try store.snapshot(CareQuery(kinds: [.task, .outcome, .hold, .carePlan, .contact])))
    } else {
      self.init(try DatasetFolder(path))
    }
  }
}
