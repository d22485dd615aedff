import AdherenceAnalytics
import Scheduling

/// The memory in which one patient after the other is worked out.
struct RefillWork {
  /// The fills of the patient.
  var supply = SupplyColumns()
  /// The gaps of the follow-up.
  var whole = GapColumns()
  /// The gaps of a window, with nothing carried into it.
  var inner = GapColumns()
  /// The patient's stays.
  var stays: [Stay] = []
  /// The day after the last on which the patient can be observed.
  var observable = Int.max
  /// The memory in which days covered are counted.
  var coverage = CoverageWork()

  /// Reads a patient's fills and stays.
  mutating func load(_ record: RefillRecord) -> MissingStatistic? {
    stays = record.stays
    observable = record.lastDay.map { $0.dayNumber + 1 } ?? .max
    return supply.load(record.fills)
  }

  /// Reads the fills of one of a patient's classes, and the stays.
  mutating func load(class place: Int, of classes: SupplyColumns, _ record: RefillRecord) {
    stays = record.stays
    observable = record.lastDay.map { $0.dayNumber + 1 } ?? .max
    supply.load(class: place, of: classes)
  }

  /// The windows of the fills that are loaded; there is one at least.
  func windows(_ query: RefillQuery) -> Estimate<RefillWindows> {
    let first = CivilDate(dayNumber: Int(supply.dates[0]))
    let followUp = query.followUp.dates(from: first)
    let observation = query.observation.dates(from: followUp.lowerBound)
    guard followUp.lowerBound <= observation.lowerBound,
      observation.upperBound <= followUp.upperBound
    else { return .missing(.outsideFollowUp) }
    return .value(RefillWindows(followUp: followUp, observation: observation))
  }

  /// Prepares the loaded fills to be measured: finds the gaps of the follow-up.
  mutating func prepare(_ query: RefillQuery) -> Estimate<SupplySpan> {
    windows(query).map { windows in
      let (start, end) = (windows.followUp.lowerBound, windows.followUp.upperBound)
      let fills = fills(from: Double(start.dayNumber), through: Double(end.dayNumber))
      whole.find(fills, of: supply, until: Double(end.dayNumber), query.carryOver)
      return SupplySpan(
        supply, fills: fills, followUpEnd: Double(end.dayNumber),
        start: Double(windows.observation.lowerBound.dayNumber),
        end: Double(windows.observation.upperBound.dayNumber))
    }
  }

  private func fills(from start: Double, through end: Double) -> Range<Int> {
    let first = supply.firstIndex(from: start, in: 0..<supply.count)
    return first..<supply.firstIndex(after: end, in: first..<supply.count)
  }
}

extension RefillWindow {
  /// The dates of the window, where its start refers to a date.
  func dates(from reference: CivilDate) -> ClosedRange<CivilDate> {
    let first =
      switch start {
      case .after(let length): reference.adding(length)
      case .on(let date): date
      }
    return first...first.adding(length)
  }
}
