import AdherenceAnalytics
import Diagnostics
import Scheduling

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

  /// Appends missing versions in the order in which stores are written.
  ///
  /// - Throws: The errors of the database.
  mutating func append(_ missing: MissingVersions, of record: CareRecord) throws(InputError) {
    let id = known.patient.id
    for patient in missing.patients { append(.patient(patient)) }
    for plan in missing.carePlans { append(.carePlan(plan, of: id)) }
    for contact in missing.contacts { append(.contact(contact, of: id)) }
    for task in missing.tasks {
      do throws(InputError) {
        try storage.check(task)
        append(.task(task, of: id))
      } catch {
        if error.source != nil { throw error }
        refusals.append(error)
      }
    }
    for hold in missing.holds { append(.hold(hold, of: id)) }
    for position in missing.outcomes { append(.outcome(record.outcomes[position], of: id)) }
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
    return counts
  }
}
