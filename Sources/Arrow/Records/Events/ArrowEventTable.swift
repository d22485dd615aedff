import Diagnostics
import Interchange
import ScheduleFormats
import Scheduling

/// A stream of events as a table of rows.
struct ArrowEventTable: EventTable {
  let table: ArrowTable
  var form = TableForm()

  var source: String { table.name }
  var columns: [String] { table.columns.map(\.name) }

  /// Reads a stream to its end, with all columns whose values have a text form.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: The name of the table in error messages.
  /// - Throws: `InputError` if the producer fails.
  init(_ stream: ArrowStream, name: String) throws(InputError) {
    let schema = try stream.schema()
    var readable: Set<String> = []
    for column in schema.children.flatMap(ArrowTable.flattened) where column.field.hasText {
      readable.insert(column.name)
    }
    table = try ArrowTable(stream, name: name) { readable.contains($0) }
  }

  /// Validates the types of the columns in use.
  ///
  /// - Throws: `InputError` if a type does not suit the column's meaning.
  func check(_ columns: EventColumns, _ places: EventTableReader.ColumnIndices) throws(InputError) {
    let isCount = [.seconds, .milliseconds, .excel].contains(columns.form.times)
    let meanings: [(Int?, ColumnMeaning)] = [
      (places.patient, .word), (places.task, .word), (places.value, .value),
      (places.units, .word), (places.kind, .word), (places.group, .word), (places.event, .word),
    ]
    let times = (places.time.prefix(1) + places.planned.prefix(1)).map {
      (Optional($0), ColumnMeaning.moment)
    }
    for (place, meaning) in meanings + (isCount || !places.cells.isEmpty ? [] : times) {
      guard let place else { continue }
      do throws(InputError) {
        try meaning.check(table.columns[place])
      } catch {
        throw error.at(source: table.name)
      }
    }
  }

  func line(of row: Int) -> Int { row + 1 }

  func text(_ row: Int, _ place: Int?) throws(InputError) -> String? {
    guard let place, let text = try table.text(row, column: place) else { return nil }
    return TableForm.content(of: text)
  }

  func written(_ row: Int, _ place: Int) throws(InputError) -> WrittenMoment? {
    guard let text = try text(row, place) else { return nil }
    do throws(InputError) {
      return try times(of: place).readWritten(text)
    } catch {
      var error = error
      error.field = table.columns[place].name
      throw error
    }
  }

  /// Returns the time format of a column; typed columns have only one.
  func times(of place: Int) -> MomentFormat {
    switch table.columns[place].field.valueType {
    case .date, .timestamp: .automatic
    default: form.times
    }
  }

  func number(_ text: String) -> String { form.number(text) }

  /// Always 0: duplicate candidates are found by their events.
  func digest(_ row: Int) -> UInt32 { 0 }

  /// Returns whether two rows are equal in all columns.
  func areSame(_ row: Int, _ other: Int) -> Bool {
    table.columns.indices.allSatisfy { place in
      (try? text(row, place)) == (try? text(other, place))
    }
  }
}

// The profile of a stream.
extension ArrowEventTable {
  /// The number of rows above which a sample is profiled.
  private static let sampleLimit = 200_000

  /// The profile of a sample of rows.
  var profile: TableProfile { profile(step: max(1, table.count / ArrowEventTable.sampleLimit)) }

  /// The profile of all rows, which does not miss rare words of a status column.
  var fullProfile: TableProfile { profile(step: 1) }

  private func profile(step: Int) -> TableProfile {
    let rows = stride(from: 0, to: table.count, by: step)
    return TableProfile(
      source: source,
      columns: table.columns.indices.map { place in
        TableProfile.ColumnSample(
          name: table.columns[place].name,
          texts: rows.lazy.map { row in (try? text(row, place)) ?? nil })
      }, rows: table.count, isSampled: step > 1)
  }

  /// Returns the zone of the patients' clocks by the types of the time columns.
  ///
  /// - Parameter column: The time column, if it is named.
  /// - Returns: The zone; `nil` if the columns have none, several, or UTC, in which most programs
  ///   store times regardless of the local clock.
  func zone(ofTime column: String?) -> Zone? {
    let named = table.columns.filter { $0.name == column }
    let zones = Set(
      (named.isEmpty ? table.columns : named).compactMap { column -> String? in
        guard case .timestamp(_, let zone) = column.field.valueType else { return nil }
        return zone
      })
    guard zones.count == 1, let name = zones.first else { return nil }
    // A fixed offset starts with a sign, such as +09:00.
    let zone = Zone(name) ?? Zone("GMT\(name)")
    return ArrowEventTable.namesOfUTC.contains(name) ? nil : zone
  }

  private static let namesOfUTC: Set<String> = [
    "UTC", "Etc/UTC", "UCT", "Etc/UCT", "Universal", "Etc/Universal", "Z", "Zulu", "Etc/Zulu",
    "GMT", "Etc/GMT", "+00:00", "-00:00",
  ]
}

extension ArrowField {
  /// Whether the values have a text form.
  fileprivate var hasText: Bool {
    switch valueType {
    case .text, .integer, .float, .decimal, .boolean, .date, .timestamp, .time, .duration, .null:
      true
    default: false
    }
  }
}

// Safe: the bytes of a row are borrowed while the batch is held.
extension ArrowEventTable {
  /// Finds cells that contain rows of the file from which the columns were parsed.
  ///
  /// An unbalanced quote makes the following text, including line breaks, part of one cell.
  ///
  /// - Returns: A problem for the first such cell of each column.
  /// - Complexity: O(*n*) for *n* bytes of text.
  func mergedRows() -> [InputError] {
    table.columns.indices.compactMap { place in
      let cells = table.batches.lazy.compactMap {
        ArrowEventTable.mergedText(in: $0.columns[place])
      }
      return cells.first.map { text in
        InputError(
          .against(.mergedRows, text: text), field: table.columns[place].name, source: source)
      }
    }
  }

  private static func mergedText(in column: ArrowColumn) -> String? {
    let values = column.dictionary ?? column
    guard let texts = values.texts else { return nil }
    for row in 0..<values.count where values.validity[row] {
      let bytes = texts[row]
      guard bytes.contains(where: { $0 == 10 || $0 == 13 }) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if hasRecords(text) { return text }
    }
    return nil
  }

  /// Returns whether a line after the first looks like a record: several fields, one of which is a
  /// date or time.
  private static func hasRecords(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).dropFirst().contains { line in
      let fields = line.split { ",;\t|".contains($0) }
      return fields.count > 1
        && fields.contains {
          $0.utf8.count >= 8 && !MomentFormat.candidates(for: String($0)).isEmpty
        }
    }
  }
}

extension InputError.Rule {
  fileprivate static let mergedRows = Self(
    "unpairedQuotes",
    "has cells with lines like rows of a table, because of an unbalanced quote (read the"
      + " file by its path, which splits them)", keepsRecord: true)
}
