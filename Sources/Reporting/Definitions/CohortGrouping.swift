import AdherenceAnalytics
import Scheduling

/// The attribute by which a cohort's patients are grouped.
public enum CohortGrouping: Hashable, Sendable {
  /// The patients' groups, such as study arms.
  case group
  /// The administrative sex.
  case sex
  /// Each tag; a patient with several tags counts in each, and once in the whole cohort.
  case tag
  /// The time zone.
  case zone
  /// An entry of the patient's user info.
  case userInfo(String)
  /// No groups: the whole cohort only.
  case none

  /// Returns the groups of a patient; patients without one count in the whole cohort only.
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
  /// Parses `group`, `sex`, `tag`, `zone`, `none` or `userInfo.NAME`; `nil` for any other text.
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

  /// The text that parses to the same value.
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
