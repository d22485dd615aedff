import AdherenceStatistics
import TestSupport

/// A case in which AdhereR 0.8.1 deviates from its documentation, with the correct result.
///
/// These are all differences in 9,603 rows of five runs.
struct AdhereRDurationDefects {
  /// The kind of defect.
  enum Kind {
    /// The dose changes on the day on which a stay begins that is to change nothing: the stay's
    /// days are used up twice, and more than was dispensed lasts longer or is lost.
    case stayOnDosageChange
    /// An interruption that is to change nothing carries the supply over as soon as the patient was
    /// in hospital during the same episode.
    case interruptionCarries
    /// A supply that is used up on the day on which a stay begins has a second row without a start.
    case endsWithStay
    /// A supply dispensed during a stay that discards supplies lasts until the end of the stay.
    case discardedIsUsed
  }

  var kind: Kind
  var patient: Int
  var code, dispensed: String
  /// The handling of stays and of interruptions under which it shows.
  var runs: [(stays: SupplyHandling, interruptions: SupplyHandling)]
  /// The start, days and daily dose of each part.
  var ours: [String]

  static func ours(_ key: SupplyKey, _ rules: SupplyRules) -> [String]? {
    all.first { defect in
      defect.patient == key.patient && key.medicine.hasPrefix(defect.code + "|")
        && defect.dispensed == key.dispensed
        && defect.runs.contains { $0 == (rules.stays, rules.interruptions) }
    }?.ours
  }

  static func count(under rules: SupplyRules) -> Int {
    all.count { $0.runs.contains { $0 == (rules.stays, rules.interruptions) } }
  }

  private static let bothContinue = (SupplyHandling.continue, SupplyHandling.continue)
  private static let interruptionsCarry = (SupplyHandling.continue, SupplyHandling.carryover)
  private static let staysCarry = (SupplyHandling.carryover, SupplyHandling.continue)

  static let all = [
    AdhereRDurationDefects(
      kind: .stayOnDosageChange, patient: 3, code: "J01GB01", dispensed: "2057-07-09",
      runs: [bothContinue, interruptionsCarry],
      ours: ["2057-07-09 26.0000 × 300", "2057-08-04 10.0000 × 900"]),
    AdhereRDurationDefects(
      kind: .stayOnDosageChange, patient: 3, code: "J01GB01", dispensed: "2057-02-04",
      runs: [interruptionsCarry],
      ours: ["2057-02-04 22.0000 × 600", "2057-03-03 1.0000 × 1200", "2057-03-04 4.0000 × 600"]),
    AdhereRDurationDefects(
      kind: .stayOnDosageChange, patient: 4, code: "J01XB01", dispensed: "2057-04-27",
      runs: [interruptionsCarry],
      ours: [
        "2057-04-27 50.0000 × 1000000", "2057-10-20 34.0000 × 2000000",
        "2057-11-23 0.6667 × 3000000",
      ]),
    AdhereRDurationDefects(
      kind: .stayOnDosageChange, patient: 6, code: "A10AB05", dispensed: "2057-02-09",
      runs: [bothContinue, interruptionsCarry],
      ours: ["2057-02-09 30.0000 × 17", "2057-03-11 26.7568 × 37"]),
    AdhereRDurationDefects(
      kind: .stayOnDosageChange, patient: 6, code: "A10AE04", dispensed: "2057-02-09",
      runs: [bothContinue, interruptionsCarry],
      ours: ["2057-02-09 30.0000 × 12", "2057-03-11 114.0000 × 10"]),
    AdhereRDurationDefects(
      kind: .stayOnDosageChange, patient: 14, code: "J01XB01", dispensed: "2057-10-19",
      runs: [bothContinue, interruptionsCarry],
      ours: ["2057-10-19 7.0000 × 2000000", "2057-10-26 46.0000 × 1000000"]),
    AdhereRDurationDefects(
      kind: .interruptionCarries, patient: 3, code: "J01GB01", dispensed: "2057-03-17",
      runs: [staysCarry], ours: ["2057-03-17 9.0000 × 600", "2057-05-01 19.0000 × 600"]),
    AdhereRDurationDefects(
      kind: .interruptionCarries, patient: 7, code: "J01MA02", dispensed: "2057-05-21",
      runs: [bothContinue, staysCarry], ours: ["2057-05-21 24.0000 × 1000"]),
    AdhereRDurationDefects(
      kind: .interruptionCarries, patient: 9, code: "R03DC03", dispensed: "2057-10-03",
      runs: [bothContinue, staysCarry], ours: ["2057-10-03 28.0000 × 10"]),
    AdhereRDurationDefects(
      kind: .interruptionCarries, patient: 9, code: "R03DC03", dispensed: "2057-10-20",
      runs: [bothContinue, staysCarry], ours: ["2057-10-20 14.0000 × 10"]),
    AdhereRDurationDefects(
      kind: .interruptionCarries, patient: 14, code: "J01EE01", dispensed: "2057-04-17",
      runs: [bothContinue, staysCarry], ours: ["2057-04-17 15.0000 × 1600"]),
    AdhereRDurationDefects(
      kind: .interruptionCarries, patient: 15, code: "J01FG01", dispensed: "2057-09-14",
      runs: [bothContinue, staysCarry], ours: ["2057-09-14 16.0000 × 3000"]),
    AdhereRDurationDefects(
      kind: .endsWithStay, patient: 6, code: "J01XB01", dispensed: "2057-02-09",
      runs: [(.discard, .discard), staysCarry, (.carryover, .carryover)],
      ours: ["2057-02-09 30.0000 × 2000000"]),
    AdhereRDurationDefects(
      kind: .discardedIsUsed, patient: 6, code: "A10AB05", dispensed: "2056-09-18",
      runs: [(.discard, .discard)], ours: ["2056-09-18 0.0000 × 17"]),
  ]
}
