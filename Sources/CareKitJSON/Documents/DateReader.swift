import Interchange
import Scheduling

/// Reads the dates of a document, which writes all of them in one way.
struct DateReader {
  /// The ways in which a date is written.
  private enum Form { case seconds, text, parse }

  private var form: Form?
  /// The dates that are written otherwise than the first one: the first of each document.
  private(set) var mixed: InputError?
  private var isMixed = false

  /// CareKit's day of reference, 2001-01-01T00:00:00Z, in seconds since 1970.
  static let reference: Int64 = 978_307_200
  /// A number beyond this counts milliseconds.
  private static let limit = 5e9
  /// The last date that a number can be.
  static let latest = Instant(seconds: reference + Int64(limit))

  /// Reads a member that is a date, rounded down to a second.
  mutating func date(_ name: StaticString, of node: JSONNode) throws(InputError) -> Instant? {
    guard let node = node[name] else { return nil }
    return try date(node)
  }

  /// Reads a date.
  mutating func date(_ node: JSONNode) throws(InputError) -> Instant {
    let (instant, form) = try read(node)
    if self.form == nil { self.form = form }
    if form != self.form, !isMixed { (isMixed, mixed) = (true, node.notes(.mixedDates)) }
    return instant
  }

  /// Takes what there is to report.
  mutating func takeMixed() -> InputError? {
    defer { mixed = nil }
    return mixed
  }

  private func read(_ node: JSONNode) throws(InputError) -> (Instant, Form) {
    switch node.kind {
    case .number: return (try counted(node), .seconds)
    case .text: return (try written(node), .text)
    case .object:
      guard try node.text("__type") == "Date" else { throw node.isNot(.instant) }
      return (try written(try node.required("iso", node["iso"])), .parse)
    case .array, .boolean, .null: throw node.isNot(.instant)
    }
  }

  private func counted(_ node: JSONNode) throws(InputError) -> Instant {
    guard let number = node.number, number <= DateReader.limit,
      let seconds = Int64(exactly: number.rounded(.down))
    else { throw node.breaks("count seconds since 2001, not milliseconds") }
    let (sum, overflow) = seconds.addingReportingOverflow(DateReader.reference)
    let instant = Instant(seconds: sum)
    guard !overflow, Instant.earliest...Instant.latest ~= instant else {
      throw node.breaks("lie in the years 1 to 9999")
    }
    return instant
  }

  private func written(_ node: JSONNode) throws(InputError) -> Instant {
    guard let text = node.text, let instant = Instant(text) else { throw node.isNot(.instant) }
    return instant
  }
}
