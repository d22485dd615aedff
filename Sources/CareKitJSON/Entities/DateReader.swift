import Diagnostics
import Formats
import Interchange
import Scheduling

/// Parses the dates of a document, which should all have the same form.
struct DateReader {
  /// The forms of a date.
  private enum Form { case seconds, text, parse }

  private var form: Form?
  /// A warning about the first date in a form other than that of the first date.
  private(set) var mixed: InputError?
  private var isMixed = false

  /// CareKit's reference date, 2001-01-01T00:00:00Z, in seconds since 1970.
  static let reference: Int64 = 978_307_200
  /// A larger number is assumed to be in milliseconds.
  private static let limit = 5e9
  /// The latest date that can be written as a number.
  static let latest = Instant(seconds: reference + Int64(limit))

  /// Parses a date member, rounded down to a second.
  mutating func date(_ name: StaticString, of node: JSONNode) throws(InputError) -> Instant? {
    guard let node = node[name] else { return nil }
    return try date(node)
  }

  /// Parses a date.
  mutating func date(_ node: JSONNode) throws(InputError) -> Instant {
    let (instant, form) = try read(node)
    if self.form == nil { self.form = form }
    if form != self.form, !isMixed { (isMixed, mixed) = (true, node.notes(.mixedDates)) }
    return instant
  }

  /// Returns and clears the pending warning.
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
