extension InputError.Problem {
  /// Whether the record that is meant is kept as it is, doubtful but not set aside.
  public var keepsRecord: Bool {
    switch self {
    case .otherUnits, .tooEarly, .noSuch("occurrence", _): true
    case .against(let rule, _): rule.keepsRecord
    default: false
    }
  }

  /// The kind of problem in one word, by which reports count them.
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
    case .allSetAside: "dataSetAside"
    case .tooLarge: "tooLarge"
    case .unreadable: "unreadable"
    case .unwritable: "unwritable"
    case .undecided: "undecided"
    case .broken: "broken"
    case .against(let rule, _): rule.code
    }
  }

  /// Words as one: `task group` becomes `TaskGroup`.
  private static func joined(_ words: String) -> String {
    words.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
