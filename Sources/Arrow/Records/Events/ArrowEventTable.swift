import Interchange
import Scheduling

/// A stream of events as rows.
struct ArrowEventTable: EventTable {
  let table: ArrowTable
  var form = TableForm()

  var source: String { table.name }
  var columns: [String] { table.columns.map(\.name) }

  /// Reads a stream to its end, with all columns whose values have a text.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - name: The name of the table in errors.
  /// - Throws: `InputError` where the producer fails.
  init(_ stream: ArrowStream, name: String) throws(InputError) {
    let schema = try stream.schema()
    var readable: Set<String> = []
    for column in schema.children.flatMap(ArrowTable.flattened) where column.field.hasText {
      readable.insert(column.name)
    }
    table = try ArrowTable(stream, name: name) { readable.contains($0) }
  }

  /// Checks the types of the columns that the rows are read by.
  ///
  /// - Throws: `InputError` where one cannot mean what it is to mean.
  func check(_ columns: EventColumns, _ places: EventTableReader.Places) throws(InputError) {
    let isCount = [.seconds, .milliseconds, .excel].contains(columns.form.times)
    let meanings: [(Int?, ColumnMeaning)] = [
      (places.patient, .word), (places.task, .word), (places.value, .value),
      (places.units, .word), (places.kind, .word), (places.group, .word),
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

  /// The format of the times of a column: typed columns have one form only.
  func times(of place: Int) -> MomentFormat {
    switch table.columns[place].field.valueType {
    case .date, .timestamp: .automatic
    default: form.times
    }
  }

  func number(_ text: String) -> String { form.number(text) }

  /// Rows are compared where their events are alike.
  func digest(_ row: Int) -> UInt32 { 0 }

  /// Whether two rows are the same in all columns.
  func areSame(_ row: Int, _ other: Int) -> Bool {
    table.columns.indices.allSatisfy { place in
      (try? text(row, place)) == (try? text(other, place))
    }
  }
}

// The profile of a stream.
extension ArrowEventTable {
  /// The number of rows above which a part of them is looked at.
  private static let sampleLimit = 200_000

  /// What the columns are, as a part of the rows has it.
  var profile: TableProfile { profile(step: max(1, table.count / ArrowEventTable.sampleLimit)) }

  /// What the columns are, as all rows have it: a rare word of a status is not overlooked.
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

  /// Finds the zone of the patients' clocks by the types of the columns of times.
  ///
  /// - Parameter column: The column of the time, where it is named.
  /// - Returns: The zone; `nil` where the columns have none, several, or UTC, in which most programs
  ///   keep times whatever the clock.
  func zone(ofTime column: String?) -> Zone? {
    let named = table.columns.filter { $0.name == column }
    let zones = Set(
      (named.isEmpty ? table.columns : named).compactMap { column -> String? in
        guard case .timestamp(_, let zone) = column.field.valueType else { return nil }
        return zone
      })
    guard zones.count == 1, let name = zones.first else { return nil }
    // A fixed offset has a sign in front, as +09:00.
    let zone = Zone(name) ?? Zone("GMT\(name)")
    return ArrowEventTable.namesOfUTC.contains(name) ? nil : zone
  }

  private static let namesOfUTC: Set<String> = [
    "UTC", "Etc/UTC", "UCT", "Etc/UCT", "Universal", "Etc/Universal", "Z", "Zulu", "Etc/Zulu",
    "GMT", "Etc/GMT", "+00:00", "-00:00",
  ]
}

extension ArrowField {
  /// Whether the values can be read as text.
  fileprivate var hasText: Bool {
    switch valueType {
    case .text, .integer, .float, .decimal, .boolean, .date, .timestamp, .time, .duration, .null:
      true
    default: false
    }
  }
}
