import AdherenceAnalytics
import Foundation
import Scheduling

/// A task at 08:00 each day in New York, recorded nine days of ten, and its daily series.
struct DailySeries {
  private let days: Range<CivilDate>
  private let record: CareRecord
  /// The numbers of the days with an outcome.
  private let recorded: [Int]

  init(years: Int) throws {
    days = try Workloads.date("2016-01-01")..<Workloads.date("\(2016 + years)-01-01")
    var random = Seeded(state: 10)
    recorded = (0..<(days.upperBound - days.lowerBound)).filter { _ in random.happens(90) }
    let eight = try Workloads.time("08:00")
    var element = ScheduleElement(
      "tablet", from: CivilDateTime(date: days.lowerBound, time: eight))
    element.recurrence = .every(ISODuration(days: 1))
    var task = CareTask(id: "tablet", schedule: Schedule([element]))
    task.matching = .keyed
    let zone = try Workloads.zone("America/New_York")
    let first = days.lowerBound
    record = CareRecord(
      patient: Patient(id: "P", zone: zone), tasks: [task],
      outcomes: recorded.map { day in
        let nominal = CivilDateTime(date: first.adding(days: day), time: eight)
        let start = zone.firstInstant(atOrAfter: nominal)
        return Outcome(
          task: "tablet", key: OccurrenceKey(element: "tablet", nominal: nominal),
          time: start.adding(seconds: 600))
      })
  }

  func row(_ name: String) -> Row {
    let count = days.upperBound - days.lowerBound
    return Row(
      name: name, what: "a daily series of a daily task, \(count) days", per: .query, units: 1,
      expected: Answer(count: count, checksum: "\(recorded.reduce(0, +))"),
      systems: [regimen, careKit])
  }

  private var regimen: System {
    let record = record
    var evaluator = AdherenceEvaluator(AdherenceQuery(days, by: .day))
    var days: [Adherence] = []
    return System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { days = evaluator.adherence(of: record).total.periods } },
      answer: {
        Answer(
          count: days.reduce(0) { $0 + $1.due },
          checksum: "\(days.enumerated().reduce(0) { $0 + $1.offset * $1.element.done })")
      })
  }

  private var careKit: System {
    let way = CareKitWay(first: days.lowerBound, recorded: recorded)
    let count = days.upperBound - days.lowerBound
    var progress: [Double] = []
    return System(
      name: "carekit-way",
      run: { runs in for _ in 0..<runs { progress = way.dailyProgress(days: count) } },
      answer: {
        Answer(
          count: progress.count,
          checksum: "\(progress.enumerated().reduce(0) { $0 + $1.offset * Int($1.element) })")
      })
  }
}

/// A restatement of CareKit's daily progress: `fetchAdherence` without its store.
///
/// A calendar step and a search through all outcomes for each event, a date difference for its
/// bucket, and for each date its bounds and whether the schedule exists on it.
struct CareKitWay {
  private let calendar: Calendar
  private let start: Date
  private let outcomes: [Int]

  init(first: CivilDate, recorded: [Int]) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York") ?? .gmt
    self.calendar = calendar
    let parts = DateComponents(
      year: first.year, month: first.month, day: first.parts.day, hour: 8)
    start = calendar.date(from: parts) ?? .distantPast
    outcomes = recorded
  }

  func dailyProgress(days: Int) -> [Double] {
    let midnight = calendar.startOfDay(for: start)
    let end = calendar.date(byAdding: .day, value: days, to: midnight) ?? midnight
    var buckets: [[Bool]] = Array(repeating: [], count: days)
    var (date, index) = (start, 0)
    while date < end {
      let bucket = calendar.dateComponents([.day], from: midnight, to: date).day ?? 0
      buckets[bucket].append(outcomes.contains { $0 == index })
      index += 1
      date = calendar.date(byAdding: DateComponents(day: 1), to: date) ?? end
    }
    return dates(from: midnight, to: end).enumerated().map { index, date in
      guard exists(on: date), !buckets[index].isEmpty else { return 0 }
      return Double(buckets[index].count { $0 }) / Double(buckets[index].count)
    }
  }

  private func dates(from start: Date, to end: Date) -> [Date] {
    var dates: [Date] = []
    var date = start
    while date < end {
      dates.append(date)
      date = calendar.date(byAdding: DateComponents(day: 1), to: date) ?? end
    }
    return dates
  }

  private func exists(on date: Date) -> Bool {
    let dayEnd = calendar.date(
      byAdding: DateComponents(day: 1, second: -1), to: calendar.startOfDay(for: date))
    return calendar.startOfDay(for: start) <= (dayEnd ?? date)
  }
}
