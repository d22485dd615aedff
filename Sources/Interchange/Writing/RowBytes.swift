import AdherenceAnalytics
import Formats
import Scheduling

/// An encoder of table rows.
///
/// Values that a column cannot represent, such as an empty text or a list of texts with semicolons,
/// are written to the last column, `more`, as properties of a JSON object.
struct RowBytes {
  var bytes: [UInt8] = []
  /// The properties of the row in `more`.
  var more = JSONBytes()
  private var isFirst = true

  /// Writes a text; `nil` is an empty field.
  mutating func field(_ name: String, _ text: String?) {
    begin()
    guard let text else { return }
    if text.isEmpty { return more.property(name, "") }
    bytes.append(field: text)
  }

  /// Writes a number, which needs no protection against formula injection.
  mutating func field(number: Double) {
    begin()
    bytes.append(contentsOf: number.written)
  }

  mutating func field(_ name: String, _ truth: Bool) {
    begin()
    if truth { bytes.append(contentsOf: "true".utf8) }
  }

  /// Writes a list of texts with a semicolon as the delimiter.
  mutating func field(_ name: String, list: [String]) {
    let isPlain = list.allSatisfy { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: ";")) }
    begin()
    if isPlain {
      bytes.append(field: list.joined(separator: ";"))
    } else {
      more.property(name, list: list)
    }
  }

  /// Writes labelled values as `home=1;work=2`.
  mutating func field(_ name: String, labelled: [LabelledValue]) {
    let entries = labelled.map { $0.label.isEmpty ? $0.value : "\($0.label)=\($0.value)" }
    let isPlain = zip(labelled, entries).allSatisfy { value, entry in
      !entry.isEmpty && !entry.utf8.contains(UInt8(ascii: ";"))
        && !(value.label.isEmpty ? value.value : value.label).utf8.contains(UInt8(ascii: "="))
    }
    begin()
    if isPlain {
      bytes.append(field: entries.joined(separator: ";"))
    } else {
      more.property(name, labelled: labelled)
    }
  }

  /// Writes notes; only a single plain text fits into a column.
  mutating func field(_ name: String, notes: [RecordNote]) {
    begin()
    if notes.count == 1, notes[0] == RecordNote(notes[0].content), !notes[0].content.isEmpty {
      bytes.append(field: notes[0].content)
    } else {
      more.property("notes", notes: notes)
    }
  }

  /// Writes the column `more` and ends the row.
  mutating func end() {
    begin()
    if !more.bytes.isEmpty {
      bytes.append(field: [UInt8(ascii: "{")] + more.bytes + [UInt8(ascii: "}")])
      more.removeAll()
    }
    bytes.append(.newline)
    isFirst = true
  }

  /// Removes the last bytes, which may include part of a row.
  mutating func removeLast(_ count: Int) {
    bytes.removeLast(count)
    more.removeAll()
    isFirst = true
  }

  private mutating func begin() {
    if !isFirst { bytes.append(.comma) }
    isFirst = false
  }
}

extension [UInt8] {
  /// Appends a field, quoted if necessary and protected against formula injection.
  mutating func append(field text: String) {
    if SpreadsheetText.isGuarded(text) {
      append(quoted: [UInt8(ascii: "'")] + text.utf8)
    } else if text.utf8.contains(where: \.needsQuotes) {
      append(quoted: text.utf8)
    } else {
      append(contentsOf: text.utf8)
    }
  }

  /// Appends bytes as a field, quoted if necessary.
  mutating func append(field bytes: [UInt8]) {
    if bytes.contains(where: \.needsQuotes) {
      append(quoted: bytes)
    } else {
      append(contentsOf: bytes)
    }
  }

  private mutating func append(quoted bytes: some Sequence<UInt8>) {
    append(.quote)
    for byte in bytes {
      if byte == .quote { append(.quote) }
      append(byte)
    }
    append(.quote)
  }
}

extension UInt8 {
  fileprivate var needsQuotes: Bool {
    self == .comma || self == .quote || self == .newline || self == .carriageReturn
  }
}
