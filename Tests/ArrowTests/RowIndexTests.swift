import Interchange
import TestSupport
import Testing

@testable import Arrow

/// Each patient has the rows that refer to it, in table order.
@Suite struct RowIndexTests {
  /// The definition: all rows are compared for each patient.
  private func rows(of id: String, in names: [String?]) -> [Int] {
    names.indices.filter { names[$0] == id }
  }

  @Test(arguments: 0..<10 as Range<UInt64>, [0, 5, 1 << 16])
  func findsRowsOfPatient(_ seed: UInt64, _ fewRuns: Int) throws {
    var layout = RandomLayout(seed: seed)
    let ids = ["ann", "bob", "carol of the long name", "dan", "eve"]
    var names: [String?] = []
    while names.count < 120 {
      let name = [nil, "", "nobody", ids[layout.number(0...3)]][layout.number(0...3)]
      for _ in 0..<layout.number(1...(seed < 5 ? 1 : 30)) { names.append(name) }
    }
    let sent = layout.sent(SentTable([SentColumn("patient", names)]))
    let table = try ArrowTable(sent.stream(), name: "t") { _ in true }
    var unknown: [Int] = []
    let index = RowIndex(table, column: 0, PatientIndex(ids), fewRuns: fewRuns) {
      unknown.append($0)
    }
    for (place, id) in ids.enumerated() {
      var found: [Int] = []
      try index.forEachRun(of: place) { found += $0 }
      #expect(found == rows(of: id, in: names))
      #expect(index.count(of: place) == found.count)
    }
    #expect(unknown == names.indices.filter { !ids.contains(names[$0] ?? "") })
  }
}
