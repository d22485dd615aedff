import TestSupport

/// A sender of the same values in random layouts: formats, chunks, offsets, bitmaps, dictionaries.
struct RandomLayout: Drawing {
  var random: Seeded

  init(seed: UInt64) { random = Seeded(state: seed) }

  mutating func isTrue() -> Bool { Bool.random(using: &random) }

  mutating func sent(_ table: SentTable) -> SentTable {
    var table = table
    table.offset = number(0...1) * number(1...9)
    table.chunks = (0..<number(0...4)).map { _ in number(0...max(table.count / 2, 1)) }
    for place in table.columns.indices { table.columns[place] = sent(table.columns[place]) }
    return table
  }

  mutating func sent(_ column: SentColumn) -> SentColumn {
    var column = column
    if ["u", "U", "vu"].contains(column.format) {
      column.format = ["u", "U", "vu"].randomElement(using: &random) ?? "u"
      if isTrue() { column = encoded(column) }
    }
    column.offset = number(0...1) * number(1...17)
    column.hasValidity = isTrue()
    column.countsNulls = isTrue()
    return column
  }

  /// Returns the same texts with a dictionary that also has a null and unused entries.
  private mutating func encoded(_ column: SentColumn) -> SentColumn {
    var entries = Array(Set(column.texts)).map { SentCell($0) } + [.text("unused"), .null]
    entries.shuffle(using: &random)
    guard entries.count < 100 else { return column }
    let null = entries.firstIndex(of: .null) ?? 0
    let formats = ["c", "C", "s", "S", "i", "I", "l", "L"]
    var encoded = SentColumn(
      column.name, formats.randomElement(using: &random) ?? "i",
      column.texts.map { text in
        // A null is encoded as an index or as an entry.
        if text == nil, Bool.random(using: &random) { return .int(Int64(null)) }
        return text.map { text in
          .int(Int64(entries.firstIndex(of: .text(text)) ?? 0))
        } ?? .null
      })
    encoded.dictionary = entries
    encoded.dictionaryFormat = column.format
    return encoded
  }
}
