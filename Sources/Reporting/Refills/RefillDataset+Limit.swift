import AdherenceAnalytics
package import Interchange
package import Scheduling

extension RefillDataset {
  /// Refuses a dataset of which more was set aside than may be: what is missing looks like days without
  /// supply.
  ///
  /// - Parameters:
  ///   - limit: The greatest share of the fills, and of the stays, 0 to 1.
  ///   - allowsLostPatients: Whether all fills of a patient may be, who has no value then.
  /// - Throws: `InputError` that says how many were set aside, and why.
  package func requireFew(upTo limit: Double, allowsLostPatients: Bool) throws(InputError) {
    let first = problems.first?.description
    try counts.fills.requireFew(upTo: limit, "fills", first: first)
    // The first problem is one of fills, where there are any.
    try counts.stays.requireFew(upTo: limit, "stays")
    if allowsLostPatients || counts.fills.setAside == 0 { return }
    if lostPatients > 0 {
      throw .patientsSetAside(lostPatients, of: patientIDs.count, "fills", first: first)
    }
  }
}
