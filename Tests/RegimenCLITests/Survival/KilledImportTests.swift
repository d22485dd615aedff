import AdherenceAnalytics
import Foundation
import Interchange
import TestSampling
import Testing

/// An import that is killed at any moment leaves a consistent store, and repeating it completes it.
@Suite(.exhaustive) struct KilledImportTests {
  private static let kills = 50

  @Test func atRandomMoments() throws {
    let scratch = try Scratch()
    let (dataset, store) = (scratch["dataset"], scratch["store.sqlite"])
    try writeCohort(patients: 80, days: 14, seed: 50, to: dataset)
    let expected = try StoreContents.records(of: DatasetFolder(dataset))
    let importing = ["import", dataset, store, "--batch", "120"]
    let duration = try Tool.seconds(importing)
    var random = SplitMix64(seed: 50)
    var (kills, stages) = (0, Set<Int>())
    let isInTheMiddle = { 0 < $0 && $0 < expected.count }
    // The work is a small part of a run, which the kills may all miss: then there are more of them.
    while kills < Self.kills || kills < 200 && !stages.contains(where: isInTheMiddle) {
      scratch.remove("store.sqlite")
      // The next runs resume where a kill left off; each may be killed at a random moment.
      for _ in 0..<5 {
        let tool = try RunningTool(importing)
        let wasRunning = tool.signal(SIGKILL, after: .random(in: 0..<duration, using: &random))
        let status = try tool.wait().status
        guard wasRunning, status == -SIGKILL else { continue }
        kills += 1
        stages.insert(try expectWhole(store, among: expected))
      }
      #expect(try Tool.run(["import", dataset, store]).status == 0)
      #expect(try StoreContents(store).records == expected)
    }
    // Some kills came during the work, and not all before or after it.
    #expect(stages.contains(where: isInTheMiddle))
  }

  /// Expects the stored patients to equal those of the dataset.
  ///
  /// - Returns: The number of patients.
  private func expectWhole(_ store: String, among expected: [CareRecord]) throws -> Int {
    guard FileManager.default.fileExists(atPath: store) else { return 0 }
    let contents = try StoreContents(store)
    #expect(contents.integrity == ["ok"])
    let known = Dictionary(uniqueKeysWithValues: expected.map { ($0.patient.id, $0) })
    for record in contents.records { #expect(record == known[record.patient.id]) }
    return contents.records.count
  }
}
