package import Scheduling

/// A JSON text (RFC 8259) and where each of its values stands, found in one pass over the bytes.
///
/// Values are looked up and decoded when they are asked for, so that what nobody asks for costs no more than
/// the pass. A document is used again for the next text: its ``JSONNode``s are valid until then.
///
///     let document = JSONDocument()
///     try document.read(Array(#"{"id": "ann", "doses": [1, 2.5]}"#.utf8))
///     print(document.root["doses"]!.elements.compactMap(\.number))  // [1.0, 2.5]
///
/// Safe: one thread has a document, and reads a text to its end before it looks a value up, so that accesses
/// never overlap. The place in a node of an earlier text is checked as any index is.
package final class JSONDocument {
  /// The text.
  // Reading never overlaps with looking values up, which are too many to be checked for it each time.
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
  /// The values and the names of members, each before what it contains.
  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  /// The deepest nesting that is read.
  private let deepest: Int
  private var open: [Int32] = []

  /// The longest text that is read, so that places in it have room in 32 bits.
  package static let limit = Int(Int32.max)

  /// A value or the name of a member.
  struct Entry {
    /// Where its text begins; that of a text behind the quote.
    var start: Int32
    /// The bytes of a scalar, without quotes; how many members or elements another value has.
    var count: Int32
    /// The place of the entry behind it and all that it contains.
    var next: Int32
    var kind: Kind
    /// Whether a text has backslashes.
    var isEscaped = false
  }

  /// The kinds of values.
  enum Kind: UInt8 {
    case object, array, text, number, truth, falsehood, null
  }

  /// Creates a document that holds `null`.
  ///
  /// - Parameter deepest: How many brackets may lie within each other.
  package init(deepest: Int = 64) {
    self.deepest = deepest
    (bytes, entries) = (Array("null".utf8), [Entry(start: 0, count: 4, next: 1, kind: .null)])
  }

  /// The outermost value.
  package var root: JSONNode { JSONNode(document: self, place: 0) }

  /// Reads another text into the same memory.
  ///
  /// - Throws: `InputError` where it is no JSON, is no UTF-8 or lies too deep; the document holds nothing
  ///   then.
  /// - Complexity: O(*n*) for *n* bytes.
  package func read(_ text: some Collection<UInt8>) throws(InputError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    try parse()
  }

  /// Reads another text from memory.
  ///
  /// - Throws: What reading any text throws.
  package func read(_ text: UnsafeBufferPointer<UInt8>) throws(InputError) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    try parse()
  }

  private func parse() throws(InputError) {
    entries.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    guard bytes.count <= JSONDocument.limit else {
      throw cleared(InputError(.tooLarge(what: "bytes in one document", limit: JSONDocument.limit)))
    }
    var parser = JSONParser(deepest: deepest, entries: entries, open: open)
    (entries, open) = ([], [])
    let failure = bytes.withUnsafeBufferPointer { parser.parse($0) }
    (entries, open) = (parser.entries, parser.open)
    if let failure { throw cleared(error(failure)) }
    if parser.hasForeignBytes, (try? UTF8Span(validating: bytes.span)) == nil {
      throw cleared(InputError(.broken(.invalidUTF8)))
    }
  }

  /// What a failure is to a person, with the text around it.
  private func error(_ failure: JSONParser.Failure) -> InputError {
    switch failure {
    case .tooDeep: InputError(.tooLarge(what: "brackets within each other", limit: deepest))
    case .truncated: InputError(.broken(.truncated))
    case .malformed(let place):
      InputError(
        .malformed(
          text: String(
            decoding: bytes[max(0, place - 20)..<min(bytes.count, place + 20)], as: UTF8.self),
          .json))
    }
  }

  private func cleared(_ error: InputError) -> InputError {
    (bytes, entries) = ([], [Entry(start: 0, count: 0, next: 1, kind: .null)])
    return error
  }
}
