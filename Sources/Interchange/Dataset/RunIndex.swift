package import Diagnostics
import Scheduling
import Synchronization

/// An index of the lines of each patient in a file.
///
/// It holds the runs of a window of patients: of all patients if the file is sorted, of fewer if it
/// is not and has too many runs. Lookups outside the window scan the file again, so that memory is
/// bounded for any order of lines.
package final class RunIndex: Sendable {
  /// Scans the file and collects runs; the closure receives the errors that belong to no patient.
  package typealias Pass =
    @Sendable (RunCollector, (InputError) -> Void) throws(InputError) -> RunCollector

  package let file: DatasetFile
  private let patientCount: Int
  private let limit: Int
  private let pass: Pass
  private let window: Mutex<RunCollector>

  /// Creates an index and scans the file.
  init(
    _ file: DatasetFile, patientCount: Int, limit: Int, findings: (InputError) -> Void,
    pass: @escaping Pass
  ) throws(InputError) {
    self.file = file
    self.patientCount = patientCount
    self.limit = limit
    self.pass = pass
    window = Mutex(try pass(RunCollector(0..<patientCount, limit: limit), findings))
  }

  /// Creates an index from the runs of an earlier scan.
  package init(
    _ file: DatasetFile, patientCount: Int, limit: Int, found: RunCollector, pass: @escaping Pass
  ) {
    self.file = file
    self.patientCount = patientCount
    self.limit = limit
    self.pass = pass
    window = Mutex(found)
  }

  /// Returns the runs of a patient and of as many following ones as are in memory.
  ///
  /// - Complexity: O(1), or a scan of the file.
  package func runs(from place: Int) throws(InputError) -> RunCollector {
    try window.withLock { window throws(InputError) in
      if !window.places.contains(place) {
        try file.requireUnchanged()
        window = try pass(RunCollector(place..<patientCount, limit: limit)) { _ in }
      }
      return window
    }
  }
}

extension RunCollector {
  /// Returns the runs of a patient in file order.
  package func runs(of place: Int) -> ArraySlice<LineRun> {
    let start = runs.partitionPoint { Int($0.place) < place }
    var end = start
    while end < runs.count, Int(runs[end].place) == place { end += 1 }
    return runs[start..<end]
  }
}
