import AdherenceAnalytics
import Interchange
import Scheduling

/// Reads documents entity by entity.
struct DocumentReader {
  /// The lists of which the elements are entities, in revision records and in the answers of Parse.
  static let lists: [StaticString] = ["entities", "results"]

  private var pool = EntityPool()
  private var sources: [String] = []
  private var findings: [Finding] = []
  /// How many entities of each document were set aside or are doubtful.
  private var counts: [RecordCounts] = []
  /// How often names of members were met that no entity has.
  private(set) var unknownKeys: [String: Int] = [:]
  private let document = JSONDocument()

  /// What is to be said about an entity.
  private struct Finding {
    var error: InputError
    var document: Int32
  }

  /// Reads a document to its end.
  ///
  /// - Throws: `InputError` where the file cannot be read.
  mutating func read(_ elements: JSONElements, source: String) throws(InputError) {
    var reader = EntityReader()
    reader.place.document = Int32(sources.count)
    sources.append(source)
    counts.append(RecordCounts())
    while let next = elements.next(into: document) {
      switch next {
      case .success(let position):
        reader.place.number = Int32(clamping: position.number)
        reader.place.line = Int32(clamping: position.line)
        readEntity(&reader)
      case .failure(let error):
        if case .unreadable = error.problem { throw error }
        note(Finding(error: error, document: reader.place.document))
      }
    }
  }

  private mutating func readEntity(_ reader: inout EntityReader) {
    let place = reader.place
    var count: WritableKeyPath<RecordCounts, ReadCount>?
    do throws(InputError) {
      let (kind, node) = try EntityKind.of(document.root)
      count = kind.count
      countUnknown(node, kind)
      pool.add(try reader.read(kind, node))
      for report in reader.reports { note(report, place) }
      let isDoubtful = !reader.reports.isEmpty
      counts[Int(place.document)][keyPath: kind.count].doubtful += isDoubtful ? 1 : 0
    } catch {
      note(error, place)
      let lost = ReadCount(read: 1, setAside: 1)
      if let count { counts[Int(place.document)][keyPath: count].merge(lost) }
    }
  }

  private mutating func note(_ error: InputError, _ place: EntityPlace) {
    note(Finding(error: error.at(place, of: sources), document: place.document))
  }

  private mutating func note(_ finding: Finding) {
    if findings.count <= ProblemList.limit { findings.append(finding) }
  }

  private mutating func countUnknown(_ node: JSONNode, _ kind: EntityKind) {
    for name in node.names(besides: kind.names)
    where unknownKeys[name] != nil || unknownKeys.count < 1_000 {
      unknownKeys[name, default: 0] += 1
    }
  }
}

// Records.
extension DocumentReader {
  /// The records of all documents.
  ///
  /// - Parameters:
  ///   - options: What documents do not say.
  ///   - budget: How many events may be counted to tell what outcomes mean.
  /// - Returns: The records, and what is wrong in documents.
  func records(
    _ options: CareKitRecords.Options, budget: Int = OutcomeKeys.budget
  ) -> RecordList {
    let ownership = Ownership(pool, stranger: options.patient)
    let sorting = EntitySorting(pool, ownership)
    var (patients, strays) = (sorting.drafts, PatientDrafts())
    func change(ownerOf document: Int32, _ body: (inout PatientDrafts) -> Void) {
      let owner = ownership.owner(inDocument: document)
      let isOpen = ownership.isOpen(inDocument: document)
      let place = isOpen ? nil : patients.index(forKey: owner)
      if let place { body(&patients.values[place]) } else { body(&strays) }
    }
    for finding in findings + unassigned(sorting) {
      change(ownerOf: finding.document) { $0.problems.append(finding.error) }
    }
    for (document, counts) in counts.enumerated() {
      change(ownerOf: Int32(document)) { $0.counts.merge(counts) }
    }
    var budget = budget
    let entries = patients.sorted { $0.key < $1.key }.map { id, drafts in
      var assembly = RecordAssembly(
        drafts, Patient(id: id, zone: drafts.zone(options)), pool, sources, budget: budget)
      defer { budget = assembly.budget }
      return assembly.entry()
    }
    return RecordList(
      entries: entries, problems: strays.problems.problems, counts: strays.counts)
  }

  /// What is to be said of entities that belong to none of their documents' patients.
  private func unassigned(_ sorting: EntitySorting) -> [Finding] {
    sorting.unassigned.prefix(ProblemList.limit).map { place in
      let error = InputError(.against(.unassigned, text: "")).at(place, of: sources)
      return Finding(error: error, document: place.document)
    }
  }
}

extension PatientDrafts {
  /// The zone of a patient of whom no entity tells.
  fileprivate func zone(_ options: CareKitRecords.Options) -> Zone {
    options.zone ?? tasks.first?.facts.zone ?? carePlans.first?.facts.zone
      ?? contacts.first?.facts.zone ?? outcomes.first?.facts.zone ?? .utc
  }
}
