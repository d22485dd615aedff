import AdherenceAnalytics
import Scheduling

/// A record whose schedules follow the patient's enrolment, and one with the same dates written out.
struct EnrolledRecord {
  /// The record with schedules that follow the event.
  let following: CareRecord
  /// The record with the dates, and the keys that the occurrences after the event have.
  let writtenOut: CareRecord

  private static let event = "enrolment"

  /// Replaces the starts of a record's elements by offsets from the first of them.
  init(_ record: CareRecord) {
    let zone = record.patient.zone
    let starts = record.tasks.flatMap(\.schedule.elements).map { $0.start.civil(in: zone).date }
    let enrolment = starts.min() ?? .first
    var (following, dated) = (record, record)
    for task in record.tasks.indices {
      for index in record.tasks[task].schedule.elements.indices {
        let element = record.tasks[task].schedule.elements[index]
        following.tasks[task].schedule.elements[index].after = EnrolledRecord.anchor(
          element.start.civil(in: zone), from: enrolment, hasTimes: !element.times.isEmpty)
        dated.tasks[task].schedule.elements[index].id = EnrolledRecord.id(element.id)
      }
    }
    following.namedEvents = [
      NamedEvent(EnrolledRecord.event, at: .local(CivilDateTime(date: enrolment)))
    ]
    let outcomes = OutcomeTable(record.outcomes.map(EnrolledRecord.renamed))
    (following.outcomes, dated.outcomes) = (outcomes, outcomes)
    (self.following, writtenOut) = (following, dated)
  }

  private static func anchor(
    _ start: CivilDateTime, from enrolment: CivilDate, hasTimes: Bool
  ) -> EventAnchor {
    let offset = EventOffset(ISODuration(days: start.date - enrolment))
    return EventAnchor(
      EventTime(event, offset: offset, at: hasTimes ? nil : start.time), which: .first)
  }

  private static func id(_ element: String) -> String { "\(element)@\(event)#1" }

  private static func renamed(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    if let key = outcome.key { outcome.key?.element = id(key.element) }
    return outcome
  }
}
