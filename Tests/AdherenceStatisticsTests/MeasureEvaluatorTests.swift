import AdherenceAnalytics
import AdherenceStatistics
import Scheduling
import TestSupport
import Testing

/// Every measure of every small world: it is a finite number, or missing with a reason.
@Suite struct MeasureEvaluatorTests {
  /// Up to five days of one or two doses, each taken or not, of which the last are still to come.
  @Test(arguments: [1, 2])
  func everyMeasureIsThereOrHasAReason(_ doses: Int) throws {
    let statistics = MeasureEvaluator(parameters, groups: Set(MeasureGroup.allCases))
    for days in 1...(doses == 1 ? 5 : 3) {
      for pattern in 0..<(1 << (days * doses)) {
        for pending in 0...1 {
          let record = try record(days: days, doses: doses, taken: pattern)
          var query = AdherenceQuery(try day("2025-03-01")..<day("2025-04-01"))
          query.asOf = try day("2025-03-05").adding(days: days - pending).start
          var evaluator = AdherenceEvaluator(query)
          let measures = statistics.measures(of: record, by: &evaluator)
          try check(measures, "\(days) days, \(pattern), \(pending) pending")
        }
      }
    }
  }

  @Test func groupsThatAreNotAskedForAreNothing() throws {
    let statistics = MeasureEvaluator(groups: [.taking])
    let record = try record(days: 4, doses: 1, taken: 5)
    var evaluator = AdherenceEvaluator(
      AdherenceQuery(try day("2025-03-01")..<day("2025-04-01")))
    let task = try #require(statistics.measures(of: record, by: &evaluator).tasks.first)
    for column in MeasureColumn.all {
      #expect((column.value(of: task) == .nothing) == (column.group != .taking), "\(column.name)")
    }
    #expect(task.taking.adherence == .value(0.5))
    for column in MeasureColumn.all { #expect(task[column.name] == column.value(of: task)) }
    #expect(task["no such measure"] == nil)
  }

  /// The measures of a course, calculated by hand from their definitions.
  @Test func aCourseByHand() throws {
    let record = try record(days: 10, doses: 1, taken: 0b00_0111_0011)
    var evaluator = AdherenceEvaluator(
      AdherenceQuery(try day("2025-03-01")..<day("2025-04-01")))
    let statistics = MeasureEvaluator(parameters)
    let task = try #require(statistics.measures(of: record, by: &evaluator).tasks.first)
    let course = try #require(task.phases?.course.value)
    #expect(course.daysAfterLast == 3 && course.isDiscontinued)
    #expect(course.persistenceDays == 7 && course.expected == 7 && course.taken == 5)
    #expect(task.holidays?.count == 1 && task.holidays?.longest == 2)
    let thirds: [Double?] = [2, 1, 1, 2, 3, 2, 1, 0].map { $0 / 3 }
    #expect(task.rolling?.values == thirds)
    #expect(task.patterns?.transitions.missAfterTaken == .value(0.4))
    #expect(task.timing?.lateness.value?.mean == 10)
    #expect(task.timing?.interdose.longest == .value(72))
  }

  private var parameters: MeasureParameters {
    var parameters = MeasureParameters()
    (parameters.gapDays, parameters.holidayDays, parameters.rollingDays) = (3, 2, 3)
    return parameters
  }

  private func record(days: Int, doses: Int, taken: Int) throws -> CareRecord {
    var dose = ScheduleElement(
      "dose", from: try #require(CivilDateTime("2025-03-05T08:00:00")))
    dose.recurrence = .every(ISODuration(days: 1))
    dose.times = try ["08:00", "20:00"].prefix(doses).map { try #require(CivilTime($0)) }
    dose.end = .local(CivilDateTime(date: try day("2025-03-05").adding(days: days)))
    var task = CareTask(id: "dose", schedule: Schedule([dose]))
    task.matching = .nearest
    var record = CareRecord(
      patient: Patient(id: "ann", zone: try #require(Zone("UTC"))), tasks: [task])
    for number in 0..<(days * doses) where taken >> number & 1 == 1 {
      let start = try at("2025-03-05T08:10:00Z").adding(
        seconds: Int64(number / doses) * 86_400 + Int64(number % doses) * 43_200)
      record.outcomes.append(Outcome(task: "dose", time: start))
    }
    return record
  }

  private func check(_ measures: PatientMeasures, _ world: String) throws {
    let task = try #require(measures.tasks.first)
    for column in MeasureColumn.all {
      switch column.value(of: task) {
      case .number(let number): #expect(number.isFinite, "\(column.name): \(number), \(world)")
      case .text(let text):
        #expect(!text.contains("nan") && !text.contains("inf"), "\(column.name): \(text), \(world)")
      case .nothing: #expect([.date, .list].contains(column.kind), "\(column.name), \(world)")
      case .count, .truth, .missing: break
      }
    }
  }
}

extension CivilDate {
  fileprivate var start: Instant {
    Instant(seconds: Int64(dayNumber) * 86_400)
  }
}
