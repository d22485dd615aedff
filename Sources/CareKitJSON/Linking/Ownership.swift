import AdherenceAnalytics

/// Whose an entity is: that of the patient to whom its links lead, else of the document's only
/// patient, else of the only one of all documents.
struct Ownership {
  /// The id for what belongs to no patient that is there.
  let stranger: String
  /// The patients of each document.
  private var patients: [Int32: Set<String>] = [:]
  private var known: Set<String> = []

  init(_ pool: EntityPool, stranger: String) {
    self.stranger = stranger
    for draft in pool.patients.all {
      patients[draft.place.document, default: []].insert(draft.record.id)
      known.insert(draft.record.id)
    }
  }

  /// The owner of what no link ties to a patient.
  func owner(inDocument document: Int32) -> String {
    if let own = patients[document], own.count == 1, let id = own.first { return id }
    return known.count == 1 ? known.first ?? stranger : stranger
  }

  /// Whether nothing tells which of a document's patients an unlinked entity belongs to.
  func isOpen(inDocument document: Int32) -> Bool {
    patients[document].map { $0.count > 1 } ?? false
  }
}
