extension InputError.Problem {
  /// Whether the record is used despite the problem, which is then a warning and not a rejection.
  public var keepsRecord: Bool {
    switch self {
    case .otherUnits, .tooEarly, .noSuch("occurrence", _): true
    case .against(let rule, _): rule.keepsRecord
    default: false
    }
  }

  /// The problem's code, by which reports count problems.
  public var kind: String {
    switch self {
    case .malformed: "malformed"
    case .notUnderstood: "notUnderstood"
    case .outOfRange: "outOfRange"
    case .notOneOf: "notOneOf"
    case .missing: "missing"
    case .unknown: "unknownField"
    case .conflict: "conflict"
    case .unsupported: "unsupported"
    case .noSuch(let kind, _): "unknown" + InputError.Problem.joined(kind)
    case .duplicate(let kind, _), .repeated(let kind, _):
      "duplicate" + InputError.Problem.joined(kind)
    case .overlappingVersions: "overlappingVersions"
    case .otherUnits: "unknownUnits"
    case .tooEarly: "beforeTaskBegan"
    case .allRejected: "dataRejected"
    case .tooLarge: "tooLarge"
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .undecided: "undecided"
    case .broken: "broken"
    case .against(let rule, _): rule.code
    }
  }

  /// Returns the words in upper camel case: `task group` becomes `TaskGroup`.
  private static func joined(_ words: String) -> String {
    words.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
