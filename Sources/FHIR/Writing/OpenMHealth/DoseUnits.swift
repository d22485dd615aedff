import AdherenceAnalytics
import Scheduling

/// The dose units of Open mHealth.
enum DoseUnits {
  /// Converts a unit to that of the schema; `nil` if it is unknown.
  static func known(_ unit: String?) -> String? {
    guard let unit else { return nil }
    if known.contains(unit) { return unit }
    if let other = synonyms[unit] { return other }
    let singular = String(unit.hasSuffix("ches") ? unit.dropLast(2) : unit.dropLast())
    return unit.hasSuffix("s") && known.contains(singular) ? singular : nil
  }

  /// The units of the schema `medication-dose-unit-value` 1.0.
  private static let known: Set<String> = [
    "%", "AU", "AU/mL", "bar", "BAU", "BAU/mL", "bead", "BU", "capsule", "CCID_50",
    "cellular sheet", "Ci", "cloth", "cm^2", "D'ag'U", "disc", "dL", "douche", "drop", "FFU", "g",
    "globule", "granule", "gum", "hp_C", "hp_M", "hp_Q", "hp_X", "IU", "IU/L", "IU/mL", "kp_C",
    "L", "Lf", "LfU/mL", "lozenge", "mCi", "mCi/mL", "mEq", "mg", "mg/actuat", "mg/hr", "mg/mg",
    "mg/mL", "mL", "mmol", "mol", "mU", "ng", "nmol", "organisms", "pastille", "patch", "pellet",
    "PFU", "pill", "PNU", "PNU/mL", "pouch", "puff", "ring", "salve", "stick", "strip",
    "suppository", "swab", "tablet", "tampon", "tape", "tbsp", "TCID_50", "tsp", "U", "uCi", "ug",
    "ug/mL", "uL", "umol", "unt", "unt/mL", "USP'U", "vial", "wafer", "X",
  ]

  /// Alternative spellings, including UCUM codes.
  private static let synonyms = [
    "µg": "ug", "μg": "ug", "mcg": "ug", "ml": "mL", "l": "L", "iu": "IU", "[IU]": "IU",
    "[iU]": "IU", "{tbl}": "tablet", "{tablet}": "tablet", "{capsule}": "capsule",
    "{puff}": "puff", "[drp]": "drop", "{drop}": "drop", "suppositories": "suppository",
    "pouches": "pouch", "units": "U", "unit": "U",
  ]
}

extension CareTask {
  /// Returns the dose of an outcome: the recorded amount, otherwise the task's dose if it is always
  /// the same.
  ///
  /// - Returns: `nil` if it is unknown or its unit is unknown to Open mHealth.
  func dose(of outcome: Outcome) -> (amount: Double, unit: String)? {
    if !outcome.values.isEmpty {
      guard let dose = outcome.values.lazy.compactMap(\.quantity).first,
        let unit = DoseUnits.known(dose.unit)
      else { return nil }
      return (dose.amount, unit)
    }
    let meant = schedule.elements.filter { outcome.key == nil || outcome.key?.element == $0.id }
    let targets = Set(meant.map(\.targets))
    guard targets.count == 1, let target = targets.first, target.count == 1,
      case .atLeast(.number(let amount)) = target[0].condition,
      let unit = DoseUnits.known(target[0].units)
    else { return nil }
    return (amount, unit)
  }
}
