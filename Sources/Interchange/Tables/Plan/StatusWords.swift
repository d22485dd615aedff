import AdherenceAnalytics
import Foundation

/// The status of a dose in a row of a table.
public enum RowStatus: String, CaseIterable, Hashable, Sendable {
  /// The dose was taken.
  case done
  /// The dose was not taken.
  case missed
  /// The dose was skipped or declined on purpose.
  case skipped, declined
  /// The row has no information about a dose, for example because it is still pending.
  case ignored
}

/// The meanings of the words in a status column.
public struct StatusWords: Hashable, Sendable {
  private var own: [String: RowStatus] = [:]

  /// Creates the built-in words.
  public init() {}

  /// Sets the meaning of a word, ignoring case; overrides a built-in meaning.
  public mutating func set(_ word: String, _ status: RowStatus) {
    own[StatusWords.normalized(word)] = status
  }

  /// Whether no meanings have been set.
  public var isEmpty: Bool { own.isEmpty }

  /// Returns the meaning of a word; `nil` if it is unknown.
  func status(of text: String) -> RowStatus? {
    let word = StatusWords.normalized(text)
    return own[word] ?? StatusWords.known[word] ?? StatusWords.status(ofParts: text)
  }

  /// Returns the meaning of words that agree, such as `1 = taken`, `Missed (0)` and `yes, on time`.
  private static func status(ofParts text: String) -> RowStatus? {
    let meanings = Set(parts(of: text).map { known[$0] })
    return meanings.count == 1 ? meanings.first ?? nil : nil
  }

  /// Returns the words between marks of a text without a code before them; none if a value such as
  /// `0` or `no` follows a word, which may deny it.
  private static func parts(of text: String) -> [String] {
    let words = withoutCode(text).replacing(" - ", with: ",")
    let parts = words.split { "=,;:.()–—".contains($0) }.map { normalized(String($0)) }
      .filter { !$0.isEmpty }
    if parts.first?.allSatisfy(\.isNumber) == true { return [] }
    let values = parts.dropFirst().filter { generic[$0] != nil || $0.allSatisfy(\.isNumber) }
    if values.isEmpty { return parts.flatMap(agreeing) }
    // A number in parentheses or behind a comma may be a code.
    let isValue = words.contains("=") || words.contains(":")
    guard !isValue, values.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return [] }
    return parts.filter { $0 == "0" || !values.contains($0) }.flatMap(agreeing)
  }

  /// Returns a text without a number and a mark before it, unless these are a part of a number.
  ///
  /// A number without a mark may be that of doses, as in `0 taken`.
  private static func withoutCode(_ text: String) -> String {
    let number = text.hasPrefix("(") ? text.dropFirst() : text[...]
    let marks = number.drop { $0.isNumber }.drop { $0 == " " }
    let rest = marks.drop { "-–—_=:.,;)| ".contains($0) }
    guard number.first?.isNumber == true, marks.count > rest.count, let first = rest.first,
      !first.isNumber
    else { return text }
    return String(rest)
  }

  /// Splits an unknown text such as `yes on time` behind its first word; `no` may deny the others.
  private static func agreeing(_ text: String) -> [String] {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard known[text] == nil, words.count == 2, let first = text.first, !first.isNumber,
      let meaning = generic[words[0]], meaning == .done || !first.isLetter
    else { return [text] }
    return words
  }

  /// Returns the meaning set for a word; `nil` if none was set.
  func ownStatus(of word: String) -> RowStatus? { own[StatusWords.normalized(word)] }

  /// Returns whether a text of several words, such as a comment, states that a dose was not taken.
  static func meansNotTaken(_ text: String) -> Bool {
    let text = " \(normalized(text)) "
    return denials.contains { text.contains(" \($0)") }
  }

  private static let denials = [
    "not taken", "forgot", "missed", "skipped", "did not take", "didn't take", "omitted",
    "vergessen", "nicht genommen", "oubli", "pas pris", "olvid", "no tom",
  ]

  /// Returns whether a word by itself refers to a dose: `taken` does, `yes` does not.
  static func isOfDoses(_ word: String) -> Bool {
    let text = normalized(word)
    if let status = known[text] { return generic[text] != status }
    return status(ofParts: word) != nil && parts(of: word).contains { generic[$0] == nil }
  }

  /// Returns a word in lower case with single spaces instead of spaces, hyphens and underscores.
  static func normalized(_ word: String) -> String {
    word.lowercased().split { " -_\u{A0}".contains($0) }.joined(separator: " ")
  }

  /// Words for yes and no in the larger languages of Western Europe.
  private static let generic = table([
    .done:
      "yes y true t 1 1.0 x ok ✓ ✔ ☑ ✅ 👍 ja j wahr oui o vrai si sí sì s verdadero cierto on sim tak да はい",
    .missed:
      "no n false f 0 0.0 ✗ ✘ ☐ ❌ 👎 ko nein falsch non faux falso off nee nej nei não nao nie нет いいえ",
  ])

  private static let known = table([
    .done: """
    taken|done|complete|completed|administered|given|taken late|late|taken on time|on time|ontime|early
    |dose taken|adherent|compliant|taken early|as planned|as scheduled|self administered|swallowed|used|recorded|logged|confirmed
    |ingenomen|genomen|tagit|taget|tatt|tomou|presa|preso|assunto|assunta
    |genommen|eingenommen|erledigt|gegeben|verabreicht|verspätet|spät|angewendet|pünktlich
    |pris|prise|fait|faite|administré|administrée|en retard|à l'heure
    |tomado|tomada|hecho|hecha|administrado|administrada|tarde|a tiempo|realizado|realizada
    """,
    .missed: """
    missed|miss|not taken|nottaken|not done|notdone|not given|not administered|not logged|notlogged
    |not recorded|dose missed|missed dose|no intake|nonadherent|non adherent|not adherent|noncompliant|non compliant
    |forgot|forgotten|omitted|unlogged|snoozed|no dose|none taken|not completed|incomplete
    |forgot it|niet ingenomen|vergeten|glömt|glemt|não tomou|nao tomou|dimenticato|dimenticata|non presa
    |verpasst|vergessen|nicht genommen|nicht eingenommen|nicht gegeben|versäumt
    |oublié|oubliée|oublie|pas pris|pas prise|non pris|non prise|manqué|manquée
    |olvidado|olvidada|no tomado|no tomada|perdido|perdida|no administrado|no administrada|omitido|omitida
    """,
    .skipped: "skipped|skip|taken off|ausgelassen|übersprungen|sauté|sautée|saltado|saltada",
    .declined: """
    refused|declined|refusal|rejected by patient|abgelehnt|verweigert|refusé|refusée|rechazado|rechazada
    """,
    .ignored:
      "pending|upcoming|scheduled|planned|due|not due|entered in error|geplant|ausstehend|prévu|pendiente",
  ]).merging(generic) { own, _ in own }

  private static func table(_ lists: [RowStatus: String]) -> [String: RowStatus] {
    var words: [String: RowStatus] = [:]
    for (status, list) in lists {
      let mark: Character = list.contains("|") ? "|" : " "
      for word in list.split(separator: mark) {
        words[normalized(word.trimmingCharacters(in: .whitespacesAndNewlines))] = status
      }
    }
    return words
  }
}

extension StatusWords: LosslessStringConvertible {
  /// Parses words such as `forgot=missed,nap=ignored`, where `=missed` is the empty field; `nil`
  /// for an invalid status.
  public init?(_ text: String) {
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let status = RowStatus(rawValue: String(sides[1])) else { return nil }
      set(String(sides[0]), status)
    }
  }

  /// The words in the syntax of the parser.
  public var description: String {
    own.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }.joined(separator: ",")
  }

  /// Adds the words of another list, which take precedence.
  public mutating func merge(_ other: StatusWords) { own.merge(other.own) { _, new in new } }
}
