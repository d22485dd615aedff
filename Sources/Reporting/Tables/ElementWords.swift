import AdherenceAnalytics
import Foundation
import Scheduling

/// The text and targets of a schedule element.
final class ElementWords: Sendable {
  let text: String?
  let targets: [ScheduleElement.Target]
  /// The distinct units of the targets.
  let units: [String]

  /// Creates the texts; `nil` if there are none.
  init?(text: String?, targets: [ScheduleElement.Target]) {
    if text == nil, targets.isEmpty { return nil }
    (self.text, self.targets) = (text, targets)
    units = targets.compactMap(\.units).uniqued
  }
}

/// The texts of a schedule's occurrences, cached for each element and targets.
struct WordsOfElements {
  private let occurrences: Occurrences
  private var known: [Int: Words?] = [:]

  /// The texts of an element, and its targets as JSON.
  typealias Words = (element: ElementWords, targets: String?)

  init(_ occurrences: Occurrences) { self.occurrences = occurrences }

  /// Returns the texts of an occurrence; `nil` if there are none.
  mutating func words(of occurrence: Occurrence) -> Words? {
    let element = occurrence.element
    let plan = occurrences.schedule.elements[element]
    let words = known[element] ?? WordsOfElements.words(plan.text, plan.targets)
    known[element] = .some(words)
    if occurrences.schedule.overrides.isEmpty { return words }
    let (text, targets) = (occurrences.text(of: occurrence), occurrences.targets(of: occurrence))
    let isPlain = text == plan.text && targets == plan.targets
    return isPlain ? words : WordsOfElements.words(text, targets)
  }

  /// Returns texts with their targets as JSON.
  static func words(_ text: String?, _ targets: [ScheduleElement.Target]) -> Words? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = targets.isEmpty ? nil : try? encoder.encode(targets)
    return ElementWords(text: text, targets: targets).map {
      ($0, json.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

extension [OutcomeValue] {
  /// The distinct units.
  var units: [String] { compactMap(\.units).uniqued }
}

extension [String] {
  /// The distinct texts in order of first appearance.
  fileprivate var uniqued: [String] {
    if count < 2 { return self }
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
