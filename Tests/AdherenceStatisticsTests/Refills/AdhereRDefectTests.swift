import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Defects of AdhereR 0.8.1: its result, the correct result, and the reason.
@Suite struct AdhereRDefectTests {
  /// A query of AdhereR's data, or of fills constructed to show the defect.
  struct Defect: CustomTestStringConvertible {
    var name: String
    /// AdhereR's answer, as it prints it.
    var theirs: String
    var ours: Answer
    var why: String
    var fills: Fills
    var query: RefillQuery

    var testDescription: String { name }

    enum Fills {
      /// A patient of AdhereR's data.
      case patient(Int)
      /// Days after 2030-01-01, each with a fill of 30 days.
      case on([Int])
    }

    enum Answer: Equatable {
      case cma2(Estimate<Double>)
      case cma7(Estimate<Double>)
      case cma8(Estimate<Double>)
      /// The days of each episode.
      case episodes([Double])
    }
  }

  static let table: [Defect] =
    earlierSupply + changesOfDose + appendedGaps + lastDay + equality

  // 1. CMA 8 divides by the days that are left when the supply from before the window is used up.
  private static let earlierSupply: [Defect] =
    [50, 94].flatMap { patient in
      [
        Defect(
          name: "CMA 8, W3, patient \(patient)", theirs: "0", ours: .cma8(.missing(.noTime)),
          why: "earlier supply lasts through the whole window: no day is left to be measured",
          fills: .patient(patient), query: w3(considersDose: false)),
        Defect(
          name: "CMA 7, W3, patient \(patient)", theirs: "1", ours: .cma7(.value(1)),
          why: "the same patient is covered on every day of the window",
          fills: .patient(patient), query: w3(considersDose: false)),
      ]
    } + [
      Defect(
        name: "CMA 8, W3 with doses considered, patient 76",
        theirs: "missing value where TRUE/FALSE needed", ours: .cma8(.missing(.noTime)),
        why: "the same, and all other patients lose their values with this one",
        fills: .patient(76), query: w3(considersDose: true))
    ]

  // 2. The parameter for changes of dose is read and then not used.
  private static let changesOfDose: [Defect] = [
    (1, "1 episode of 730 days", [379.0, 351]),
    (3, "1 episode of 730 days", [494.0, 136, 100]),
    (5, "2 episodes", [160.0, 166, 60]),
  ].map { patient, theirs, days in
    Defect(
      name: "an episode for each dose, patient \(patient)", theirs: theirs,
      ours: .episodes(days), why: "a change of dose begins an episode where that is asked for",
      fills: .patient(patient), query: doseChange)
  }

  // 3. The permissible gap is subtracted from a patient's only episode instead of being appended.
  private static let appendedGaps: [Defect] = [
    Defect(
      name: "90 days appended, patient 26", theirs: "437", ours: .episodes([617]),
      why: "527 days of supply and 90 days of permissible gap",
      fills: .patient(26), query: appending(90)),
    Defect(
      name: "90 days appended, patient 28", theirs: "486", ours: .episodes([666]),
      why: "576 days of supply and 90 days of permissible gap",
      fills: .patient(28), query: appending(90)),
    Defect(
      name: "60 days appended to one fill of 30 days", theirs: "-30", ours: .episodes([90]),
      why: "an episode cannot end before it starts", fills: .on([0]), query: appending(60)),
    Defect(
      name: "60 days appended to each of two episodes", theirs: "90, 90",
      ours: .episodes([90, 90]), why: "with several episodes AdhereR appends as it should",
      fills: .on([0, 200]), query: appending(60)),
  ]

  // 4. CMA 2 divides by the days from the first fill to the end of the window.
  private static let lastDay: [Defect] = [
    Defect(
      name: "CMA 2 of a fill on the window's last day alone", theirs: "Inf",
      ours: .cma2(.missing(.noTime)), why: "there is no day from the fill to the window's end",
      fills: .on([0, 120]), query: lastQuarter)
  ]

  // 5. A gap that is just the permissible one.
  private static let equality: [Defect] = [
    Defect(
      name: "a gap of 60 days at the end, 60 permitted", theirs: "30", ours: .episodes([90]),
      why: "a gap of just the permissible length ends no episode, between fills as at the end",
      fills: .on([0]), query: permitting(60, followUp: 90)),
    Defect(
      name: "a gap of 60 days between fills, 60 permitted", theirs: "120",
      ours: .episodes([120]), why: "the same rule, on which AdhereR agrees here",
      fills: .on([0, 90]), query: permitting(60, followUp: 120)),
    Defect(
      name: "a gap of 61 days at the end, 60 permitted", theirs: "30", ours: .episodes([30]),
      why: "longer than is permitted", fills: .on([0]), query: permitting(60, followUp: 91)),
  ]

  @Test(arguments: table) func weSay(_ defect: Defect) throws {
    let evaluator = RefillEvaluator(defect.query)
    let record = try record(defect.fills)
    switch defect.ours {
    case .cma2(let value): #expect(evaluator.value(of: .cma2, in: record) == value)
    case .cma7(let value): #expect(evaluator.value(of: .cma7, in: record) == value)
    case .cma8(let value): #expect(evaluator.value(of: .cma8, in: record) == value)
    case .episodes(let days):
      #expect(evaluator.episodes(of: record).value?.map(\.days) == days)
    }
  }

  private func record(_ fills: Defect.Fills) throws -> RefillRecord {
    switch fills {
    case .patient(let number): return try GoldenFills().record(number)
    case .on(let days):
      let start = try day("2030-01-01")
      return RefillRecord(
        patient: "1", fills: days.map { Fill(start.adding(days: $0), days: 30) })
    }
  }

  private static func w3(considersDose: Bool) -> RefillQuery {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: 365)
    query.observation = RefillWindow(.after(ISODuration(days: 90)), length: ISODuration(days: 180))
    query.carryOver = CarryOver(onlyForSameDrug: true, considersDose: considersDose)
    return query
  }

  private static var doseChange: RefillQuery {
    var query = RefillQuery()
    query.episodes.doseChangeBegins = true
    return query
  }

  private static func appending(_ days: Double) -> RefillQuery {
    var query = RefillQuery()
    query.episodes.permissibleGap = .days(days)
    query.episodes.appendsGap = true
    return query
  }

  private static func permitting(_ days: Double, followUp: Int) -> RefillQuery {
    var query = RefillQuery()
    query.episodes.permissibleGap = .days(days)
    query.followUp.length = ISODuration(days: followUp)
    query.observation.length = ISODuration(days: followUp)
    return query
  }

  private static var lastQuarter: RefillQuery {
    var query = RefillQuery()
    query.observation = RefillWindow(.after(ISODuration(days: 30)), length: ISODuration(days: 90))
    return query
  }
}
