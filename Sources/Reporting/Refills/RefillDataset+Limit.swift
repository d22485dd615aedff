import AdherenceAnalytics
package import Diagnostics
package import Interchange
import Scheduling

extension RefillDataset {
  /// Throws if the share of rejected rows exceeds a limit, as missing fills would look like days
  /// without supply.
  ///
  /// - Parameters:
  ///   - limit: The maximum share of the fills, and of the stays, 0 to 1.
  ///   - allowsLostPatients: Whether patients whose fills were all rejected are allowed; they have
  ///     no value.
  /// - Throws: `InputError` with the number rejected, and the reason.
  package func requireFew(upTo limit: Double, allowsLostPatients: Bool) throws(InputError) {
    let first = problems.first?.description
    try counts.fills.requireFew(upTo: limit, "fills", first: first)
    // Fill problems come first in the list.
    try counts.stays.requireFew(upTo: limit, "stays")
    if allowsLostPatients || counts.fills.rejected == 0 { return }
    if lostPatients > 0 {
      throw .patientsRejected(lostPatients, of: patientIDs.count, "fills", first: first)
    }
  }
}
