import AdherenceAnalytics
import Diagnostics
import ICalendar
import Scheduling
import TestSupport
import Testing

@Suite struct CalendarGoldenTests {
  @Test(arguments: CalendarCase.agreed)
  func agreed(_ example: CalendarCase) throws { try check(example) }

  /// Cases in which other implementations differ, and the RFC or the documentation decides.
  @Test(arguments: CalendarCase.disputed)
  func disputed(_ example: CalendarCase) throws { try check(example) }

  private func check(_ example: CalendarCase) throws {
    let file = try example.read()
    let found = try example.occurrences(of: file.record).map(\.description).sorted()
    let expected = example.expected.map { $0.withoutVEVENT.description }.sorted()
    #expect(Set(found).subtracting(expected) == [])
    #expect(Set(expected).subtracting(found) == [])
    #expect(found.count == expected.count)
    checkCancelled(example, file)
    checkProblems(example, file)
    checkTasks(example, file)
    checkOutcomes(example, file)
  }

  private func checkCancelled(_ example: CalendarCase, _ file: CalendarFile) {
    let found = file.record.cancelledOccurrences(in: .earliest..<(.latest)).map {
      CalendarCase.Cancelled(uid: $0.task, nominal: "\($0.key.nominal)")
    }
    if example.isAuthored { #expect(Set(found) == Set(example.cancelled ?? [])) }
  }

  private func checkProblems(_ example: CalendarCase, _ file: CalendarFile) {
    let places = file.problems.map {
      CalendarCase.Place(line: $0.line ?? 0, field: String(($0.field ?? "").prefix { $0 != "." }))
    }
    let kept = Set(zip(file.problems, places).filter { $0.0.problem.keepsRecord }.map(\.1))
    let rejected = Set(example.rejected?.map(\.plain) ?? [])
    #expect(rejected.isSubset(of: Set(places)))
    #expect(rejected.isDisjoint(with: kept))
    if example.isAuthored {
      let reported = Set(example.reported?.map(\.plain) ?? [])
      #expect(Set(places) == rejected.union(reported), "\(file.problems)")
    } else {
      let ofCalendars = ["METHOD", "VERSION", "CALSCALE"]
      let lost = Set(places).subtracting(kept).filter { !ofCalendars.contains($0.field) }
      #expect(lost == rejected, "\(file.problems)")
    }
  }

  private func checkTasks(_ example: CalendarCase, _ file: CalendarFile) {
    guard let expected = example.tasks else { return }
    var known: Set<String> = []
    let tasks = file.record.tasks.filter { known.insert($0.id).inserted }
    #expect(tasks.count == expected.count)
    for (task, expected) in zip(tasks, expected) {
      #expect(task.id == expected.uid || task.id == expected.uid + "#2")
      #expect(task.userInfo["component"] ?? "VEVENT" == expected.component)
      #expect(task.title == expected.title)
      #expect(task.instructions == expected.instructions)
      #expect(task.tags == expected.tags ?? [])
      #expect(task.notes.map(\.content) == expected.notes ?? [])
      #expect((task.deletedAt != nil) == (expected.cancelled ?? false))
    }
  }

  private func checkOutcomes(_ example: CalendarCase, _ file: CalendarFile) {
    guard example.isAuthored else { return }
    let found = file.record.outcomes.map { outcome in
      let percent = outcome.values.first?.amount ?? 100
      return CalendarCase.ExpectedOutcome(
        uid: outcome.task, nominal: outcome.key.map { "\($0.nominal)" },
        time: outcome.time?.description, percent: Int(percent))
    }
    #expect(Set(found) == Set(example.outcomes ?? []))
  }
}

extension CalendarCase {
  /// Whether all expected problems are listed.
  fileprivate var isAuthored: Bool { id.hasPrefix("authored/") }
}

extension CalendarCase.Expected {
  fileprivate var withoutVEVENT: Self {
    var expected = self
    if component == "VEVENT" { expected.component = nil }
    return expected
  }
}

extension CalendarCase.Place {
  fileprivate var plain: Self { Self(line: line, field: property) }
}
