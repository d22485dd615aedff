import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A patient's parsed resources, before references are resolved.
struct RecordDraft {
  /// The keys of resources and references.
  var keys = KeyTable()
  private(set) var resources: [DraftedResource] = []
  /// The index of the resource of each key, or of its first version; -1 for none.
  private var latest: [Int32] = []
  /// The resource indices of each key with several versions.
  private var versions: [Int: [Int]] = [:]
  private var indexOfVersion: [Version: Int] = [:]
  /// The keys of requests by the keys of their identifiers.
  private var aliases: [Int: Int] = [:]

  /// Removes all resources, keeping some capacity.
  mutating func removeAll() {
    keys.removeAll()
    // Capacity is not kept here, so that one large patient does not inflate the memory of all
    // following ones.
    resources = []
    aliases = [:]
    (versions, indexOfVersion) = ([:], [:])
    latest.removeAll(keepingCapacity: true)
  }

  /// Returns whether there is a resource of a type with a key.
  func has(_ key: Int, _ type: ResourceType) -> Bool {
    key < latest.count && latest[key] >= 0 && resources[Int(latest[key])].type == type
  }

  /// Returns a key in the form of a reference.
  func name(of key: Int) -> String {
    let type = ResourceType(rawValue: keys.kind(of: key))
    return (type?.prefix ?? "") + keys.text(of: key)
  }

  /// Returns the key of the resource that a key refers to, resolving identifiers.
  func resolved(_ key: Int) -> Int { aliases[key] ?? key }

  /// Registers the identifiers of a request as aliases of its key.
  private mutating func addIdentifiers(of resource: Resource, _ key: Int) {
    guard RecordDraft.referredTo.contains(resource.type),
      let identifiers = resource.node["identifier"]
    else { return }
    for identifier in identifiers.elements.compactMap(\.identifierKey) {
      aliases[keys.number(of: identifier, ReferenceKey.identifier)] = key
    }
  }

  private static let referredTo: [ResourceType] = [
    .medicationRequest, .serviceRequest, .carePlan, .task, .medicationStatement, .medicationUsage,
  ]

  /// Adds a resource, unless a later version of it is present.
  mutating func add(_ resource: DraftedResource) {
    while latest.count < keys.count { latest.append(-1) }
    let known = Int(latest[resource.key])
    guard known >= 0 else {
      latest[resource.key] = Int32(resources.count)
      resources.append(resource)
      return
    }
    if resource.version == .only, resources[known].version == .only {
      if resource.updated >= resources[known].updated { resources[known] = resource }
    } else {
      addVersion(resource, besides: known)
    }
  }

  /// Adds a version, or replaces the same version.
  private mutating func addVersion(_ resource: DraftedResource, besides known: Int) {
    if versions[resource.key] == nil {
      versions[resource.key] = [known]
      indexOfVersion[Version(resources[known])] = known
    }
    if resource.version == .kept, let index = indexOfVersion[Version(resource)] {
      resources[index] = resource
      return
    }
    indexOfVersion[Version(resource)] = resources.count
    versions[resource.key]?.append(resources.count)
    resources.append(resource)
  }

  /// The identity of a version.
  private struct Version: Hashable {
    var key: Int
    var updated: Instant

    init(_ resource: DraftedResource) { (key, updated) = (resource.key, resource.updated) }
  }
}

extension RecordDraft {
  /// Parses a resource and adds it.
  ///
  /// - Throws: `InputError` if its identity or patient is ambiguous.
  mutating func read(
    _ node: JSONNode, _ location: ResourceLocation, _ context: PatientContext
  ) throws(InputError) {
    guard let type = node["resourceType"]?.text.flatMap({ ResourceType($0) }) else {
      throw InputError(.missing, field: "resourceType")
    }
    let id = node["id"]?.text ?? location.id
    do throws(InputError) {
      let resource = try Resource(node, type, location)
      var notes: [InputError] = []
      let content = content(of: resource, context, &notes)
      let named = resource.namedEvents(beside: content, notes)
      let key = keys.number(of: resource.id, type.rawValue)
      addIdentifiers(of: resource, key)
      add(
        DraftedResource(
          key: key, type: type, file: location.file, line: location.line, id: resource.id,
          updated: resource.lastUpdated ?? .earliest, version: location.version, content: content,
          named: named, notes: notes))
    } catch {
      throw error.at(record: type.identity(id))
    }
  }

  /// Merges the versions of each resource.
  mutating func settleVersions() {
    for (_, indices) in versions {
      let sorted = indices.sorted { (resources[$0].updated, $0) < (resources[$1].updated, $1) }
      var settled = sorted.map { resources[$0] }
      settled.settle()
      for (index, resource) in zip(sorted, settled) { resources[index] = resource }
    }
  }

  /// Adds the deletion of a resource.
  mutating func addDeletion(_ entry: SourceScan.PatientEntry, at moment: Instant?) {
    guard let id = entry.location.id else { return }
    add(
      DraftedResource(
        key: keys.number(of: id, entry.type.rawValue), type: entry.type, file: entry.location.file,
        line: entry.location.line, id: id, updated: moment ?? .latest,
        version: entry.location.version,
        content: .nothing))
  }

  private mutating func content(
    of resource: Resource, _ context: PatientContext, _ notes: inout [InputError]
  ) -> DraftedResource.Content {
    if resource.isInError { return .inError }
    do throws(InputError) {
      try resource.requireKnownModifiers()
      return try sound(resource, context, &notes)
    } catch {
      return .failed(error)
    }
  }

  private mutating func sound(
    _ resource: Resource, _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> DraftedResource.Content {
    switch resource.type {
    case .medicationAdministration:
      return .event(try resource.administration(context, &keys, &notes))
    case .observation:
      return try resource.observation(context, &keys, &notes).map { .event($0) } ?? .nothing
    case .questionnaireResponse:
      return try resource.questionnaireResponse(context, &keys, &notes).map { .event($0) }
        ?? .nothing
    case .medicationRequest: return .request(try resource.medicationRequest(context, &notes))
    case .serviceRequest: return .request(try resource.serviceRequest(context, &notes))
    case .carePlan: return .carePlan(try resource.carePlan(context, &keys, &notes))
    case .task: return .task(try resource.taskResource(context, &keys))
    case .medicationStatement, .medicationUsage:
      return .statement(try resource.statement(context, &keys))
    case .medicationDispense: return .fill(try resource.fill(context, &notes))
    case .encounter: return try resource.stay(context, &notes).map { .stay($0) } ?? .nothing
    case .researchSubject, .episodeOfCare:
      let isOfStudy = resource.type == .researchSubject
      return try resource.observation(context, isOfStudy: isOfStudy, &notes)
        .map { .observation($0) } ?? .nothing
    case .bundle, .patient, .medication, .procedure: return .nothing
    }
  }
}
