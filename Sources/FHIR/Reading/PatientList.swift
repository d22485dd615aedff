import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// The patients that can be read, sorted by id.
struct PatientList: Sendable {
  /// The sorted ids.
  private(set) var ids: [String] = []
  /// The locations of each patient's Patient resource: one, or its versions in a history.
  private(set) var locations: [[ResourceLocation]] = []
  /// The patient index of each key; ``unknown`` or ``rejected`` for keys of no patient.
  private(set) var indexOfKey: [Int32]

  static let unknown: Int32 = -1
  /// Marks the key of a rejected Patient, whose error covers all resources that refer to it.
  static let rejected: Int32 = -2

  /// A parsed Patient.
  private struct Version {
    var location: ResourceLocation
    var lastUpdated: Instant?
    var failure: InputError?
    /// The keys of its identifiers.
    var keys: [Int]
  }

  /// Reads each Patient that a scan found, and reports the invalid ones.
  init(_ scan: SourceScan, _ reader: ResourceReader, zone: Zone?) throws(InputError) {
    indexOfKey = [Int32](repeating: PatientList.unknown, count: scan.keys.count)
    let asksForIdentifiers = (0..<scan.keys.count).contains {
      scan.keys.kind(of: $0) == ReferenceKey.identifier
    }
    var found: [(id: String, key: Int, versions: [Version])] = []
    let order = scan.patients.enumerated().sorted {
      ($0.element.patient, $0.offset) < ($1.element.patient, $1.offset)
    }
    for (_, entry) in order {
      let key = Int(entry.patient)
      let version = try PatientList.version(
        entry, scan, reader, zone: zone, identifiers: asksForIdentifiers)
      if found.last?.key != key { found.append((scan.keys.text(of: key), key, [])) }
      found[found.count - 1].versions.append(version)
    }
    for patient in found.sorted(by: { $0.id < $1.id }) {
      add(patient.id, patient.key, PatientList.counted(patient.versions), scan)
    }
  }

  private static func version(
    _ entry: SourceScan.PatientEntry, _ scan: SourceScan, _ reader: ResourceReader, zone: Zone?,
    identifiers: Bool
  ) throws(InputError) -> Version {
    var version = Version(location: entry.location, keys: [])
    if case .deleted(let moment) = entry.location.version {
      version.lastUpdated = moment
      return version
    }
    do throws(InputError) {
      let node = try reader.read(entry.location)
      if identifiers {
        version.keys = (node["identifier"]?.elements ?? []).compactMap(\.identifierKey)
          .compactMap { scan.keys.known($0, ReferenceKey.identifier) }
      }
      let resource = try Resource(node, .patient, entry.location)
      version.lastUpdated = resource.lastUpdated
      var notes: [InputError] = []
      _ = try Patient(resource, zone: zone, notes: &notes)
    } catch {
      if error.problem.isOfTheSystem { throw error }
      version.failure = error
    }
    return version
  }

  /// Returns the versions to use: all of a history, otherwise the latest.
  private static func counted(_ versions: [Version]) -> [Version] {
    let sorted = versions.enumerated().sorted {
      ($0.element.lastUpdated ?? .earliest, $0.offset)
        < ($1.element.lastUpdated ?? .earliest, $1.offset)
    }.map(\.element)
    let isHistory = versions.contains { $0.location.version != .only }
    return isHistory ? sorted : Array(sorted.suffix(1))
  }

  private mutating func add(
    _ id: String, _ key: Int, _ versions: [Version], _ scan: SourceScan
  ) {
    for version in versions {
      guard let failure = version.failure else { continue }
      scan.count(.patient)
      scan.problems.append(
        failure.at(
          source: scan.files[Int(version.location.file)].file.name,
          line: Int(version.location.line),
          record: ResourceType.patient.identity(id)))
    }
    let sound = versions.filter { $0.failure == nil }
    let isThere = sound.contains { $0.location.length > 0 }
    let index = isThere ? Int32(ids.count) : PatientList.rejected
    for key in versions.flatMap(\.keys) + [key] { indexOfKey[key] = index }
    guard isThere else { return }
    ids.append(id)
    locations.append(sound.map(\.location))
  }
}
