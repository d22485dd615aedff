import Diagnostics
import ScheduleFormats
import Scheduling
import Testing

/// The properties of a schedule can be set to any values; compiling it reports invalid ones.
@Suite struct ScheduleTests {
  private func refusal(_ change: (inout ScheduleElement) -> Void) -> String? {
    let schedule = Schedule([.test("2025-01-01T08:00:00", every: "P1D", change)])
    do throws(InputError) {
      _ = try Occurrences(of: schedule, in: .utc)
      return nil
    } catch { return error.field }
  }

  @Test func isRejectedWithItsKeyPath() {
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.recurrence = .every(.zero) } == "elements.0.every")
    #expect(refusal { $0.duration.days = -1 } == "elements.0.duration")
    #expect(refusal { $0.count = 0 } == "elements.0.count")
    #expect(refusal { $0.id = "" } == "elements.0.id")
    #expect(
      refusal {
        var period = ISODuration(days: 1)
        period.seconds = .max
        $0.recurrence = .every(period)
      } == "elements.0.every")
    #expect(
      refusal {
        $0.window = .init(closesAfter: ISODuration(days: 1))
        $0.window?.opensBefore.months = -1
      } == "elements.0.window.opensBefore")
    #expect(
      refusal { $0.recurrence = .rule(RecurrenceRule(.daily, interval: 0)) }
        == "elements.0.rule.INTERVAL")
  }

  /// Operators on schedules leave an invalid one unchanged.
  @Test func isLeftUnchanged() {
    let invalid = Schedule([.test("2025-01-01T08:00:00", .every(.zero))])
    #expect(invalid.limited(to: 3) == invalid)
    #expect(throws: InputError.self) { try invalid.excluding(invalid.elements[0]) }
    #expect(throws: InputError.self) { try invalid.iCalendar }
  }
}
