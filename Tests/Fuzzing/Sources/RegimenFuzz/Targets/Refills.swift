@testable import AdherenceAnalytics
@testable import AdherenceStatistics
@testable import Interchange
@testable import Scheduling

/// Fills and stays from a table of claims, or generated from the input, and every measure of them.
///
/// Tables do not depend on the chunk size, and measures match their definitions.
enum RefillsTarget: FuzzTarget {
  static let name = "refills"

  static func run(_ input: [UInt8]) throws {
    guard let first = input.first else { return }
    // An input that starts with a letter is a table.
    if first >= UInt8(ascii: "A") && first < 0x80 { return try table(input) }
    var cursor = ByteCursor(input)
    try measured(drawn(&cursor), query(&cursor))
  }

  private static func table(_ input: [UInt8]) throws {
    let mark = Array("=== stays.csv\n".utf8)
    let text = String(decoding: input, as: UTF8.self)
    let parts = text.split(
      separator: "=== stays.csv\n", maxSplits: 1, omittingEmptySubsequences: false)
    var files = ["fills.csv": input]
    if parts.count == 2, input.count > mark.count {
      files = ["fills.csv": Array(parts[0].utf8), "stays.csv": Array(parts[1].utf8)]
    }
    let folder = try ScratchFolder(files)
    defer { withExtendedLifetime(folder) {} }
    let whole = try RefillDataset(folder: folder.path)
    let pieces = try RefillDataset(folder: folder.path, blockSize: 7)
    try require(pieces.patientIDs, is: whole.patientIDs, "patients read in pieces")
    try require(pieces.problems, is: whole.problems, "problems read in pieces")
    for place in whole.patientIDs.indices {
      let record = whole.record(at: place)
      try require(pieces.record(at: place), is: record, "a record read in pieces")
      try measured(record, RefillQuery())
    }
  }

  private static func drawn(_ cursor: inout ByteCursor) -> RefillRecord {
    let start = CivilDate(dayNumber: 21_915)
    let fills = (0..<cursor.below(20)).map { _ in
      Fill(
        start.adding(days: cursor.below(400)),
        days: cursor.pick([1, 7, 10, 28, 30, 30, 60, 90, 0.5, 2.25, 365, 36_525]),
        dose: cursor.pick([nil, 1, 2, 4, 0.5]), drug: cursor.pick([nil, "x", "y"]),
        drugClass: cursor.pick([nil, "a", "b"]))
    }
    let stays = (0..<cursor.below(4)).map { _ in
      let first = start.adding(days: cursor.below(400))
      return Stay(first...first.adding(days: cursor.below(40)))
    }
    return RefillRecord(patient: "1", fills: fills, stays: stays)
  }

  private static func query(_ cursor: inout ByteCursor) -> RefillQuery {
    var query = RefillQuery()
    let days = 1 + cursor.below(500)
    (query.followUp.length, query.observation.length) = (
      ISODuration(days: days), ISODuration(days: days)
    )
    let start = cursor.below(days)
    query.observation = RefillWindow(
      .after(ISODuration(days: start)), length: ISODuration(days: 1 + cursor.below(days - start)))
    let bits = cursor.byte()
    query.carryOver = CarryOver(onlyForSameDrug: bits & 1 == 1, considersDose: bits & 2 == 2)
    return query
  }

  private static func measured(_ record: RefillRecord, _ query: RefillQuery) throws {
    let evaluator = RefillEvaluator(query)
    let measures = RefillMeasure.allCases
    let values = evaluator.values(of: measures, in: record)
    try require(
      values, is: measures.map { evaluator.value(of: $0, in: record) }, "measures one by one")
    var backwards = record
    backwards.fills.reverse()
    backwards.stays.reverse()
    if !hasTies(record) {
      try require(
        evaluator.values(of: measures, in: backwards), is: values, "fills in another order")
    }
    for (measure, value) in zip(measures, values) {
      guard case .value(let number) = value else { continue }
      // Surplus offset against gaps may exceed them.
      try require(
        number.isFinite && (number >= 0 || measure == .cmos), "\(measure) is \(number)")
    }
    try covered(record, evaluator)
    try defined(record, evaluator)
    try episodes(record, evaluator)
  }

  /// Returns whether fills of one day differ, so that their order is undefined.
  private static func hasTies(_ record: RefillRecord) -> Bool {
    Set(record.fills).count < record.fills.count
  }

  /// Compares with the definitions, if doses are positive numbers.
  private static func defined(_ record: RefillRecord, _ evaluator: RefillEvaluator) throws {
    guard let windows = evaluator.windows(of: record).value,
      record.fills.allSatisfy({ ($0.dose ?? 1) > 0 && $0.days.isFinite && $0.days > 0 })
    else { return }
    let naive = NaiveRefills(record, windows, evaluator.query.carryOver)
    let measures: [RefillMeasure] = [.cma1, .cma2, .cma3, .cma4, .cma5, .cma6, .cma7, .cma9]
    for measure in measures {
      let (ours, theirs) = (evaluator.value(of: measure, in: record).value, naive.value(measure))
      guard let ours, let theirs else {
        try require(
          ours == nil && theirs == nil, "\(measure): \(String(describing: (ours, theirs)))")
        continue
      }
      try require(
        abs(ours - theirs) <= 1e-9 * max(1, abs(theirs)), "\(measure): \(ours) is not \(theirs)")
    }
  }

  /// Checks that covered days are days of treatment.
  private static func covered(_ record: RefillRecord, _ evaluator: RefillEvaluator) throws {
    guard let days = evaluator.daysCovered(in: record).value else { return }
    try require(
      0 <= days.covered && days.covered <= days.denominator && days.stayDays >= 0
        && days.stayDays <= days.treatmentDays, "days covered: \(days)")
    try require(days.fillDates <= days.fills, "days with fills: \(days)")
    try require(!days.isAdherent || days.denominator > 0, "adherent on no day: \(days)")
  }

  /// Checks that episodes are disjoint and in order.
  private static func episodes(_ record: RefillRecord, _ evaluator: RefillEvaluator) throws {
    guard let episodes = evaluator.episodes(of: record).value else { return }
    for (one, next) in zip(episodes, episodes.dropFirst()) {
      try require(one.start < next.start && one.days > 0, "episodes: \(one) \(next)")
    }
  }
}
