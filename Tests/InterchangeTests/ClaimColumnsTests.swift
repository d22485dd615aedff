import AdherenceAnalytics
import Foundation
import Scheduling
import Testing

@testable import Interchange

@Suite struct ClaimColumnsTests {
  private func read(_ text: String, _ change: (inout ClaimColumns) -> Void = { _ in }) throws
    -> RefillDataset
  {
    let folder = try Folder(["claims.csv": Data(text.utf8)])
    var columns = ClaimColumns(patient: "member", date: "filled")
    columns.days = "supply"
    change(&columns)
    return try RefillDataset(table: folder.path + "/claims.csv", columns)
  }

  @Test func rowsBecomeFills() throws {
    let dataset = try read(
      "filled;member;supply;q;atc\n15.01.2025;m1;30;60;C10\n01.02.2025;m1;28,5;;\n"
    ) {
      ($0.quantity, $0.drugClass, $0.form.times) = ("q", "atc", .dayFirst)
    }
    let fills = dataset.record(at: 0).fills
    #expect(dataset.patientIDs == ["m1"] && dataset.problems.isEmpty)
    #expect(fills.map(\.days) == [30, 28.5] && fills.map(\.dose) == [2, nil])
    #expect(fills[0].date.description == "2025-01-15" && fills[0].drugClass == "C10")
  }

  @Test func quantityAndDoseGiveDays() throws {
    let dataset = try read("member,filled,q,d\nm1,2025-01-01 09:30:00,90,3\n") {
      ($0.days, $0.quantity, $0.dose) = (nil, "q", "d")
    }
    #expect(dataset.record(at: 0).fills.map(\.days) == [30])
  }

  @Test(arguments: [
    ("m1,,30", "'filled' is missing (it is required)"),
    ("m1,2025-01-01,0", "'supply' must be above 0, not '0'"),
    ("m1,2025-01-01,x", "'supply' is not a number: 'x' (use a point, as in 2.5)"),
    ("m1,2025-01-01,1e9", "'supply' must be above 0 and at most 36525, not '1000000000.0'"),
    (",2025-01-01,30", "'member' is missing (it is required)"),
  ])
  func aBadRowIsSetAside(_ row: String, _ problem: String) throws {
    let dataset = try read("member,filled,supply\nm2,2025-01-01,30\n\(row)\n")
    #expect(dataset.problems.count == 1)
    #expect(dataset.problems[0].description.hasSuffix("claims.csv:3: " + problem))
    #expect(dataset.counts.fills == ReadCount(read: 2, setAside: 1))
  }

  @Test func supplyMustBeSaid() throws {
    #expect(throws: InputError.self) {
      try read("member,filled\nm1,2025-01-01\n") { $0.days = nil }
    }
  }
}
