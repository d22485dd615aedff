/// A value of a ``JSONDocument``.
///
/// `null` is a value of its own; ``subscript(_:)`` treats it as absent, as FHIR and CareKit do.
package struct JSONNode {
  /// The document that contains it.
  package let document: JSONDocument
  let place: Int

  /// The kind of a value.
  package enum Kind: Sendable {
    case object, array, text, number, boolean, null
  }

  /// The kind of the value.
  package var kind: Kind {
    switch entry.kind {
    case .object: .object
    case .array: .array
    case .text: .text
    case .number: .number
    case .truth, .falsehood: .boolean
    case .null: .null
    }
  }

  private var entry: JSONDocument.Entry { document.entries[place] }

  /// The range of its text in the document, including quotes or brackets.
  ///
  /// - Complexity: O(*n*) for *n* members or elements, and those of the last one within it.
  package var textRange: Range<Int> {
    let start = Int(entry.start) - (entry.kind == .text ? 1 : 0)
    return start..<document.end(of: place)
  }
}

// Scalars.
extension JSONNode {
  /// The content of a string; `nil` for other values.
  ///
  /// An unpaired surrogate is decoded as U+FFFD.
  package var text: String? {
    let entry = entry
    guard entry.kind == .text else { return nil }
    return document.text(of: entry)
  }

  /// The content of a well-formed string without unpaired surrogates; `nil` for other values.
  package var exactText: String? {
    let entry = entry
    guard entry.kind == .text, !entry.isMalformed else { return nil }
    return document.exactText(of: entry)
  }

  /// A well-formed number that does not overflow, or NaN or Infinity in a lenient document; `nil`
  /// for other values.
  package var exactNumber: Double? {
    guard entry.kind == .number, !entry.isMalformed, let number = Double(source) else { return nil }
    return number.isFinite || document.bytes[Int(entry.start + entry.count) - 1] > 57 ? number : nil
  }

  /// A well-formed ``wholeNumber``; `nil` for other values.
  package var exactWholeNumber: Int? { entry.isMalformed ? nil : wholeNumber }

  /// A number, which may overflow to infinity; `nil` for other values.
  package var number: Double? {
    entry.kind == .number ? Double(source) : nil
  }

  /// A number without a fraction, also if written with zeros after the point; `nil` for other
  /// values.
  package var wholeNumber: Int? {
    guard entry.kind == .number else { return nil }
    return Int(source) ?? Double(source).flatMap { Int(exactly: $0) }
  }

  /// A Boolean; `nil` for other values.
  package var boolean: Bool? {
    switch entry.kind {
    case .truth: true
    case .falsehood: false
    case .object, .array, .text, .number, .null: nil
    }
  }

  /// The bytes of a string without backslashes, or of a number; `nil` for other values.
  ///
  /// - Complexity: O(1).
  package var plainBytes: ArraySlice<UInt8>? {
    let entry = entry
    guard entry.kind == .number || entry.kind == .text && !entry.isEscaped else { return nil }
    return document.bytes[Int(entry.start)..<Int(entry.start + entry.count)]
  }

  /// The JSON text of the value, including quotes or brackets.
  package var json: String { String(decoding: document.bytes[textRange], as: UTF8.self) }

  /// The source text of a scalar, or the bracket of an object or array with an ellipsis, for error
  /// messages.
  package var source: String {
    let entry = entry
    switch entry.kind {
    case .object: return "{…}"
    case .array: return "[…]"
    case .text, .number, .truth, .falsehood, .null:
      let (start, end) = (Int(entry.start), Int(entry.start + entry.count))
      return String(decoding: document.bytes[start..<end], as: UTF8.self)
    }
  }
}

// Members and elements.
extension JSONNode {
  /// Returns the member of an object with a name; `nil` if it is absent or null, or the value is
  /// not an object.
  ///
  /// The last of several members with one name is used, like in most JSON parsers.
  ///
  /// Safe: the bytes of the name are lent for the search.
  ///
  /// - Complexity: O(*n*) for *n* members.
  package subscript(_ name: StaticString) -> JSONNode? {
    guard let place = name.withUTF8Buffer({ document.member(of: place, $0) }) else { return nil }
    let node = JSONNode(document: document, place: place)
    return node.entry.kind == .null ? nil : node
  }

  /// Returns the member of an object with a name, which may be null; `nil` if it is absent.
  ///
  /// Safe: the bytes of the name are lent for the search.
  ///
  /// - Complexity: O(*n*) for *n* members.
  func member(_ name: String) -> JSONNode? {
    var name = name
    return name.withUTF8 { document.member(of: place, $0) }.map {
      JSONNode(document: document, place: $0)
    }
  }

  /// The members of an object in order, including nulls; empty for other values.
  package var members: some Sequence<(name: String, value: JSONNode)> {
    let isObject = entry.kind == .object
    return places.lazy.map { [document] place in
      (
        isObject ? document.text(of: document.entries[place]) : "",
        JSONNode(document: document, place: isObject ? place + 1 : place)
      )
    }.filter { _ in isObject }
  }

  /// Returns the names of an object's members that are not among the known ones, in order,
  /// including nulls.
  ///
  /// Safe: names are where the parser of the same bytes has found them.
  ///
  /// - Complexity: O(*n* · *k*) for *n* members and *k* names.
  package func names(besides known: [StaticString]) -> [String] {
    guard entry.kind == .object else { return [] }
    return document.bytes.withUnsafeBufferPointer { bytes in
      places.filter { place in
        !known.contains { document.entries[place].isName($0, in: bytes) }
      }
    }.map { document.text(of: document.entries[$0]) }
  }

  /// Returns the first of some names that an object has more than once.
  ///
  /// Safe: names are where the parser of the same bytes has found them.
  ///
  /// - Complexity: O(*n* · *k*) for *n* members and *k* names.
  package func repeated(among names: [StaticString]) -> String? {
    guard entry.kind == .object else { return nil }
    return document.bytes.withUnsafeBufferPointer { bytes in
      var isThere = names.map { _ in false }
      return places.first { place in
        guard let name = names.firstIndex(where: { document.entries[place].isName($0, in: bytes) })
        else { return false }
        defer { isThere[name] = true }
        return isThere[name]
      }
    }.map { document.text(of: document.entries[$0]) }
  }

  /// The elements of an array in order; empty for other values.
  package var elements: [JSONNode] {
    guard entry.kind == .array else { return [] }
    return places.map { JSONNode(document: document, place: $0) }
  }

  /// The number of members or elements.
  package var count: Int {
    entry.kind == .object || entry.kind == .array ? Int(entry.count) : 0
  }

  /// The entry indices of the elements, or of the members' names.
  private var places: [Int] {
    var places: [Int] = []
    guard count > 0 else { return places }
    let (end, isObject) = (Int(entry.next), entry.kind == .object)
    var place = place + 1
    while place < end {
      places.append(place)
      place = Int(document.entries[isObject ? place + 1 : place].next)
    }
    return places
  }
}

// The key path of a value.
extension JSONNode {
  /// A step of a key path.
  package enum Step: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  /// The key path from the outermost value to this one, found by searching the document.
  ///
  /// - Complexity: O(*n*) for *n* values of the document.
  package var path: [Step] { path(from: nil) }

  /// Returns the key path from a containing value to this one; `nil` is the outermost value.
  ///
  /// - Complexity: O(*n*) for *n* values of `outer`.
  package func path(from outer: JSONNode?) -> [Step] {
    var (steps, around) = ([Step](), outer ?? document.root)
    while around.place < place {
      let isObject = around.entry.kind == .object
      let places = around.places
      let number = places.lastIndex { $0 <= place } ?? 0
      let step = places[number]
      if isObject {
        steps.append(.member(document.text(of: document.entries[step])))
      } else {
        steps.append(.element(number))
      }
      around = JSONNode(document: document, place: isObject ? step + 1 : step)
    }
    return steps
  }
}

extension JSONDocument {
  /// Returns the end offset of a value's text; recursion is limited by the nesting depth.
  fileprivate func end(of place: Int) -> Int {
    let entry = entries[place]
    switch entry.kind {
    case .text: return Int(entry.start + entry.count) + 1
    case .number, .truth, .falsehood, .null: return Int(entry.start + entry.count)
    case .object, .array: break
    }
    var (last, next) = (place, place + 1)
    while next < Int(entry.next) {
      last = entry.kind == .object ? next + 1 : next
      next = Int(entries[last].next)
    }
    var position = last == place ? Int(entry.start) + 1 : end(of: last)
    while bytes[position].isSpace { position += 1 }
    return position + 1
  }

  /// Returns the entry index of the value of a member.
  ///
  /// Safe: places are the parser's: a value follows each name, and `next` is within the entries
  /// or at their end.
  fileprivate func member(of place: Int, _ name: UnsafeBufferPointer<UInt8>) -> Int? {
    let object = entries[place]
    guard object.kind == .object else { return nil }
    var (place, found) = (place + 1, Int?.none)
    return bytes.withUnsafeBufferPointer { bytes in
      entries.withUnsafeBufferPointer { entries in
        while place < Int(object.next) {
          if entries[place].isName(name, in: bytes) { found = place + 1 }
          place = Int(entries[place + 1].next)
        }
        return found
      }
    }
  }

  /// Returns the unescaped content of a string.
  fileprivate func text(of entry: Entry) -> String {
    let content = bytes[Int(entry.start)..<Int(entry.start + entry.count)]
    return entry.isEscaped
      ? String(decoding: content.unescaped, as: UTF16.self)
      : String(decoding: content, as: UTF8.self)
  }

  /// Returns the unescaped content of a string; `nil` if a surrogate is unpaired.
  fileprivate func exactText(of entry: Entry) -> String? {
    guard entry.isEscaped else { return text(of: entry) }
    let content = bytes[Int(entry.start)..<Int(entry.start + entry.count)]
    return String(validating: content.unescaped, as: UTF16.self)
  }
}

// Safe: as many bytes are compared as the parser has found from `start` on.
extension JSONDocument.Entry {
  fileprivate func isName(_ name: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    name.withUTF8Buffer { isName($0, in: bytes) }
  }

  /// Returns whether the entry has a name, which may be escaped.
  fileprivate func isName(
    _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if isEscaped {
      let content = ArraySlice(bytes[Int(start)..<Int(start + count)])
      return String(decoding: content.unescaped, as: UTF16.self).utf8.elementsEqual(name)
    }
    guard Int(count) == name.count else { return false }
    for index in 0..<name.count where bytes[Int(start) + index] != name[index] { return false }
    return true
  }
}
