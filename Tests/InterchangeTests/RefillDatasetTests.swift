import AdherenceAnalytics
import Diagnostics
import Foundation
import Scheduling
import Testing

@testable import Interchange

@Suite struct RefillDatasetTests {
  private let fills = """
    patient,date,days,dose,class
    bob,2025-01-05,30,20,statin
    ann,2025-02-01,30,,
    bob,2025-01-01,90,5,ras
    ann,2025-01-01,28.5,10,"statin, high"

    """
  private let stays = """
    patient,from,to
    bob,2025-01-10,2025-01-12
    bob,2025-01-08,2025-01-08

    """

  private func read(_ files: [String: String], blockSize: Int = 1 << 16) throws -> RefillDataset {
    let folder = try folder(files)
    return try RefillDataset(folder: folder.path, blockSize: blockSize)
  }

  private func folder(_ files: [String: String]) throws -> Folder {
    try Folder(files.mapValues { Data($0.utf8) })
  }

  private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

  @Test func recordsAreSortedByPatient() throws {
    let dataset = try read(["fills.csv": fills, "stays.csv": stays])
    #expect(dataset.problems.isEmpty)
    #expect(dataset.patientIDs == ["ann", "bob"])
    #expect(dataset.classes == ["ras", "statin", "statin, high"])
    #expect("\(dataset.counts)" == "Fills 4, stays 2")
    #expect(
      try dataset.record(at: 0)
        == RefillRecord(
          patient: "ann",
          fills: [
            Fill(date("2025-02-01"), days: 30),
            Fill(date("2025-01-01"), days: 28.5, dose: 10, drugClass: "statin, high"),
          ]))
    #expect(
      try dataset.record(at: 1)
        == RefillRecord(
          patient: "bob",
          fills: [
            Fill(date("2025-01-05"), days: 30, dose: 20, drugClass: "statin"),
            Fill(date("2025-01-01"), days: 90, dose: 5, drugClass: "ras"),
          ],
          stays: [
            Stay(date("2025-01-10")...date("2025-01-12")),
            Stay(date("2025-01-08")...date("2025-01-08")),
          ]))
  }

  /// Drugs are numbered in alphabetical order, in plain as in quoted rows.
  @Test(arguments: ["", "\""]) func drugsHaveTheirNames(_ quote: String) throws {
    let rows = [
      ("statin", "simvastatin"), ("ras", ""), ("", "aspirin"), ("statin", "atorvastatin"),
    ]
    let lines = rows.map { "ann,2025-01-01,30,\(quote)\($0.1)\(quote),\($0.0)\n" }
    let dataset = try read(["fills.csv": "patient,date,days,drug,class\n" + lines.joined()])
    #expect(dataset.problems.isEmpty)
    #expect(dataset.drugs == ["aspirin", "atorvastatin", "simvastatin"])
    #expect(dataset.classes == ["ras", "statin"])
    let fills = dataset.record(at: 0).fills
    #expect(fills.map { $0.drug ?? "" } == rows.map(\.1))
    #expect(fills.map { $0.drugClass ?? "" } == rows.map(\.0))
  }

  /// Records do not depend on the order of rows and columns or on block sizes.
  @Test func rowOrderDoesNotMatter() throws {
    let lines = fills.split(separator: "\n")
    let shuffled = ([lines[0]] + [3, 1, 4, 2].map { lines[$0] }).joined(separator: "\r\n")
    let one = try read(["fills.csv": fills])
    for blockSize in [1, 7, 64, 1 << 16] {
      let dataset = try read(["fills.csv": shuffled], blockSize: blockSize)
      #expect(dataset.patientIDs == one.patientIDs)
      for place in one.patientIDs.indices {
        #expect(Set(dataset.record(at: place).fills) == Set(one.record(at: place).fills))
      }
    }
    let columns = try read(["fills.csv": "class,days,patient,date\nA,30,ann,2025-01-01\n"])
    let fill = Fill(try date("2025-01-01"), days: 30, drugClass: "A")
    #expect(columns.record(at: 0).fills == [fill])
  }

  /// Rows parsed from bytes give the same result as rows read as text, for any fields and block
  /// boundaries.
  ///
  /// Quotes around every field force a row to be read as text.
  @Test(arguments: [1, 13, 50, 1 << 16]) func plainRowsReadAlike(_ blockSize: Int) throws {
    var random = SeededGenerator(state: UInt64(blockSize))
    let fields = [
      ["ann", "bob", "zoë", "a-very-long-identity-of-a-patient", ""],
      [
        "2025-01-01", "2024-02-29", "2025-02-29", "2025-1-1", "", "2025-01-01T08:00:00",
        "0000-01-01",
      ],
      ["30", "28.5", "0", "-1", "30.", ".5", "1e2", "36525", "36526", "007", "", "x"],
      ["", "10", "0", "0.25", "-2", "1234567890123456", "nan"], ["", "A", "B b", "ü"],
    ]
    let rows = (0..<300).map { index -> [String] in
      let row = fields.map { $0.randomElement(using: &random) ?? "" }
      return index % 50 == 0 ? Array(row.dropLast()) : row
    }
    func text(_ quote: String, _ end: String) -> String {
      (["patient,date,days,dose,class"]
        + rows.map { $0.map { quote + $0 + quote }.joined(separator: ",") })
        .joined(separator: end) + end
    }
    let quoted = try read(["fills.csv": text("\"", "\n")])
    for end in ["\n", "\r\n"] {
      let plain = try read(["fills.csv": text("", end)], blockSize: blockSize)
      #expect(plain.patientIDs == quoted.patientIDs)
      #expect(plain.classes == quoted.classes)
      #expect(plain.counts == quoted.counts)
      #expect(plain.problems == quoted.problems)
      #expect(
        plain.patientIDs.indices.map(plain.record(at:))
          == quoted.patientIDs.indices.map(quoted.record(at:)))
    }
  }

  /// The first row with an observation period is used; a different one later causes a warning.
  @Test func observationIsThatOfFirstRowWithOne() throws {
    let dataset = try read([
      "fills.csv": """
      patient,date,days,observedFrom,observedTo,endCause
      ann,2025-01-01,30,,,
      ann,2025-02-01,30,2024-12-01,2025-03-31,Lost to follow-up
      ann,2025-03-01,30,2024-12-01,2025-04-30,
      bob,2025-01-01,30,,,
      bob,2025-02-01,30,2025-03-01,2025-02-01,
      bob,2025-02-01,30,,2025-02-30,

      """
    ])
    #expect(
      try dataset.record(at: 0).observation
        == ObservationPeriod(
          from: date("2024-12-01"), to: date("2025-03-31"), endCause: EndCause("lostToFollowUp")))
    #expect(dataset.record(at: 0).fills.count == 3)
    #expect(dataset.record(at: 1).observation == ObservationPeriod())
    #expect(try dataset.lastDay == date("2025-03-01"))
    #expect(try dataset.lastObservedDay == date("2025-03-31"))
    #expect(dataset.counts.fills == ReadCount(read: 6, rejected: 2, withWarnings: 1))
    #expect(
      dataset.problems.map(\.description) == [
        "fills.csv:4: 'observedTo' must be the same in all rows of a patient (the first, '2025-03-31', is used), "
          + "not '2025-04-30'",
        "fills.csv:6: 'observedTo' must not precede 'observedFrom', not '2025-02-01'",
        "fills.csv:7: 'observedTo' is not a date: '2025-02-30' (use year-month-day, as in 2024-02-29)",
      ])
  }

  /// A fill years after all others causes a warning and does not extend the observation, nor does a
  /// placeholder end date.
  @Test func warnsOfOutlyingDates() throws {
    let fills = (1...9).map { "ann,2024-0\($0)-01,30,\n" }.joined()
    let dataset = try read([
      "fills.csv": "patient,date,days,observedTo\n" + fills
        + "bob,2204-01-01,30,\nbob,2024-01-01,30,9999-12-31\n"
    ])
    #expect(try dataset.lastDay == date("2024-09-01") && dataset.lastObservedDay == dataset.lastDay)
    #expect(dataset.record(at: 1).fills.count == 2)
    #expect(dataset.record(at: 1).observation.to == nil && dataset.counts.claims.openEnds == 1)
    #expect(dataset.problems.map(\.record) == ["patient bob"])
    #expect(dataset.counts.fills == ReadCount(read: 11, withWarnings: 1))
  }

  @Test func noStaysWithoutFile() throws {
    let dataset = try read(["fills.csv": "patient,date,days\nann,2025-01-01,30\n"])
    #expect(dataset.record(at: 0).stays.isEmpty)
    #expect(dataset.classes.isEmpty)
  }

  @Test(arguments: [
    ("fills.csv", ",2025-01-01,30,,", "'patient' is missing (it is required)"),
    (
      "fills.csv", "ann,2025-02-30,30,,",
      "'date' is not a date: '2025-02-30' (use year-month-day, as in 2024-02-29)"
    ),
    ("fills.csv", "ann,,30,,", "'date' is missing (it is required)"),
    (
      "fills.csv", "x\(String(repeating: "\u{301}\u{323}", count: 33)),2025-01-01,30,,",
      "'patient' must have no more than 64 marks on one letter, not "
    ),
    ("fills.csv", "ann,2025-01-01,,,", "'days' is missing (it is required)"),
    (
      "fills.csv", #"ann,2025-01-01,"30,5",,"#,
      "'days' is not a number: '30,5' (use a point, as in 2.5)"
    ),
    ("fills.csv", "ann,2025-01-01,0,,", "'days' must be above 0 and at most 36525, not '0'"),
    ("fills.csv", "ann,2025-01-01,-3,,", "'days' must be above 0 and at most 36525, not '-3'"),
    ("fills.csv", "ann,2025-01-01,nan,,", "'days' must be above 0 and at most 36525, not 'nan'"),
    ("fills.csv", "ann,2025-01-01,1e9,,", "'days' must be above 0 and at most 36525, not '1e9'"),
    ("fills.csv", "ann,2025-01-01,30,0,", "'dose' must be above 0, not '0'"),
    ("fills.csv", "ann,2025-01-01,30,inf,", "'dose' must be above 0, not 'inf'"),
    ("fills.csv", "ann,2025-01-01,30", "has 3 fields where the header has 5"),
    ("stays.csv", "zoe,2025-01-01,2025-01-02", "'patient' names an unknown patient: 'zoe'"),
    ("stays.csv", "ann,2025-01-03,2025-01-02", "'to' must not precede 'from', not '2025-01-02'"),
    ("stays.csv", "ann,2025-01-03,", "'to' is missing (it is required)"),
  ])
  func rejectsBadRow(_ file: String, _ row: String, _ problem: String) throws {
    var files = ["fills.csv": fills, "stays.csv": stays]
    let sound = try read(files)
    let line = (files[file] ?? "").split(separator: "\n").count + 1
    files[file]? += row + "\n"
    let dataset = try read(files)
    #expect(dataset.problems.map(\.description).count == 1)
    #expect(dataset.problems.first?.description.hasPrefix("\(file):\(line): \(problem)") == true)
    #expect(dataset.counts.fills.rejected + dataset.counts.stays.rejected == 1)
    #expect(
      dataset.patientIDs.indices.map(dataset.record(at:))
        == sound.patientIDs.indices.map(sound.record(at:)))
  }

  /// A patient without a valid fill remains in the cohort.
  @Test func keepsPatientsWithOnlyBadRows() throws {
    let dataset = try read(["fills.csv": "patient,date,days\nann,soon,30\n"])
    #expect(dataset.patientIDs == ["ann"])
    #expect(dataset.record(at: 0).fills.isEmpty)
  }

  @Test func namesUnknownColumns() throws {
    let dataset = try read(["fills.csv": "patient,date,days,product\nann,2025-01-01,30,A\n"])
    #expect(
      dataset.problems.map(\.description) == [
        "fills.csv:1: 'product' is unknown (known: patient, date, days, dose, drug, class, "
          + "observedFrom, observedTo, endCause)"
      ])
    #expect(dataset.record(at: 0).fills.count == 1)
  }

  @Test(arguments: [
    ["stays.csv": "patient,from,to\n"], ["fills.csv": ""], ["fills.csv": "patient,date\n"],
    ["fills.csv": "patient,date,days,days\n"],
    ["fills.csv": "patient,date,days\n", "stays.csv": "patient,from\n"],
  ])
  func incompleteFileIsAnError(_ files: [String: String]) throws {
    #expect(throws: InputError.self) { try read(files) }
  }

  @Test func exampleIsValid() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Datasets/refills").path()
    let dataset = try RefillDataset(folder: path)
    #expect(dataset.problems.isEmpty)
    #expect(dataset.patientIDs.count == 50)
    #expect(dataset.classes == ["ras", "statin"])
    #expect(dataset.counts.stays.read > 0)
  }
}
