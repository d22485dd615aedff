import AdherenceStatistics

enum AdhereRDurationDefects {
  static func ours(_ key: SupplyKey, _ rules: SupplyRules) -> [String]? { nil }
}
