import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A task with unconverted CareKit elements, whose clock binding depends on the patient's time
/// zone.
struct TaskFacts {
  var task: CareTask
  /// The elements, sorted by start.
  var elements: [ElementFacts]
}

extension EntityReader {
  mutating func task(
    _ node: JSONNode, isOfHealthKit: Bool
  ) throws(InputError) -> Draft<TaskFacts> {
    var facts = try EntityFacts(node, &dates)
    if isOfHealthKit { try keepLinkage(of: node, in: &facts) }
    var task = CareTask(id: try node.id, schedule: Schedule([]))
    task.title = try node.text("title")
    task.instructions = try node.text("instructions")
    task.impactsAdherence = try node.truth("impactsAdherence") ?? true
    task.group = facts.group
    task.matching = .keyed
    let elements = try elements(of: node, in: facts.zone)
    for element in elements { keep(element, in: &facts) }
    facts.fill(&task)
    let owner = try node.link("carePlanUUID", database: "carePlanID")
    return Draft(
      TaskFacts(task: task, elements: elements), facts, owner: owner, at: location)
  }

  private func keepLinkage(of node: JSONNode, in facts: inout EntityFacts) throws(InputError) {
    let linkage = try node.required("healthKitLinkage", try node.object("healthKitLinkage"))
    for name in HealthKitLinkage.names {
      facts.keep("healthKit.\(name)", try linkage.required(name, try linkage.text(name)))
    }
  }

  /// Keeps which targets are doubles with integer values.
  private func keep(_ element: ElementFacts, in facts: inout EntityFacts) {
    for (number, target) in element.targets.enumerated() where target.isWholeDouble {
      facts.keep("elements.\(element.id).targetValues.\(number).type", "double")
    }
  }

  private mutating func elements(
    of node: JSONNode, in zone: Zone
  ) throws(InputError) -> [ElementFacts] {
    let schedule = try node.required("schedule", try node.object("schedule"))
    let list = try schedule.list("elements")
    if list.isEmpty {
      throw schedule["elements"]?.breaks("have an element or more") ?? schedule.lacks("elements")
    }
    if list.count > Schedule.maximumElements {
      throw InputError(
        .tooLarge(what: "elements", limit: Schedule.maximumElements), field: "schedule.elements")
    }
    var elements: [ElementFacts] = []
    for (number, node) in list.enumerated() {
      elements.append(try element(try node.asObject, number, in: zone))
    }
    return elements.inOrder
  }
}

/// The link of a task to a HealthKit quantity.
enum HealthKitLinkage {
  static let names: [StaticString] = ["quantityIdentifier", "quantityType", "unitString"]
}

extension [ElementFacts] {
  /// The elements sorted by start, in original order where they start together, with one-based ids.
  fileprivate var inOrder: [ElementFacts] {
    let sorted = sorted { ($0.chain.start, $0.number) < ($1.chain.start, $1.number) }
    return sorted.enumerated().map { index, element in
      var element = element
      element.id = "\(index + 1)"
      return element
    }
  }
}

/// A parsed CareKit schedule element.
struct ElementFacts {
  /// The zero-based index in the document.
  let number: Int
  /// The id: its one-based index by start.
  var id = ""
  /// The expansion of its events.
  let chain: ChainedElement
  let duration: ISODuration
  let text: String?
  let targets: [CareKitValue]
  /// Whether its calendar declares a fixed zone.
  let isFixed: Bool
}

// Conversion to a schedule element.
extension ElementFacts {
  /// Returns the element for a patient in a time zone.
  func element(in patientZone: Zone) -> ScheduleElement {
    let zone = chain.zone
    var element = ScheduleElement(id, from: zone.moment(of: chain.start))
    element.isAllDay = chain.isAllDay
    if chain.isAllDay {
      element.start = .local(CivilDateTime(date: zone.civil(at: chain.start).date))
    }
    element.clockBinding = isFixed || zone != patientZone ? .fixed(zone) : .floating
    element.recurrence = .every(chain.planned.period)
    element.end = chain.end.map(zone.moment)
    (element.duration, element.text) = (duration, text)
    element.targets = targets.map { target in
      ScheduleElement.Target(.atLeast(target.content), units: target.units, kind: target.kind)
    }
    return element
  }
}

extension Zone {
  /// Returns an instant as a local time if it is the first with that local time; otherwise
  /// unchanged.
  func moment(of instant: Instant) -> LocalOrInstant {
    let local = civil(at: instant)
    return firstInstant(atOrAfter: local) == instant ? .local(local) : .instant(instant)
  }
}
