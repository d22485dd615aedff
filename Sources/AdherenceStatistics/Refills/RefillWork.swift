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
  /// The day numbers on which the patient is observed.
  var observed = ObservedDays()
  /// The memory in which days covered are counted.
  var coverage = CoverageWork()

  /// Reads a patient's fills and stays.
  mutating func load(_ record: RefillRecord, _ end: ObservationEnd?) -> MissingStatistic? {
    stays = record.stays
    observed = ObservedDays(record.observation, end)
    return supply.load(record.fills)
  }

  /// The windows of the fills that are loaded, clipped to the days observed; there is one fill at least.
  func windows(_ query: RefillQuery) -> Estimate<RefillWindows> {
    let first = CivilDate(dayNumber: Int(supply.dates[0]))
    let followUp = query.followUp.dates(from: first)
    let observation = query.observation.dates(from: followUp.lowerBound)
    guard followUp.lowerBound <= observation.lowerBound,
      observation.upperBound <= followUp.upperBound
    else { return .missing(.outsideFollowUp) }
    return observed.clip(RefillWindows(followUp: followUp, observation: observation))
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

/// The days on which a patient is observed, as day numbers.
struct ObservedDays {
  /// The first day.
  var from = Int.min
  /// The day after the last.
  var end = Int.max
  /// The day after the last that the data or the record reach, whatever end was asked for.
  var dataEnd = Double.infinity

  /// All days.
  init() {}

  /// The days of a record's period that the end of a query leaves.
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

  /// The days of a range that are observed; none of them where they do not meet.
  func clip(_ days: Range<Int>) -> Range<Int> {
    let start = max(days.lowerBound, from)
    return start..<max(start, min(days.upperBound, end))
  }

  /// The observed part of windows; the follow-up keeps its start, so that earlier supply counts.
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

/// The days that are measured, and which fills lie in them.
struct SupplySpan {
  /// The last day of the follow-up.
  var followUpEnd: Double
  /// The first day of the window.
  var start: Double
  /// The last day of the window.
  var end: Double
  /// The fills of the follow-up.
  var fills: Range<Int>
  /// The fills of the window, those on its last day included.
  var inside: Range<Int>

  /// A window over columns of fills.
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
  /// The whole days of the window, without its last date.
  var days: Range<Int> { Int(start)..<max(Int(start), Int(end)) }
}

extension CivilDate {
  /// The day that is so much later; a day that its month lacks becomes the 1st of the next month.
  ///
  /// Months go before days; seconds are not read. The calendar's last day is as far as it goes.
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
    // No month but the last of a year lacks no day, so that the next month is in the same year.
    let rolled = CivilDate(year: newYear, month: newMonth + 1, day: 1)
    return (rolled ?? .last).adding(days: days)
  }
}
