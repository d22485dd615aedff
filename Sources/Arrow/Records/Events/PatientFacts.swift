import Interchange
import Scheduling

/// What rows of events say of their patients, to find those that say something new.
///
/// It compares, and does not read: the first row of a patient, and each that differs, is read as texts.
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
  /// By the number of the patient.
  private var known: [Facts] = []
  /// Whether any column says something of patients.
  private var saysAnything = false

  private struct Facts: Equatable {
    var zone, group, site: Int32
    var start: Int64

    /// Those of a patient of whom no row was read.
    static let none = Facts(zone: .min, group: .min, site: .min, start: .min)
  }

  /// Reads what some rows say.
  mutating func read(
    _ columns: [ArrowColumn], _ places: EventTableReader.Places, _ block: RowBlock
  ) {
    saysAnything =
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

  /// Whether a row says the same of its patient as one that was read.
  func isKnown(_ place: Int, of patient: Int32) -> Bool {
    !saysAnything || patient < known.count && known[Int(patient)] == facts(place)
  }

  /// Remembers what a row says that was read.
  mutating func learn(_ place: Int, of patient: Int32) {
    guard saysAnything, patient >= 0 else { return }
    while known.count <= patient { known.append(.none) }
    known[Int(patient)] = facts(place)
  }

  /// The zone that a row says; `nil` where it says none.
  func zone(_ place: Int) -> Zone? {
    names.zone(zones.start[place])
  }
}

/// The words of columns by numbers, and the zones that some of them name.
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

  /// The zone of a name that was read once.
  func zone(_ number: Int32) -> Zone? {
    if number < 0 { return nil }
    if let known = zones[number] { return known }
    let zone = TableForm.content(of: names[Int(number)]).flatMap { Zone($0) }
    zones[number] = zone
    return zone
  }
}
