import Scheduling
import Testing

/// A schedule is a value that anybody may set to anything; compiling it says what is wrong.
@Suite struct ScheduleTests {
  private func refusal(_ change: (inout ScheduleElement) -> Void) -> String? {
    let schedule = Schedule([.test("2025-01-01T08:00:00", every: "P1D", change)])
    do throws(InputError) {
      _ = try Occurrences(of: schedule, in: .utc)
      return nil
    } catch { return error.field }
  }

  @Test func isRefusedWithItsPlace() {
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.recurrence = .every(.zero) } == "elements.0.every")
    #expect(refusal { $0.duration.days = -1 } == "elements.0.duration")
    #expect(refusal { $0.count = 0 } == "elements.0.count")
    #expect(refusal { $0.id = "" } == "elements.0.id")
    #expect(
      refusal {
        var period = Period(days: 1)
        period.seconds = .max
        $0.recurrence = .every(period)
      } == "elements.0.every")
    #expect(
      refusal {
        $0.window = .init(closesAfter: Period(days: 1))
        $0.window?.opensBefore.months = -1
      } == "elements.0.window.opensBefore")
    #expect(
      refusal { $0.recurrence = .rule(RecurrenceRule(.daily, interval: 0)) }
        == "elements.0.rule.INTERVAL")
  }

  /// What composes schedules leaves an invalid one as it is.
  @Test func isLeftAsItIs() {
    let invalid = Schedule([.test("2025-01-01T08:00:00", .every(.zero))])
    #expect(invalid.limited(to: 3) == invalid)
    #expect(throws: InputError.self) { try invalid.excluding(invalid.elements[0]) }
    #expect(throws: InputError.self) { try invalid.iCalendar }
  }
}
