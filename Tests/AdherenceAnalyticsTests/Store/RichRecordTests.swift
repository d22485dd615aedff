import AdherenceAnalytics
import Scheduling
import StoreChecks
import TestSupport
import Testing

/// The sample record sets every field, including those added later.
@Suite struct RichRecordTests {
  /// The properties that every sample leaves at the default.
  private func blankFields<Value>(of samples: [Value], beside blank: Value) -> [String] {
    let fields = Mirror(reflecting: blank).children.map { (label: $0.label, text: "\($0.value)") }
    let texts = samples.map { Mirror(reflecting: $0).children.map { "\($0.value)" } }
    return fields.indices.filter { index in texts.allSatisfy { $0[index] == fields[index].text } }
      .map { fields[$0].label ?? "" }
  }

  @Test func setsEveryField() throws {
    let rich = try CareRecord.rich(id: "rich")
    let schedule = rich.tasks[0].schedule
    let contact = rich.contacts[0]
    #expect(blankFields(of: rich.patients, beside: Patient(id: "", zone: .utc)) == [])
    #expect(blankFields(of: rich.carePlans, beside: CarePlan(id: "")) == [])
    #expect(blankFields(of: rich.contacts, beside: Contact(id: "")) == [])
    #expect(blankFields(of: [contact.address].compactMap(\.self), beside: PostalAddress()) == [])
    // Dating a schedule that follows events sets these.
    #expect(
      blankFields(of: rich.tasks, beside: CareTask(id: "", schedule: Schedule([])))
        == ["undatedSchedule", "eventsMissing", "datingProblem"])
    #expect(blankFields(of: [schedule], beside: Schedule([])) == [])
    let element = ScheduleElement("", from: LocalOrInstant.instant(.earliest))
    #expect(blankFields(of: schedule.elements, beside: element) == [])
    let target = ScheduleElement.Target(0)
    #expect(blankFields(of: schedule.elements.flatMap(\.targets), beside: target) == [])
    let hold = Hold(from: .instant(.earliest), to: nil)
    #expect(blankFields(of: rich.holds, beside: hold) == [])
    let event = NamedEvent("", at: .instant(.earliest))
    #expect(blankFields(of: rich.namedEvents, beside: event) == [])
    let outcome = Outcome(task: "", time: .earliest)
    #expect(blankFields(of: Array(rich.outcomes), beside: outcome) == [])
    #expect(blankFields(of: rich.patient.notes, beside: RecordNote("")) == [])
  }
}
