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
    bytes.put(csv: text)
  }

  /// Writes a number, which needs no protection against formula injection.
  mutating func field(number: Double) {
    begin()
    bytes.put(exact: number)
  }

  mutating func field(_ name: String, _ truth: Bool) {
    begin()
    if truth { bytes.put("true") }
  }

  /// Writes a list of texts with a semicolon as the delimiter.
  mutating func field(_ name: String, list: [String]) {
    let isPlain = list.allSatisfy { !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: ";")) }
    begin()
    if isPlain {
      bytes.put(csv: list.joined(separator: ";"))
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
      bytes.put(csv: entries.joined(separator: ";"))
    } else {
      more.property(name, labelled: labelled)
    }
  }

  /// Writes notes; only a single plain text fits into a column.
  mutating func field(_ name: String, notes: [RecordNote]) {
    begin()
    if notes.count == 1, notes[0] == RecordNote(notes[0].content), !notes[0].content.isEmpty {
      bytes.put(csv: notes[0].content)
    } else {
      more.property("notes", notes: notes)
    }
  }

  /// Writes the column `more` and ends the row.
  mutating func end() {
    begin()
    if !more.bytes.isEmpty {
      let properties = [UInt8(ascii: "{")] + more.bytes + [UInt8(ascii: "}")]
      bytes.put(quotingIfNeeded: properties.span)
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
