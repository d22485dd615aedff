import Interchange
import Scheduling

/// The facts that event rows state about their patients, to detect rows with new facts.
///
/// Facts are only compared: the first row of a patient and each differing row are read as text.
struct PatientFacts {
  private let zones = RowBlock.Cells<Int32>(RowBlock.none)
  private let groups = RowBlock.Cells<Int32>(RowBlock.none)
  private let sites = RowBlock.Cells<Int32>(RowBlock.none)
  private let starts = RowBlock.Cells<Int64>(Int64(RowBlock.none))
  private var zoneCells = NameCells()
  private var groupCells = NameCells()
  private var siteCells = NameCells()
  private var startCells = NameCells()
  private let startNames = RowBlock.Cells<Int32>(RowBlock.none)
  private let names = ZoneNames()
  /// The known facts by the number of the patient.
  private var known: [Facts] = []
  /// Whether any column has facts about patients.
  private var hasFacts = false

  private struct Facts: Equatable {
    var zone, group, site: Int32
    var start: Int64

    /// The facts of a patient without rows so far.
    static let none = Facts(zone: .min, group: .min, site: .min, start: .min)
  }

  /// Reads the facts of a block's rows.
  mutating func read(
    _ columns: [ArrowColumn], _ places: EventTableReader.ColumnIndices, _ block: RowBlock
  ) {
    hasFacts =
      places.zone != nil || places.group != nil || places.start != nil || places.site != nil
    let number = { [names] in names.number(of: $0) }
    if let place = places.zone { zoneCells.read(columns[place], block, number, zones) }
    if let place = places.group { groupCells.read(columns[place], block, number, groups) }
    if let place = places.site { siteCells.read(columns[place], block, number, sites) }
    if let place = places.start { readStarts(columns[place], block, number) }
  }

  private mutating func readStarts(
    _ column: ArrowColumn, _ block: RowBlock, _ number: (String) -> Int32
  ) {
    if column.dictionary == nil, let integers = column.integers {
      for place in 0..<block.count {
        let row = block.rows.start[place]
        starts.start[place] = column.validity[row] ? integers[row] : .min + 1
      }
    } else {
      startCells.read(column, block, number, startNames)
      for place in 0..<block.count { starts.start[place] = Int64(startNames.start[place]) }
    }
  }

  private func facts(_ place: Int) -> Facts {
    Facts(
      zone: zones.start[place], group: groups.start[place], site: sites.start[place],
      start: starts.start[place])
  }

  /// Returns whether a row's facts equal the known ones of its patient.
  func isKnown(_ place: Int, of patient: Int32) -> Bool {
    !hasFacts || patient < known.count && known[Int(patient)] == facts(place)
  }

  /// Stores the facts of a row that was read as text.
  mutating func record(_ place: Int, of patient: Int32) {
    guard hasFacts, patient >= 0 else { return }
    while known.count <= patient { known.append(.none) }
    known[Int(patient)] = facts(place)
  }

  /// Returns the zone of a row; `nil` without one.
  func zone(_ place: Int) -> Zone? {
    names.zone(zones.start[place])
  }
}

/// The words of columns by number, with cached zones.
private final class ZoneNames {
  private var numbers: [String: Int32] = [:]
  private var names: [String] = []
  private var zones: [Int32: Zone] = [:]

  func number(of name: String) -> Int32 {
    if let known = numbers[name] { return known }
    numbers[name] = Int32(names.count)
    names.append(name)
    return Int32(names.count - 1)
  }

  /// Returns the zone with an interned name.
  func zone(_ number: Int32) -> Zone? {
    if number < 0 { return nil }
    if let known = zones[number] { return known }
    let zone = TableForm.content(of: names[Int(number)]).flatMap { Zone($0) }
    zones[number] = zone
    return zone
  }
}
