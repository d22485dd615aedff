import Foundation
import TestSampling
import TestSupport
import Testing

/// An erasure that is killed at any moment has erased all or none of the patients, and repeating it
/// completes it.
@Suite(.exhaustive) struct KilledErasureTests {
  @Test func isCompletedByRepeatingIt() throws {
    let scratch = try Scratch()
    try writeCohort(patients: 300, days: 60, seed: 12, to: scratch["dataset"])
    #expect(try Tool.run("import", scratch["dataset"], scratch["whole.sqlite"]).status == 0)
    let ids = try String(contentsOfFile: scratch["dataset/patients.csv"], encoding: .utf8)
      .split(separator: "\n").dropFirst().prefix(8).map { String($0.prefix { $0 != "," }) }
    let options = ids.flatMap { ["--only", $0] }
    let arguments = ["erase", scratch["store.sqlite"]] + options
    try scratch.copy("whole.sqlite", to: "store.sqlite")
    let duration = try Tool.seconds(arguments)
    var random = SplitMix64(seed: 3)
    for _ in 0..<6 {
      try scratch.copy("whole.sqlite", to: "store.sqlite")
      let tool = try RunningTool(arguments)
      tool.signal(SIGKILL, after: .random(in: 0..<duration, using: &random))
      _ = try tool.wait()
      let left = try Tool.run("info", scratch["store.sqlite"]).output
      #expect(left.contains("Patients 300\n") || left.contains("Patients 292\n"), "\(left)")
      let again = try Tool.run(arguments)
      #expect(again.status == 0, "\(again.errors)")
      let word = left.contains("Patients 300\n") ? "Erased patient" : "was already erased"
      #expect(again.lines.count == 8 && again.lines.allSatisfy { $0.contains(word) })
      #expect(try Tool.run("info", scratch["store.sqlite"]).output.contains("Patients 292\n"))
      let bytes = try Data(scratch.bytes(of: "store.sqlite"))
      #expect(ids.allSatisfy { !bytes.contains($0) })
    }
  }
}
