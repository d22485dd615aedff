package import Diagnostics

extension InputError {
  /// Returns a problem of the same kind without text from the data.
  ///
  /// - Parameter source: The pseudonym of the record's patient; `nil` if there is none.
  /// - Returns: The problem, identified by its kind, field and patient only.
  package func withholding(source: String?) -> InputError {
    InputError(problem.withholding, field: field, source: source)
  }
}

extension InputError.Problem {
  private static let withheld = "(withheld)"

  fileprivate var withholding: InputError.Problem {
    let text = InputError.Problem.withheld
    return switch self {
    case .malformed(_, let expected): .malformed(text: text, expected)
    case .notUnderstood: .notUnderstood(word: text, after: "", cure: "see `regimen check`")
    case .outOfRange(_, let rule): .outOfRange(text: text, rule: rule)
    case .notOneOf: .notOneOf(text: text, allowed: ["what `regimen check` lists"])
    case .noSuch(let kind, _): .noSuch(kind: kind, id: text)
    case .duplicate(let kind, _): .duplicate(kind: kind, id: text)
    case .repeated(let kind, _): .repeated(kind: kind, id: text)
    case .overlappingVersions(let kind, _): .overlappingVersions(kind: kind, id: text)
    case .otherUnits(_, let known): .otherUnits(text: text, known: known)
    case .tooEarly(_, let begin): .tooEarly(text: text, begin: begin)
    case .unsupported: .unsupported(part: text)
    case .unreadable: .unreadable(reason: text)
    case .unwritable: .unwritable(reason: text)
    case .undecided: .undecided(text)
    case .against(let rule, let value): .against(rule, text: value.isEmpty ? "" : text)
    case .missing, .unknown, .conflict, .allRejected, .tooLarge, .broken: self
    }
  }
}
