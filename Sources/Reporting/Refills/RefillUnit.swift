import AdherenceAnalytics
import Interchange

/// The level of the fills that a value is of.
package enum RefillLevel: String, CaseIterable, Hashable, Sendable {
  /// All fills of a patient.
  case patient
  /// The fills of a class of drugs.
  case drugClass = "class"
  /// The fills of a drug within its class.
  case drug
}

/// The fills of a patient that a value is of: those of a drug, those of a class, or all.
struct RefillUnit: Hashable, Sendable {
  let level: RefillLevel
  /// The class; `nil` of all fills, and where it is not known.
  var drugClass: String?
  /// The drug; `nil` of all fills and of a class, and where it is not known.
  var drug: String?

  /// All fills of a patient.
  static let patient = RefillUnit(level: .patient)

  /// The name, such as `statin` or `statin, simvastatin`; `nil` of all fills of a patient.
  var name: String? {
    switch level {
    case .patient: nil
    case .drugClass: drugClass ?? RefillUnit.noName
    case .drug: [drugClass, drug ?? RefillUnit.noName].compactMap(\.self).joined(separator: ", ")
    }
  }

  private static let noName = "(none)"
}

extension RefillUnit: Comparable {
  /// Units in order of class and drug, missing names first.
  static func < (a: RefillUnit, b: RefillUnit) -> Bool {
    if a.level == .patient || b.level == .patient { return a.level == .patient && a != b }
    return (a.drugClass ?? "", a.drug ?? "", a.level.rawValue)
      < (b.drugClass ?? "", b.drug ?? "", b.level.rawValue)
  }
}

extension Fill {
  /// The unit that the fill belongs to at a level; a drug without a class is its own.
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
  /// The records of the units at a level, in order; one of all fills where there is none.
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
  /// The level that the fills' names give: their classes, without these their drugs, without either their patients.
  var level: RefillLevel {
    if !classes.isEmpty { return .drugClass }
    return drugs.isEmpty ? .patient : .drug
  }
}
