import AdherenceAnalytics
import Scheduling

/// The versions of a record that a stored record of the same patient lacks.
///
/// Records with an id are compared by the id and the times that distinguish versions; records
/// without one are compared by value as a multiset.
struct MissingVersions {
  private(set) var patients: [Patient]
  private(set) var carePlans: [CarePlan]
  private(set) var contacts: [Contact]
  private(set) var tasks: [CareTask]
  private(set) var holds: [Hold]
  private(set) var namedEvents: [NamedEvent]
  private(set) var outcomes: [Int]

  init(in record: CareRecord, beyond known: CareRecord) {
    let zone = known.patient.zone
    func missing<Version: VersionedRecord>(_ path: (CareRecord) -> [Version]) -> [Version] {
      let there = Set(path(known).map { VersionIdentity($0, in: zone) })
      return path(record).filter { !there.contains(VersionIdentity($0, in: zone)) }
    }
    patients = missing(\.patients)
    carePlans = missing(\.carePlans)
    contacts = missing(\.contacts)
    tasks = missing(\.tasks)
    holds = MissingVersions.versions(in: record.holds, beyond: known.holds) {
      EventIdentity($0.id, $0.recordedAt)
    }
    namedEvents = MissingVersions.versions(in: record.namedEvents, beyond: known.namedEvents) {
      EventIdentity($0.id, $0.recordedAt)
    }
    outcomes = record.outcomes.positions(missingIn: known.outcomes)
  }

  var isEmpty: Bool {
    patients.isEmpty && carePlans.isEmpty && contacts.isEmpty && tasks.isEmpty && holds.isEmpty
      && namedEvents.isEmpty && outcomes.isEmpty
  }

  private static func versions<Version: Hashable>(
    in versions: [Version], beyond known: [Version], _ identity: (Version) -> EventIdentity?
  ) -> [Version] {
    let identities = Set(known.compactMap(identity))
    var contents = Multiset(known.filter { identity($0) == nil })
    return versions.filter { version in
      guard let identity = identity(version) else { return !contents.take(version) }
      return !identities.contains(identity)
    }
  }
}

/// A multiset of values.
private struct Multiset<Element: Hashable> {
  private var counts: [Element: Int] = [:]

  init(_ elements: some Sequence<Element>) {
    for element in elements { counts[element, default: 0] += 1 }
  }

  /// Removes one instance of an element and returns whether there was one.
  mutating func take(_ element: Element) -> Bool {
    guard let count = counts[element], count > 0 else { return false }
    counts[element] = count - 1
    return true
  }
}

extension OutcomeTable {
  /// Returns the positions of the outcomes that another table lacks, in ascending order.
  ///
  /// - Complexity: O(*n* + *m*); a common prefix of rows is compared without creating outcomes.
  fileprivate func positions(missingIn known: OutcomeTable) -> [Int] {
    var translation = Translation(from: names, to: known.names)
    let plain = rows.indices.lazy.filter { !rows[$0].marks.contains(.detailed) }
    var same = 0
    while same < Swift.min(rows.count, known.rows.count), !rows[same].marks.contains(.detailed),
      translation.row(rows[same]) == known.rows[same]
    { same += 1 }
    if same == rows.count { return [] }
    var left = Multiset(
      known.rows[same...].lazy.filter { !$0.marks.contains(.detailed) })
    var missing: [Int] = []
    for position in plain where position >= same {
      guard let row = translation.row(rows[position]), left.take(row) else {
        missing.append(position)
        continue
      }
    }
    return (missing + detailedPositions(missingIn: known)).sorted()
  }

  private func detailedPositions(missingIn known: OutcomeTable) -> [Int] {
    let identities = Set(known.details.values.compactMap { EventIdentity($0.id, $0.recordedAt) })
    var contents = Multiset(known.details.values.lazy.filter { $0.id == nil })
    return details.sorted { $0.key < $1.key }.compactMap { position, outcome in
      if let identity = EventIdentity(outcome.id, outcome.recordedAt) {
        return identities.contains(identity) ? nil : position
      }
      return contents.take(outcome) ? nil : position
    }
  }

  /// A translation of rows to the interned names of another table.
  private struct Translation {
    let from: NameTable
    let to: NameTable
    private var numbers: [Int32: Int32] = [:]

    init(from: NameTable, to: NameTable) {
      self.from = from
      self.to = to
    }

    /// Returns the translated row; `nil` if it has a name that the other table lacks.
    mutating func row(_ row: Row) -> Row? {
      var translated = row
      guard let task = number(row.task), let element = number(row.element),
        let units = number(Int32(row.units)).flatMap({ Int16(exactly: $0) }),
        let kind = number(Int32(row.kind)).flatMap({ Int16(exactly: $0) })
      else { return nil }
      (translated.task, translated.element) = (task, element)
      (translated.units, translated.kind) = (units, kind)
      return translated
    }

    private mutating func number(_ number: Int32) -> Int32? {
      if number < 0 { return number }
      if let known = numbers[number] { return known }
      guard let found = to.known(from[number]) else { return nil }
      numbers[number] = found
      return found
    }
  }
}
