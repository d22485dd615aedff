import Diagnostics
import Foundation
import Reporting
import Scheduling
import Testing

@Suite struct ProblemLogTests {
  private func problem(_ number: Int) -> InputError {
    InputError(
      number % 3 == 0 ? .missing : .malformed(text: "\(number)", .number), field: "value",
      line: number, source: number % 2 == 0 ? "outcomes.csv" : "holds.csv")
  }

  /// The first problems by location are listed, independent of the order of problems and merges.
  @Test func listsTheFirst() throws {
    let order = (0..<5000).map { ($0 * 2477) % 5000 }
    var whole = ProblemLog()
    var parts = [ProblemLog(), ProblemLog(), ProblemLog()]
    for number in order {
      whole.add(problem(number))
      parts[number % 3].add(problem(number))
    }
    var merged = try JSONDecoder().decode(ProblemLog.self, from: JSONEncoder().encode(parts[2]))
    merged.merge(parts[0])
    merged.merge(parts[1])
    let first = (0..<5000).filter { $0 % 2 == 1 }.prefix(ProblemLog.limit)
    for log in [whole, merged] {
      #expect(log.count == 5000)
      #expect(log.kinds == ["missing": 1667, "malformed": 3333])
      #expect(log.texts == first.map { problem($0).description })
    }
  }
}
