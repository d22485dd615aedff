import AdherenceAnalytics
package import Diagnostics
import Scheduling

/// The problems found in data, all counted by kind and the first ones listed.
///
/// Memory is bounded, and the listed problems are the first by file and line, regardless of the
/// order in which they are found.
public struct ProblemLog: Sendable {
  /// The maximum number of listed problems.
  package static let limit = 1000

  /// The total number of problems.
  public private(set) var count = 0
  /// The number of problems by `InputError.Problem.kind`.
  public private(set) var kinds: [String: Int] = [:]
  /// Up to twice the limit, sorted and truncated when full.
  private var found: [Entry] = []

  /// A problem that may be listed.
  struct Entry: Hashable, Comparable, Codable {
    var source: String
    var line: Int
    var text: String

    static func < (a: Entry, b: Entry) -> Bool {
      (a.source, a.line, a.text) < (b.source, b.line, b.text)
    }
  }

  /// Creates an empty log.
  package init() {}

  mutating func add(_ problems: some Sequence<InputError>) {
    for problem in problems { add(problem) }
  }

  /// Adds a problem.
  package mutating func add(_ problem: InputError) {
    count += 1
    kinds[problem.problem.kind, default: 0] += 1
    list(
      Entry(
        source: problem.source ?? "", line: problem.line ?? 0, text: problem.description))
  }

  private mutating func list(_ entry: Entry) {
    found.append(entry)
    if found.count >= 2 * ProblemLog.limit { found = first }
  }

  /// The first problems, by file and line.
  var entries: [Entry] { first }

  private var first: [Entry] { Array(found.sorted().prefix(ProblemLog.limit)) }

  /// Merges another log.
  package mutating func merge(_ other: ProblemLog) {
    count += other.count
    kinds.merge(other.kinds, uniquingKeysWith: +)
    for entry in other.found { list(entry) }
  }

  /// The first problems by file and line, each as one line of text.
  public var texts: [String] { first.map(\.text) }
}

extension ProblemLog: Codable {
  private enum CodingKeys: CodingKey {
    case count, kinds, first
  }

  /// Encodes the counts and the listed problems.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(count, forKey: .count)
    try fields.encode(kinds, forKey: .kinds)
    try fields.encode(first, forKey: .first)
  }

  /// Decodes a log.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    count = try fields.decode(Int.self, forKey: .count)
    kinds = try fields.decode([String: Int].self, forKey: .kinds)
    found = try fields.decode([Entry].self, forKey: .first)
    guard count.isCount, kinds.values.allSatisfy(\.isCount) else {
      throw decoder.corrupted("no count of problems")
    }
  }
}
