package import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A loader of records into a store, with many patients per transaction.
package final class Loader<Storage: LoadingStorage> {
  private let storage: Storage
  package private(set) var report = LoadReport()
  /// The number of rows in the current transaction.
  private var rows = 0

  /// The names of events in the schedules and records of the loaded patients, as stored.
  private var eventNames = EventNames()

  /// The number of rows at which a transaction is committed, after the current patient.
  private let batch: Int

  /// Creates a loader; a connection of its own lets others write between two transactions of a
  /// load.
  package init(_ storage: Storage, batch: Int) {
    self.storage = storage
    self.batch = batch
  }

  /// Loads all records of a source.
  package func load<Source: CohortSource>(
    _ source: Source, _ progress: (LoadProgress) throws -> Void
  ) throws {
    report.read.merge(source.counts)
    report.note(source.problems)
    let entries = ReadAhead(source)
    defer { entries.stop() }
    var place = LoadProgress(allPatients: source.patientIDs.count)
    var next = try entries.next()
    while next != nil {
      var grown = report
      try storage.batch {
        rows = 0
        while let entry = next, rows < batch {
          try take(entry, into: &grown)
          place.patients += 1
          place.outcomes += entry.record.outcomes.count
          next = try entries.next()
        }
      }
      report = grown
      try progress(place)
    }
    try storage.endLoad()
    report.note(eventNames.problems)
  }

  private func take(_ entry: CohortEntry, into report: inout LoadReport) throws(InputError) {
    do throws(InputError) {
      if let stored = try storage.patient(entry.record.patient.id) {
        try merge(entry, into: stored, &report)
      } else {
        try add(entry, &report)
      }
    } catch {
      throw error.at(source: storage.source)
    }
  }

  private func add(_ entry: CohortEntry, _ report: inout LoadReport) throws(InputError) {
    report.note(entry)
    let sound = try storablePart(of: entry.record, &report)
    try storage.append(sound, beyond: VersionCounts(), to: nil)
    report.added.merge(VersionCounts(sound))
    eventNames.add(sound)
    rows += sound.outcomes.count + sound.tasks.count + 1
  }

  /// Returns the record without the tasks that cannot be stored and without outcomes of unknown
  /// tasks.
  private func storablePart(of record: CareRecord, _ report: inout LoadReport) throws(InputError)
    -> CareRecord
  {
    var sound = record
    var problems: [InputError] = []
    sound.tasks = []
    for task in record.tasks {
      do throws(InputError) {
        try storage.check(task)
        sound.tasks.append(task)
      } catch {
        if error.source != nil { throw error }
        problems.append(error)
      }
    }
    let unknownTasks = record.outcomes.idsOfUnknownTasks(besides: Set(sound.tasks.map(\.id)))
    if !unknownTasks.isEmpty {
      sound.outcomes = OutcomeTable(record.outcomes.lazy.filter { !unknownTasks.contains($0.task) })
      problems += unknownTasks.sorted().map {
        InputError(.noSuch(kind: "task", id: $0), field: "task")
      }
    }
    report.refused.merge(VersionCounts(record) - VersionCounts(sound))
    report.note(problems)
    return sound
  }

  /// Appends the versions that the store lacks of a known patient.
  private func merge(
    _ entry: CohortEntry, into stored: StoredPatient, _ report: inout LoadReport
  ) throws(InputError) {
    let found = try storage.entry(of: stored, .all)
    let (known, damage) = (found.record, found.problems)
    let entry = entry.acceptingWithdrawals(of: known)
    let record = entry.record
    report.note(entry)
    rows += record.outcomes.count / 10 + 1
    guard damage.isEmpty else {
      report.refused.merge(VersionCounts(record))
      return report.note(damage)
    }
    let missing = MissingVersions(in: record, beyond: known)
    let missingCounts = missing.counts
    report.known.merge(VersionCounts(record) - missingCounts)
    if missing.isEmpty { return eventNames.add(known) }
    var growth = RecordGrowth(known, storage)
    try growth.append(missing, of: record)
    try storage.append(growth.record, beyond: VersionCounts(known), to: stored)
    let added = VersionCounts(growth.record) - VersionCounts(known)
    report.added.merge(added)
    report.refused.merge(missingCounts - added)
    report.note(growth.refusals)
    eventNames.add(growth.record)
    rows += added.outcomes
  }
}

extension OutcomeTable {
  /// Returns positions with the versions of each outcome in order of recording; the order of others is kept.
  fileprivate func byRecording(_ positions: [Int]) -> [Int] {
    let named = positions.indices.filter { details[positions[$0]]?.id != nil }
    // Almost always all are in order.
    if named == named.byRecording({ details[positions[$0]]?.recordedAt }) { return positions }
    let versions = Dictionary(grouping: named) { details[positions[$0]]?.id }
    var ordered = positions
    for places in versions.values where places.count > 1 {
      let own = places.map { positions[$0] }.byRecording { details[$0]?.recordedAt }
      for (place, position) in zip(places, own) { ordered[place] = position }
    }
    return ordered
  }

  /// Returns the ids of tasks that outcomes refer to but that are not among `tasks`.
  fileprivate func idsOfUnknownTasks(besides tasks: Set<String>) -> Set<String> {
    var unknownTasks: Set<String> = []
    var last: Int32 = -1
    for row in rows where row.task != last {
      last = row.task
      if !tasks.contains(names[last]) { unknownTasks.insert(names[last]) }
    }
    return unknownTasks
  }
}

/// A record to which versions are appended by the rules of writing, rejecting those that contradict
/// it.
struct RecordGrowth<Storage: RecordStorage> {
  private var history: CareHistory
  private let storage: Storage
  private let known: CareRecord
  private(set) var refusals: [InputError] = []

  init(_ record: CareRecord, _ storage: Storage) {
    known = record
    history = CareHistory(record)
    self.storage = storage
  }

  /// The record with all appended versions.
  var record: CareRecord { history.record ?? known }

  /// Appends missing versions in the order in which stores are written: those of each kind by their time of
  /// recording, as their order in the source does not matter.
  ///
  /// - Throws: The errors of the database.
  mutating func append(_ missing: MissingVersions, of record: CareRecord) throws(InputError) {
    let id = known.patient.id
    for patient in missing.patients { append(.patient(patient)) }
    for plan in missing.carePlans.byRecording(\.recordedAt) { append(.carePlan(plan, of: id)) }
    for contact in missing.contacts.byRecording(\.recordedAt) { append(.contact(contact, of: id)) }
    for task in missing.tasks.byRecording(\.recordedAt) {
      do throws(InputError) {
        try storage.check(task)
        append(.task(task, of: id))
      } catch {
        if error.source != nil { throw error }
        refusals.append(error)
      }
    }
    for hold in missing.holds.byRecording(\.recordedAt) { append(.hold(hold, of: id)) }
    for event in missing.namedEvents.byRecording(\.recordedAt) {
      append(.namedEvent(event, of: id))
    }
    for position in record.outcomes.byRecording(missing.outcomes) {
      append(.outcome(record.outcomes[position], of: id))
    }
  }

  /// Appends a version as an update of an existing entity, or else as the first version.
  private mutating func append(_ entity: CareEntity) {
    do throws(StoreError) {
      try history.apply(.update(entity))
    } catch {
      do throws(StoreError) { try history.apply(.add(entity)) } catch let second {
        refusals.append(InputError(.unwritable(reason: Self.message(error, second))))
      }
    }
  }

  /// Returns the more specific message: if an update fails because the entity does not exist, that
  /// of the addition.
  private static func message(_ update: StoreError, _ addition: StoreError) -> String {
    switch update {
    case .noSuch, .unnamed: addition.description
    default: update.description
    }
  }
}

extension LoadReport {
  /// Adds the problems and counts of a patient.
  fileprivate mutating func note(_ entry: CohortEntry) {
    read.merge(entry.counts)
    note(entry.problems)
  }
}

extension MissingVersions {
  /// The number of versions of each kind.
  var counts: VersionCounts {
    var counts = VersionCounts()
    counts.patients = patients.count
    counts.carePlans = carePlans.count
    counts.contacts = contacts.count
    counts.tasks = tasks.count
    counts.outcomes = outcomes.count
    counts.holds = holds.count
    counts.namedEvents = namedEvents.count
    return counts
  }
}
