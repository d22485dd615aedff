import FHIR
import Scheduling
import TestSupport
import Testing

@Suite struct FHIRDateTimeTests {
  struct Example: CustomTestStringConvertible {
    var text: String
    /// The first instant in New York, and the upper bound (exclusive).
    var first: String
    var next: String?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Example(text: "2024", first: "2024-01-01T05:00:00Z", next: "2025-01-01T05:00:00Z"),
    Example(text: "2024-02", first: "2024-02-01T05:00:00Z", next: "2024-03-01T05:00:00Z"),
    Example(text: "2024-12", first: "2024-12-01T05:00:00Z", next: "2025-01-01T05:00:00Z"),
    Example(text: "2024-03-10", first: "2024-03-10T05:00:00Z", next: "2024-03-11T04:00:00Z"),
    Example(
      text: "2024-03-10T08:00:00Z", first: "2024-03-10T08:00:00Z", next: "2024-03-10T08:00:01Z"),
    Example(
      text: "2024-03-10T08:00:00.999-05:00", first: "2024-03-10T13:00:00Z",
      next: "2024-03-10T13:00:01Z"),
    Example(
      text: "2024-03-10T08:00:60+05:30", first: "2024-03-10T02:30:59Z", next: "2024-03-10T02:31:00Z"
    ),
    Example(
      text: "2024-03-11T08:00:00", first: "2024-03-11T12:00:00Z", next: "2024-03-11T12:00:01Z"),
    Example(text: "9999-12-31", first: "9999-12-31T05:00:00Z", next: nil),
    Example(text: "9999-12", first: "9999-12-01T05:00:00Z", next: nil),
    Example(text: "9999", first: "9999-01-01T05:00:00Z", next: nil),
    Example(text: "9999-12-31T23:59:59", first: "+10000", next: nil),
  ])
  func spansTheGivenPeriod(_ example: Example) throws {
    let zone = try zone("America/New_York")
    let moment = try #require(FHIRDateTime(example.text))
    if let first = Instant(example.first) { #expect(moment.first(in: zone) == first) }
    #expect(moment.next?.instant(in: zone) == example.next.flatMap { Instant($0) })
    #expect(moment.isDate == !example.text.contains("T"))
    #expect(moment.isPartial == (example.text.count < 10))
  }

  @Test func lacksOffsetsOfTimesOnly() {
    #expect(FHIRDateTime("2024-03-11T08:00:00")?.lacksOffset == true)
    #expect(FHIRDateTime("2024-03-11T08:00:00Z")?.lacksOffset == false)
    #expect(FHIRDateTime("2024-03-11")?.lacksOffset == false)
  }

  @Test(arguments: [
    "", "soon", "24", "0000", "0000-01-01", "10000-01-01", "2024-", "2024-13", "2024-00", "2024-2",
    "2024-02-30", "2024-02-3", "2024-02-29T", "2024-02-29T08:00", "2024-02-29T24:00:00",
    "2024-02-29T08:60:00", "2024-02-29T08:00:61", "2024-02-29T08:00:00.", "2024-02-29T08:00:00.Z",
    "2024-02-29T08:00:00+15:00", "2024-02-29T08:00:00+14:01", "2024-02-29T08:00:00+0100",
    "2024-02-29T08:00:00z", "2024-02-29 08:00:00Z", "2024-02-29T08:00:00ZZ", "2024Z", " 2024",
    "-2024-01-01", "２０２４",
  ])
  func rejectsWhatFHIRForbids(_ text: String) { #expect(FHIRDateTime(text) == nil) }
}
