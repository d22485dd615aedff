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
  func findsRowsOfPatient(_ seed: UInt64, _ fewStretches: Int) throws {
    var layout = RandomLayout(seed: seed)
    let ids = ["ann", "bob", "carol of the long name", "dan", "eve"]
    var names: [String?] = []
    while names.count < 120 {
      let name = [nil, "", "nobody", ids[layout.number(0...3)]][layout.number(0...3)]
      for _ in 0..<layout.number(1...(seed < 5 ? 1 : 30)) { names.append(name) }
    }
    let sent = layout.sent(SentTable([SentColumn("patient", names)]))
    let table = try ArrowTable(sent.stream(), name: "t") { _ in true }
    var nobody: [Int] = []
    let index = RowIndex(table, column: 0, PatientIndex(ids), fewStretches: fewStretches) {
      nobody.append($0)
    }
    for (place, id) in ids.enumerated() {
      var found: [Int] = []
      try index.forEachStretch(of: place) { found += $0 }
      #expect(found == rows(of: id, in: names))
      #expect(index.count(of: place) == found.count)
    }
    #expect(nobody == names.indices.filter { !ids.contains(names[$0] ?? "") })
  }
}
