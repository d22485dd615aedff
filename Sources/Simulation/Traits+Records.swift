import AdherenceAnalytics
import Scheduling

extension Traits {
  /// Returns the patient's record.
  func patient(id: String, in zone: Zone) -> Patient {
    var patient = Patient(id: id, zone: zone, group: arm)
    patient.start = enrolment
    patient.sex = sex
    patient.birthDate = birthDate
    return patient
  }

  /// The versions of the medication, the exercise and the survey.
  var tasks: [CareTask] {
    var tasks = [medication(regimen, from: enrolment)]
    if let edit {
      let day = enrolment.adding(days: edit.day)
      var version = medication(edit.regimen, from: day)
      version.recordedAt = Traits.afternoon(before: day)
      tasks.append(version)
    }
    return tasks + [exerciseTask, survey]
  }

  /// The hold, which starts and ends at midnight.
  var holds: [Hold] {
    hold.map { days in
      let first = enrolment.adding(days: days.lowerBound)
      var hold = Hold(
        from: .local(CivilDateTime(date: first)),
        to: .local(CivilDateTime(date: enrolment.adding(days: days.upperBound))),
        reason: "hospital stay")
      hold.id = "1"
      hold.recordedAt = Traits.afternoon(before: first)
      return [hold]
    } ?? []
  }

  /// The time at which plans are edited: 15:00 UTC on the day before.
  private static func afternoon(before day: CivilDate) -> Instant {
    Instant(seconds: Int64(day.dayNumber - 1) * 86_400 + 54_000)
  }
}

extension Traits {
  private func medication(_ regimen: Dosing, from day: CivilDate) -> CareTask {
    var element = ScheduleElement("dose", from: CivilDateTime(date: day, time: regimen.times[0]))
    element.recurrence = .every(ISODuration(days: 1))
    if regimen.isTwiceDaily { element.times = regimen.times }
    var task = CareTask(id: TaskName.medication, schedule: Schedule([]))
    task.title = "Tablet"
    task.matching = .keyed
    if case .device(let matching) = recording {
      task.matching = matching
      task.minWait = 900
      if matching == .window { element.window = Traits.window }
    }
    task.schedule = Schedule([element])
    task.effectiveFrom = .local(CivilDateTime(date: day))
    return task
  }

  /// The window of a dose: two hours before to two hours after, expiring after five hours.
  private static let window = ScheduleElement.Window(
    opensBefore: ISODuration(seconds: 7200), closesAfter: ISODuration(seconds: 7200),
    lateUntil: ISODuration(seconds: 18_000))

  private var exerciseTask: CareTask {
    let time = CivilTime(secondOfDay: 1800 * exercise.halfHour)
    var element = ScheduleElement("walk", from: CivilDateTime(date: enrolment, time: time))
    let days: [Weekday] =
      exercise.isEveryWeekday
      ? [.monday, .tuesday, .wednesday, .thursday, .friday] : [.monday, .wednesday, .friday]
    element.recurrence = .rule(RecurrenceRule(.weekly, weekdays: days.map { .every($0) }))
    element.duration = ISODuration(seconds: 60 * exercise.minutes)
    element.targets = [.init(Double(exercise.minutes), units: "min")]
    return task(TaskName.exercise, "Walk", element)
  }

  private var survey: CareTask {
    let noon = CivilTime(secondOfDay: 43_200)
    var element = ScheduleElement("question", from: CivilDateTime(date: enrolment, time: noon))
    element.recurrence = .every(ISODuration(days: 7))
    return task(TaskName.survey, "How strong is the pain?", element)
  }

  /// Returns a task whose outcomes are keyed by occurrence.
  private func task(_ id: String, _ title: String, _ element: ScheduleElement) -> CareTask {
    var task = CareTask(id: id, schedule: Schedule([element]))
    task.title = title
    task.matching = .keyed
    task.effectiveFrom = .local(CivilDateTime(date: enrolment))
    return task
  }
}

extension Traits.Dosing {
  /// The time of the first dose, and of the second dose twelve hours later.
  var times: [CivilTime] {
    let first = CivilTime(secondOfDay: 3600 * firstHour)
    return isTwiceDaily ? [first, CivilTime(secondOfDay: 3600 * (firstHour + 12))] : [first]
  }
}

/// The interned names that all synthetic outcomes share.
struct RecordedNames {
  private(set) var table = NameTable()
  /// A template row of each task, with its element but without time or value.
  let dose, walk, answer: OutcomeTable.Row
  /// The units of exercise.
  let minutes: Int16
  /// The kind of the survey's value.
  let pain: Int16

  init() {
    dose = RecordedNames.row(TaskName.medication, "dose", &table)
    walk = RecordedNames.row(TaskName.exercise, "walk", &table)
    answer = RecordedNames.row(TaskName.survey, "question", &table)
    minutes = Int16(table.number(of: "min"))
    pain = Int16(table.number(of: "pain"))
  }

  private static func row(_ task: String, _ element: String, _ table: inout NameTable)
    -> OutcomeTable.Row
  {
    var row = OutcomeTable.Row(task: table.number(of: task))
    row.element = table.number(of: element)
    return row
  }
}

/// The ids of the tasks.
enum TaskName {
  static let medication = "medication"
  static let exercise = "exercise"
  static let survey = "survey"
}
