import AdherenceAnalytics
import Scheduling

/// What the rows of a cohort are grouped by.
public enum CohortGrouping: Hashable, Sendable {
  /// The patients' groups, such as study arms.
  case group
  /// The administrative sex.
  case sex
  /// Each of the tags; a patient with several counts in each, and once in the whole cohort.
  case tag
  /// The time zone.
  case zone
  /// What a program has remembered of the patient under a name.
  case userInfo(String)
  /// Nothing: there is the whole cohort alone.
  case none

  /// The groups that a patient belongs to; patients without one are in the whole cohort alone.
  func groups(of patient: Patient) -> [String] {
    switch self {
    case .group: patient.group.map { [$0] } ?? []
    case .sex: patient.sex.map { [$0.rawValue] } ?? []
    case .tag: Set(patient.tags).sorted()
    case .zone: [patient.zone.id]
    case .userInfo(let name): patient.userInfo[name].map { [$0] } ?? []
    case .none: []
    }
  }
}

extension CohortGrouping: LosslessStringConvertible {
  /// Reads `group`, `sex`, `tag`, `zone`, `none`, or `userInfo.NAME`; `nil` for any other text.
  public init?(_ text: String) {
    switch text {
    case "group": self = .group
    case "sex": self = .sex
    case "tag": self = .tag
    case "zone": self = .zone
    case "none": self = .none
    default:
      guard text.hasPrefix("userInfo."), text.count > 9 else { return nil }
      self = .userInfo(String(text.dropFirst(9)))
    }
  }

  /// The text that reads back.
  public var description: String {
    switch self {
    case .group: "group"
    case .sex: "sex"
    case .tag: "tag"
    case .zone: "zone"
    case .none: "none"
    case .userInfo(let name): "userInfo.\(name)"
    }
  }
}
