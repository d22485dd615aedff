import AdherenceAnalytics
import Diagnostics
import Foundation
import ScheduleFormats
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

  /// A data frame library may have parsed 1.000 tablets as one.
  @Test func warnsOfQuantityForLessThanOneDay() throws {
    let dataset = try read("member,filled,q\nm1,2025-01-01,1.0\nm1,2025-06-01,500.0\n") {
      ($0.days, $0.quantity, $0.dose) = (nil, "q", "10")
    }
    #expect(dataset.record(at: 0).fills.map(\.days) == [0.1, 50])
    #expect(dataset.problems.map(\.line) == [2] && dataset.problems.map(\.field) == ["q"])
    #expect(dataset.counts.fills == ReadCount(read: 2, withWarnings: 1))
  }

  @Test(arguments: [
    ("m1,,30", "'filled' is missing (it is required)"),
    ("m1,2025-01-01,0", "'supply' must be above 0, not '0'"),
    ("m1,2025-01-01,x", "'supply' is not a number: 'x' (use a point, as in 2.5)"),
    ("m1,2025-01-01,1e9", "'supply' must be above 0 and at most 36525, not '1000000000.0'"),
    (",2025-01-01,30", "'member' is missing (it is required)"),
  ])
  func rejectsBadRow(_ row: String, _ problem: String) throws {
    let dataset = try read("member,filled,supply\nm2,2025-01-01,30\n\(row)\n")
    #expect(dataset.problems.count == 1)
    #expect(dataset.problems[0].description.hasSuffix("claims.csv:3: " + problem))
    #expect(dataset.counts.fills == ReadCount(read: 2, rejected: 1))
  }

  @Test func supplyIsRequired() throws {
    #expect(throws: InputError.self) {
      try read("member,filled\nm1,2025-01-01\n") { $0.days = nil }
    }
  }

  @Test func rejectsContradictorySupplyColumns() throws {
    #expect(throws: InputError.self) {
      try read("member,filled,supply,last\nm1,2025-01-01,30,2025-01-30\n") { $0.endDate = "last" }
    }
  }

  /// The last day covered is inclusive.
  @Test func endDateGivesDays() throws {
    let dataset = try read(
      "member,filled,last\nm1,2025-01-31,2025-03-01\nm1,2025-04-01,2025-03-31\n"
    ) {
      ($0.days, $0.endDate) = (nil, "last")
    }
    #expect(dataset.record(at: 0).fills.map(\.days) == [30])
    #expect(
      dataset.problems.first?.description.hasSuffix(
        "claims.csv:3: 'last' must not precede the day of dispensing, 2025-04-01, not '2025-03-31'")
        == true)
  }

  /// A number is the days or dose of all fills, unless a column has that name.
  @Test func numberAppliesToAllFills() throws {
    let plain = try read("member,filled,q\nm1,2025-01-01,90\n") {
      ($0.days, $0.quantity) = ("30", "q")
    }
    #expect(plain.record(at: 0).fills.map(\.days) == [30])
    #expect(plain.record(at: 0).fills.map(\.dose) == [3])
    let named = try read("member,filled,30\nm1,2025-01-01,90\n") {
      ($0.days, $0.form.hasHeader) = ("30", true)
    }
    #expect(named.record(at: 0).fills.map(\.days) == [90])
    let dose = try read("member,filled,q\nm1,2025-01-01,50\n") {
      ($0.days, $0.quantity, $0.dose) = (nil, "q", "3")
    }
    #expect(dose.record(at: 0).fills.map(\.days) == [50 / 3 as Double])
    let numbered = try read("m1,2025-01-01,60\nm1,2025-03-01,60\n") {
      ($0.patient, $0.date, $0.days) = ("1", "2", "3")
    }
    #expect(numbered.record(at: 0).fills.map(\.days) == [60, 60])
    #expect(throws: InputError.self) {
      try read("member,filled\nm1,2025-01-01\n") { $0.days = "99999" }
    }
  }

  /// Neither an offset nor a `Z` changes a day; counts of seconds need a zone.
  @Test(
    arguments: [
      ("2025-01-01", MomentFormat.automatic, nil, "2025-01-01"),
      ("2025-01-01T00:00:00+01:00", .automatic, nil, "2025-01-01"),
      ("2025-01-01T23:30:00-0800", .automatic, nil, "2025-01-01"),
      ("2025-01-01T23:30:00Z", .automatic, nil, "2025-01-01"),
      ("2025-01-01 00:30 +14", .automatic, nil, "2025-01-01"),
      ("31.12.2025 00:30 +01:00", .dayFirst, nil, "2025-12-31"),
      ("1735689600", .seconds, nil, "2025-01-01"),
      ("1735686000000", .milliseconds, "Europe/Berlin", "2025-01-01"),
      ("1735686000", .seconds, nil, nil),
      ("2025-01-01", .automatic, "Europe/Berlin", nil),
    ] as [(String, MomentFormat, String?, String?)])
  func datesAreKeptAsWritten(
    _ text: String, _ format: MomentFormat, _ zone: String?, _ date: String?
  )
    throws
  {
    func day() throws -> String? {
      try read("member,filled,supply\nm1,\(text),30\n") {
        ($0.form.times, $0.zone) = (format, zone.flatMap(Zone.init))
      }.record(at: 0).fills.first?.date.description
    }
    #expect((try? day()) == date)
  }

  @Test func tableMayHaveOnePatient() throws {
    let dataset = try read("filled,supply\n2025-01-01,30\n") {
      ($0.patient, $0.patientID) = (nil, "ann")
    }
    #expect(dataset.patientIDs == ["ann"])
    #expect(dataset.record(at: 0).fills.count == 1)
  }

  @Test func observationHasColumns() throws {
    let dataset = try read("member,filled,supply,gone,why\nm1,2025-01-01,30,2025-06-30,Death\n") {
      ($0.observedTo, $0.endCause) = ("gone", "why")
    }
    #expect(
      dataset.record(at: 0).observation
        == ObservationPeriod(to: CivilDate("2025-06-30"), endCause: .death))
  }
}
