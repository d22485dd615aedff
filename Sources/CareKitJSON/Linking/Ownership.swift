import AdherenceAnalytics

/// Determines the patient of an entity: the one that its links lead to, otherwise the document's
/// only patient, otherwise the only patient of all documents.
struct Ownership {
  /// The patient id for entities without a known patient.
  let stranger: String
  /// The patients of each document.
  private var patients: [Int32: Set<String>] = [:]
  private var known: Set<String> = []

  init(_ pool: EntityPool, stranger: String) {
    self.stranger = stranger
    for draft in pool.patients.all {
      patients[draft.location.document, default: []].insert(draft.record.id)
      known.insert(draft.record.id)
    }
  }

  /// Returns the patient of an entity without links.
  func owner(inDocument document: Int32) -> String {
    if let own = patients[document], own.count == 1, let id = own.first { return id }
    return known.count == 1 ? known.first ?? stranger : stranger
  }

  /// Returns whether a document has several patients, so that the patient of an unlinked entity is
  /// ambiguous.
  func isOpen(inDocument document: Int32) -> Bool {
    patients[document].map { $0.count > 1 } ?? false
  }
}
