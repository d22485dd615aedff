import Diagnostics
import FHIR
import Formats
import Interchange
import Scheduling
import Testing

@Suite struct TimingGoldenTests {
  /// Elements, occurrences, windows, quotas, caps and notes of every case, or its error.
  @Test func agreesWithTheReference() throws {
    let cases = try TimingCase.all()
    #expect(cases.count == 651)
    for one in cases {
      let expected = one.node["expected"]
      switch one.plan {
      case .failure(let error):
        #expect(error.problem.kind == expected?["error"]?.text, "\(one.id): \(error)")
        #expect(!error.problem.keepsRecord, "\(one.id)")
      case .success(let plan):
        #expect(expected?["error"] == nil, "\(one.id)")
        let text = PlanText(zone: one.zone, days: try one.days())
        let (ours, theirs) = (try text.lines(of: plan), PlanText.lines(expected: expected))
        #expect(ours.first { !theirs.contains($0) } == nil, "\(one.id)")
        #expect(theirs.first { !ours.contains($0) } == nil, "\(one.id)")
        #expect(ours.count == theirs.count, "\(one.id)")
        let notes = Set((expected?["diagnostics"]?.elements ?? []).compactMap(\.text))
        #expect(Set(plan.notes.map(\.problem.kind)) == notes, "\(one.id)")
        #expect(plan.notes.allSatisfy { $0.problem.keepsRecord && $0.field != nil })
      }
    }
  }
}
