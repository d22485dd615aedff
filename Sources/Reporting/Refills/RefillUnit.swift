import AdherenceAnalytics
import Charts
package import Diagnostics
package import Interchange
import Scheduling

/// The level of the fills from which a value is computed.
package enum RefillLevel: String, CaseIterable, Hashable, Sendable {
  /// All fills of a patient.
  case patient
  /// The fills of a class of drugs.
  case drugClass = "class"
  /// The fills of a drug within its class.
  case drug
}

/// The fills of a patient from which a value is computed: those of a drug, those of a class, or
/// all.
struct RefillUnit: Hashable, Sendable {
  let level: RefillLevel
  /// The class; `nil` for all fills, or if it is unknown.
  var drugClass: String?
  /// The drug; `nil` for all fills and for a class, or if it is unknown.
  var drug: String?

  static let patient = RefillUnit(level: .patient)

  /// The name, such as `statin` or `statin, simvastatin`; `nil` for all fills of a patient.
  var name: String? {
    switch level {
    case .patient: nil
    case .drugClass: drugClass ?? RefillUnit.noName
    case .drug: [drugClass, drug ?? RefillUnit.noName].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// The subject of the lines of a chart.
  var subject: ChartSubject { ChartSubject(group: name) }

  private static let noName = "(none)"
}

extension RefillUnit: Comparable {
  /// Sorts by class and drug, missing names first.
  static func < (a: RefillUnit, b: RefillUnit) -> Bool {
    if a.level == .patient || b.level == .patient { return a.level == .patient && a != b }
    return (a.drugClass ?? "", a.drug ?? "", a.level.rawValue)
      < (b.drugClass ?? "", b.drug ?? "", b.level.rawValue)
  }
}

extension Fill {
  /// Returns the unit of the fill at a level; a drug without a class is a class of its own.
  func unit(at level: RefillLevel) -> RefillUnit {
    switch level {
    case .patient: .patient
    case .drugClass where drugClass != nil || drug == nil:
      RefillUnit(level: .drugClass, drugClass: drugClass)
    case .drugClass, .drug: RefillUnit(level: .drug, drugClass: drugClass, drug: drug)
    }
  }
}

extension RefillRecord {
  /// Returns the records of the units at a level, in order; one of all fills if there are none.
  func parts(at level: RefillLevel) -> [(unit: RefillUnit, record: RefillRecord)] {
    guard level != .patient, !fills.isEmpty else { return [(.patient, self)] }
    return Dictionary(grouping: fills) { $0.unit(at: level) }.sorted { $0.key < $1.key }
      .map { unit, fills in
        var own = self
        own.fills = fills
        return (unit, own)
      }
  }
}

extension RefillDataset {
  /// The default level: the class if fills have one, else the drug, else the patient.
  var level: RefillLevel {
    if !classes.isEmpty { return .drugClass }
    return drugs.isEmpty ? .patient : .drug
  }
}

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
