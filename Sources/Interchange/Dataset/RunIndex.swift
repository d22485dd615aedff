package import Scheduling
import Synchronization

/// Where the lines of each patient stand in a file.
///
/// It holds the runs of some neighbouring places: of all where the file is sorted by patients, of fewer
/// where it is not and there are too many, and then passes over the file again for the next places. So
/// the memory is bounded whatever the order of the lines.
package final class RunIndex: Sendable {
  /// Passes over the file and collects runs; the body gets what belongs to no patient.
  package typealias Pass =
    @Sendable (RunCollector, (InputError) -> Void) throws(InputError) -> RunCollector

  package let file: DatasetFile
  private let patientCount: Int
  private let limit: Int
  private let pass: Pass
  private let window: Mutex<RunCollector>

  /// Passes over a file for the first time.
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

  /// Takes the runs that a pass has found.
  package init(
    _ file: DatasetFile, patientCount: Int, limit: Int, found: RunCollector, pass: @escaping Pass
  ) {
    self.file = file
    self.patientCount = patientCount
    self.limit = limit
    self.pass = pass
    window = Mutex(found)
  }

  /// The runs of a place and of those behind it, as many as are in memory.
  ///
  /// - Complexity: O(1), or a pass over the file.
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
  /// The runs of a place in the order of the file.
  package func runs(of place: Int) -> ArraySlice<LineRun> {
    let start = runs.partitionPoint { Int($0.place) < place }
    var end = start
    while end < runs.count, Int(runs[end].place) == place { end += 1 }
    return runs[start..<end]
  }
}
