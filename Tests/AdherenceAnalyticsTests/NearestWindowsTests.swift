import TestSupport
import TestSampling
import Testing

@testable import AdherenceAnalytics

@Suite struct NearestWindowsTests {
  static func find(_ spans: [Span], _ events: [Int64]) -> [Int32] {
    var (windows, found) = (NearestWindows(), [Int32]())
    windows.find(for: events, in: WindowColumns(spans), into: &found)
    return found
  }

  @Test func theNearestWindowIsTheEarlierOfTwoAsNear() {
    let spans = [
      Span(open: 0, start: 10, expiry: 20), Span(open: 5, start: 14, expiry: 30),
    ]
    #expect(Self.find(spans, [3, 12, 13, 25, 30]) == [0, 0, 1, 1, -1])
  }

  /// The definition: of the windows that contain the event, the first with the nearest start.
  static func nearest(_ spans: [Span], _ event: Int64) -> Int32 {
    let holding = spans.indices.filter { spans[$0].contains(event) }
    return Int32(
      holding.min { abs(spans[$0].start - event) < abs(spans[$1].start - event) } ?? -1)
  }

  @Test(arguments: WindowAssignmentTests.Shape.allCases, 1...4 as ClosedRange<UInt64>)
  func randomWorldsByTheDefinition(_ shape: WindowAssignmentTests.Shape, seed: UInt64) {
    var random = Seeded(state: seed)
    for _ in (0..<200).sampled(60) {
      let line = Int64.random(in: 3...120, using: &random)
      let spans = WindowAssignmentTests.spans(shape, line: line, using: &random)
      let events = Array(-10...line + 10)
      #expect(Self.find(spans, events) == events.map { Self.nearest(spans, $0) }, "\(spans)")
    }
  }
}
