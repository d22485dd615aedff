import Diagnostics
import Scheduling

/// The sorted pseudonyms of patients, with the index of each patient among the ids.
struct PseudonymOrder {
  let pseudonyms: [String]
  let places: [Int32]

  /// Replaces ids.
  ///
  /// - Throws: `InputError` if two ids have the same pseudonym.
  /// - Complexity: O(*n* log *n*) for *n* ids.
  init(_ ids: [String], _ key: PseudonymKey) throws(InputError) {
    let all = ids.map { key.pseudonym(of: $0, .patient) }
    let order = all.indices.sorted { all[$0] < all[$1] }
    places = order.map { Int32(clamping: $0) }
    pseudonyms = order.map { all[$0] }
    if let twin = zip(pseudonyms, pseudonyms.dropFirst()).first(where: { $0 == $1 }) {
      throw InputError(.duplicate(kind: "pseudonym", id: twin.0), parameter: "pseudonyms")
    }
  }
}
