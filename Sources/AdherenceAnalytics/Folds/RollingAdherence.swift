package import Scheduling

/// A window of days that ends on each day in turn.
public struct RollingWindow: Hashable, Sendable {
  /// The number of days.
  public let days: Int

  /// The maximum number of days: a hundred years.
  static let limit = 36_525

  /// Creates a window; `nil` unless it has 1 to 36,525 days.
  public init?(days: Int) {
    guard 1...RollingWindow.limit ~= days else { return nil }
    self.days = days
  }
}

extension RollingWindow: LosslessStringConvertible {
  /// Parses `7d`; `nil` for any other text.
  public init?(_ text: String) {
    guard text.last == "d", let days = Int(text.dropLast()), "\(days)d" == text else { return nil }
    self.init(days: days)
  }

  /// The window as `7d`.
  public var description: String { "\(days)d" }
}

/// A patient's adherence in a rolling window that ends on each day.
///
///     let days = AdherenceQuery(monday..<monday.adding(days: 8))
///     let weekly = record.rolling([RollingWindow(days: 7)!], days)[0]
///     for (position, day) in weekly.spans.enumerated().suffix(3) {
///       print(day.name, weekly.ratio(of: weekly.patient.total, at: position) as Any)
///     }
///     // 2025-01-11 nil
///     // 2025-01-12 Optional(0.2857142857142857)
///     // 2025-01-13 Optional(0.14285714285714285)
public struct RollingAdherence: Sendable {
  /// The length of the window.
  public let window: RollingWindow
  /// The days on which the window ends, in order.
  public let spans: PeriodSpans
  /// The patient's series, with a period for each day: the counts of the window that ends on it.
  public let patient: PatientAdherence
  /// The first day whose window is entirely after the beginning of the patient's plans; `nil` if nothing is
  /// planned.
  package let firstWholeDay: CivilDate?

  /// Returns the pooled ratio of the window that ends on a day.
  ///
  /// - Parameters:
  ///   - series: A series of the patient.
  ///   - index: The index of the day.
  ///   - numerator: The numerator of the ratio.
  /// - Returns: The ratio; `nil` if nothing was due, and while the plans are younger than the window.
  public func ratio(
    of series: AdherenceSeries, at index: Int, _ numerator: Numerator = .done
  ) -> Double? {
    isWhole(at: index) ? series.periods[index].ratio(numerator) : nil
  }

  /// Returns whether the window that ends on a day is entirely after the beginning of the patient's plans.
  package func isWhole(at index: Int) -> Bool {
    firstWholeDay.map { spans[index].start >= $0 } ?? false
  }
}

extension CareRecord {
  /// Evaluates rolling windows that end on each day of a query.
  ///
  /// The windows that end on the first days extend before the range, so a narrower query gives the same
  /// numbers. Counts are pooled over the window, so a day of two doses has twice the weight of a day of one.
  ///
  ///     let query = AdherenceQuery(monday..<monday.adding(days: 8))
  ///     let weekly = record.rolling([RollingWindow(days: 7)!], query)[0]
  ///     print(weekly.ratio(of: weekly.patient.total, at: 7)!)  // 0.14285714285714285
  public func rolling(_ windows: [RollingWindow], _ query: AdherenceQuery) -> [RollingAdherence] {
    CompiledRecord(self, query).rolling(windows)
  }
}

extension CompiledRecord {
  /// Evaluates rolling windows that end on each day of the query.
  ///
  /// - Parameter windows: The lengths.
  /// - Returns: As ``CareRecord/rolling(_:_:)``.
  package func rolling(_ windows: [RollingWindow]) -> [RollingAdherence] {
    guard var rolling = RollingSums(self, windows) else { return [] }
    var evaluator = AdherenceEvaluator(rolling.compiled.query)
    for plan in plans { evaluator.count(plan, rolling.compiled, to: &rolling.sums) }
    return rolling.adherence(windows, in: query.range)
  }
}

/// The days of a query, and those before it that the windows need, one by one.
struct RollingSums {
  /// The record, compiled by day.
  let compiled: CompiledRecord
  /// The sums of its tasks on each day.
  var sums: PeriodSums

  /// Creates empty sums; `nil` without windows.
  init?(_ compiled: CompiledRecord, _ windows: [RollingWindow]) {
    guard let reach = windows.map(\.days).max() else { return nil }
    let range = compiled.query.range
    var daily = compiled.query
    daily.period = .day
    daily.range = range.lowerBound.adding(days: 1 - reach)..<range.upperBound
    self.compiled = compiled.asked(daily)
    sums = PeriodSums(self.compiled)
  }

  /// Returns the sums of the windows that end on each day of a range.
  func adherence(_ windows: [RollingWindow], in range: Range<CivilDate>) -> [RollingAdherence] {
    let (patient, first) = (sums.adherence(of: compiled), compiled.firstPlannedDay)
    return windows.map { patient.rolling($0, in: range, since: first) }
  }
}

extension PatientAdherence {
  fileprivate func rolling(
    _ window: RollingWindow, in range: Range<CivilDate>, since first: CivilDate?
  ) -> RollingAdherence {
    let asked = CalendarPeriod.day.spans(of: range)
    func roll(_ series: AdherenceSeries) -> AdherenceSeries {
      var rolled = series
      rolled.periods = series.periods.rolling(window.days).suffix(asked.count)
      return rolled
    }
    return RollingAdherence(
      window: window, spans: asked,
      patient: PatientAdherence(
        patient: patient, versions: versions.suffix(asked.count), spans: asked,
        tasks: tasks.map(roll), total: roll(total),
        groups: groups.map(roll), carePlans: carePlans.map(roll), problems: problems),
      firstWholeDay: first?.adding(days: window.days - 1))
  }
}

extension [Adherence] {
  /// Returns for each index the sum of the last `length` elements up to it, fewer at the beginning.
  ///
  /// Sums run forward and backward within blocks of the window's length, and a window is the end of one block
  /// and the beginning of the next (van Herk 1992; Gil and Werman 1993). Nothing is subtracted, so that
  /// rounding errors do not accumulate.
  func rolling(_ length: Int) -> [Adherence] {
    var tails = self
    for index in indices.dropLast().reversed() where (index + 1) % length != 0 {
      tails[index].merge(tails[index + 1])
    }
    var sums: [Adherence] = []
    sums.reserveCapacity(count)
    var head = Adherence()
    for index in indices {
      if index % length == 0 { head = Adherence() }
      head.merge(self[index])
      var sum = head
      if index >= length, (index + 1) % length != 0 { sum.merge(tails[index - length + 1]) }
      sums.append(sum)
    }
    return sums
  }
}
