import AdherenceAnalytics
import Scheduling

/// The buffers for evaluating one patient at a time.
struct RefillWork {
  /// The fills of the patient.
  var supply = SupplyColumns()
  /// The gaps of the follow-up.
  var whole = GapColumns()
  /// The gaps of a window without carry-over into it.
  var inner = GapColumns()
  /// The patient's stays.
  var stays: [Stay] = []
  /// The observed days by number.
  var observed = ObservedDays()
  /// The buffers for counting days covered.
  var coverage = CoverageWork()

  /// Loads a patient's fills and stays.
  mutating func load(_ record: RefillRecord, _ end: ObservationEnd?) -> MissingStatistic? {
    stays = record.stays
    observed = ObservedDays(record.observation, end)
    return supply.load(record.fills)
  }

  /// Returns the windows of the loaded fills, clipped to the observed days; requires at least one
  /// fill.
  func windows(_ query: RefillQuery) -> Estimate<RefillWindows> {
    let first = CivilDate(dayNumber: Int(supply.dates[0]))
    let followUp = query.followUp.dates(from: first)
    let observation = query.observation.dates(from: followUp.lowerBound)
    guard followUp.lowerBound <= observation.lowerBound,
      observation.upperBound <= followUp.upperBound
    else { return .missing(.outsideFollowUp) }
    return observed.clip(RefillWindows(followUp: followUp, observation: observation))
  }

  /// Prepares the loaded fills for measuring by computing the gaps of the follow-up.
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
  /// Returns the dates of the window, given the reference of its start.
  func dates(from reference: CivilDate) -> ClosedRange<CivilDate> {
    let first =
      switch start {
      case .after(let length): reference.adding(length)
      case .on(let date): date
      }
    return first...first.adding(length)
  }
}

/// The days on which a patient is observed, by number.
struct ObservedDays {
  /// The first day.
  var from = Int.min
  /// The end (exclusive).
  var end = Int.max
  /// The end (exclusive) of the data or the record, independent of a requested end.
  var dataEnd = Double.infinity

  /// All days.
  init() {}

  /// Intersects a record's period with the end of a query.
  init(_ period: ObservationPeriod, _ end: ObservationEnd?) {
    from = period.from?.dayNumber ?? .min
    let last =
      switch end {
      case .on(let day): min(day, period.to ?? day)
      case .lastFill(let day): period.to ?? day
      case nil: period.to
      }
    self.end = last.map { $0.dayNumber + 1 } ?? .max
    if case .on = end {
      dataEnd = period.to.map { Double($0.dayNumber + 1) } ?? .infinity
    } else {
      dataEnd = last.map { Double($0.dayNumber + 1) } ?? .infinity
    }
  }

  /// Returns the observed days of a range; empty if there are none.
  func clip(_ days: Range<Int>) -> Range<Int> {
    let start = max(days.lowerBound, from)
    return start..<max(start, min(days.upperBound, end))
  }

  /// Returns the observed part of windows; the follow-up keeps its start, so that earlier supply
  /// counts.
  func clip(_ windows: RefillWindows) -> Estimate<RefillWindows> {
    let (first, last) = (windows.observation.lowerBound, windows.observation.upperBound)
    let start = max(first.dayNumber, from)
    guard start <= min(last.dayNumber, end) else { return .missing(.noTime) }
    let followUpEnd = CivilDate(dayNumber: min(windows.followUp.upperBound.dayNumber, end))
    return .value(
      RefillWindows(
        followUp: windows.followUp.lowerBound...followUpEnd,
        observation: CivilDate(dayNumber: start)...CivilDate(dayNumber: min(last.dayNumber, end))))
  }
}

/// The measured days and their fills.
struct SupplySpan {
  /// The last day of the follow-up.
  var followUpEnd: Double
  /// The first day of the window.
  var start: Double
  /// The last day of the window.
  var end: Double
  /// The fills of the follow-up.
  var fills: Range<Int>
  /// The fills of the window, including those on its last day.
  var inside: Range<Int>

  /// Creates a window over columns of fills.
  init(
    _ supply: SupplyColumns, fills: Range<Int>, followUpEnd: Double, start: Double, end: Double
  ) {
    self.followUpEnd = followUpEnd
    self.start = start
    self.end = end
    self.fills = fills
    let first = supply.firstIndex(from: start, in: fills)
    inside = first..<supply.firstIndex(after: end, in: first..<fills.upperBound)
  }

  var length: Double { end - start }
  /// The whole days of the window, excluding its last date.
  var days: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
}

extension CivilDate {
  /// Returns the date a length later; a day that its month lacks becomes the 1st of the next month.
  ///
  /// Months are added before days; seconds are ignored. The result is clamped to the calendar.
  func adding(_ length: ISODuration) -> CivilDate {
    length.months == 0
      ? adding(days: length.days) : adding(months: length.months, days: length.days)
  }

  private func adding(months: Int, days: Int) -> CivilDate {
    let (year, month, day) = parts
    let total = month - 1 + months
    let (newYear, newMonth) = (year + total / 12, total % 12 + 1)
    if let date = CivilDate(year: newYear, month: newMonth, day: day) {
      return date.adding(days: days)
    }
    // December has no missing days, so the next month is in the same year.
    let rolled = CivilDate(year: newYear, month: newMonth + 1, day: 1)
    return (rolled ?? .last).adding(days: days)
  }
}
