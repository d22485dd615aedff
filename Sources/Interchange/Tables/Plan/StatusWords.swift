import AdherenceAnalytics
import Foundation

/// What a row of a table says of its dose.
public enum RowStatus: String, CaseIterable, Hashable, Sendable {
  /// The dose was taken.
  case done
  /// The dose was not taken.
  case missed
  /// The dose was left out or refused on purpose.
  case skipped, declined
  /// The row says nothing of a dose, such as one that is still to come.
  case ignored
}

/// The words of a status column and what they mean.
public struct StatusWords: Hashable, Sendable {
  private var own: [String: RowStatus] = [:]

  /// Creates the known words alone.
  public init() {}

  /// Gives a word a meaning, whatever it means otherwise; capitals do not count.
  public mutating func set(_ word: String, _ status: RowStatus) {
    own[StatusWords.normalized(word)] = status
  }

  /// Whether no word has a meaning of its own here.
  public var isEmpty: Bool { own.isEmpty }

  /// The meaning of a word; `nil` where it is unknown.
  func status(of word: String) -> RowStatus? {
    let word = StatusWords.normalized(word)
    return own[word] ?? StatusWords.known[word]
  }

  /// The meaning that a word was given; `nil` where it was given none.
  func ownStatus(of word: String) -> RowStatus? { own[StatusWords.normalized(word)] }

  /// Whether a text of several words says that a dose was not taken, as a comment does.
  static func deniesADose(_ text: String) -> Bool {
    let text = " \(normalized(text)) "
    return denials.contains { text.contains(" \($0)") }
  }

  private static let denials = [
    "not taken", "forgot", "missed", "skipped", "did not take", "didn't take", "omitted",
    "vergessen", "nicht genommen", "oubli", "pas pris", "olvid", "no tom",
  ]

  /// Whether a word says by itself that it is about a dose: `taken`, and not `yes`.
  static func isOfDoses(_ word: String) -> Bool {
    let word = normalized(word)
    return known[word] != nil && generic[word] == nil
  }

  /// A word in small letters, with one space for each run of spaces, hyphens and underscores.
  static func normalized(_ word: String) -> String {
    word.lowercased().split { " -_\u{A0}".contains($0) }.joined(separator: " ")
  }

  /// Words for yes and no, in the larger languages of Western Europe.
  private static let generic = table([
    .done: "yes y true t 1 1.0 x ok ✓ ✔ ☑ ja j wahr oui o vrai si sí s verdadero cierto on sim tak",
    .missed: "no n false f 0 0.0 ✗ ✘ ☐ nein falsch non faux falso off nee nej nei não nao nie",
  ])

  private static let known = table([
    .done: """
    taken|done|complete|completed|administered|given|taken late|late|taken on time|on time|ontime|early
    |taken early|as planned|as scheduled|self administered|swallowed|used|recorded|logged|confirmed
    |ingenomen|genomen|tagit|taget|tatt|tomou|presa|preso|assunto|assunta
    |genommen|eingenommen|erledigt|gegeben|verabreicht|verspätet|spät|angewendet|pünktlich
    |pris|prise|fait|faite|administré|administrée|en retard|à l'heure
    |tomado|tomada|hecho|hecha|administrado|administrada|tarde|a tiempo|realizado|realizada
    """,
    .missed: """
    missed|miss|not taken|nottaken|not done|notdone|not given|not administered|not logged|notlogged
    |not recorded|forgot|forgotten|omitted|unlogged|snoozed|no dose|none taken|not completed|incomplete
    |forgot it|niet ingenomen|vergeten|glömt|glemt|não tomou|nao tomou|dimenticato|dimenticata|non presa
    |verpasst|vergessen|nicht genommen|nicht eingenommen|nicht gegeben|versäumt
    |oublié|oubliée|oublie|pas pris|pas prise|non pris|non prise|manqué|manquée
    |olvidado|olvidada|no tomado|no tomada|perdido|perdida|no administrado|no administrada|omitido|omitida
    """,
    .skipped: "skipped|skip|taken off|ausgelassen|übersprungen|sauté|sautée|saltado|saltada",
    .declined: """
    refused|declined|refusal|rejected by patient|abgelehnt|verweigert|refusé|refusée|rechazado|rechazada
    """,
    .ignored: "pending|upcoming|scheduled|planned|due|not due|geplant|ausstehend|prévu|pendiente",
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
  /// Reads words as `forgot=missed,nap=ignored`, of which `=missed` is the empty field; `nil` where a meaning is none of ``RowStatus``.
  public init?(_ text: String) {
    for part in text.split(separator: ",") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let status = RowStatus(rawValue: String(sides[1])) else { return nil }
      set(String(sides[0]), status)
    }
  }

  /// The words as they are read.
  public var description: String {
    own.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }.joined(separator: ",")
  }

  /// Adds the words of another list.
  public mutating func merge(_ other: StatusWords) { own.merge(other.own) { _, new in new } }
}
