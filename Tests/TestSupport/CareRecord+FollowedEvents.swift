package import AdherenceAnalytics
import Scheduling

extension CareRecord {
  /// The record with the ids that elements have after an event of their name.
  package var onCalendar: CareRecord {
    var record = namingElements
    for index in tasks.indices {
      for place in tasks[index].schedule.elements.indices {
        record.tasks[index].schedule.elements[place].id += "#1"
      }
    }
    return record
  }

  /// The record with elements that follow an event of their name, at the time at which they start.
  package var followingEvents: CareRecord {
    var record = namingElements
    for index in tasks.indices {
      for place in tasks[index].schedule.elements.indices {
        var element = record.tasks[index].schedule.elements[place]
        record.namedEvents.append(NamedEvent(element.id, at: element.start))
        let anchor = EventAnchor(EventTime(element.id), which: .first)
        let empty = ScheduleElement(element.id, after: anchor)
        (element.start, element.after) = (empty.start, empty.after)
        record.tasks[index].schedule.elements[place] = element
      }
    }
    return record
  }

  /// The record with different ids of the elements of all tasks, and with keys of a first event.
  private var namingElements: CareRecord {
    var record = self
    for index in tasks.indices {
      for place in tasks[index].schedule.elements.indices {
        let id = tasks[index].schedule.elements[place].id
        record.tasks[index].schedule.elements[place].id = "\(tasks[index].id) \(id)"
      }
    }
    record.outcomes = OutcomeTable(
      outcomes.map { outcome in
        var outcome = outcome
        if let key = outcome.key { outcome.key?.element = "\(outcome.task) \(key.element)#1" }
        return outcome
      })
    return record
  }
}
