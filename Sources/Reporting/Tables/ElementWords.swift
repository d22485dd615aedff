import AdherenceAnalytics
import Foundation
import Scheduling

/// What a part of a plan says in words, and what it asks for.
final class ElementWords: Sendable {
  let text: String?
  let targets: [ScheduleElement.Target]
  /// The units of what is asked for, each once.
  let units: [String]

  /// `nil` where nothing is said.
  init?(text: String?, targets: [ScheduleElement.Target]) {
    if text == nil, targets.isEmpty { return nil }
    (self.text, self.targets) = (text, targets)
    units = targets.compactMap(\.units).uniqued
  }
}

/// The words of the occurrences of a schedule, made once for all of an element that ask for the same.
struct WordsOfElements {
  private let occurrences: Occurrences
  private var known: [Int: Words?] = [:]

  /// The words of an element, and what it asks for as JSON has it.
  typealias Words = (element: ElementWords, targets: String?)

  init(_ occurrences: Occurrences) { self.occurrences = occurrences }

  /// The words of an occurrence; `nil` where nothing is said.
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

  /// Words with what is asked for as JSON has it.
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
  /// Their units, each once.
  var units: [String] { compactMap(\.units).uniqued }
}

extension [String] {
  /// The texts in order of first appearance.
  fileprivate var uniqued: [String] {
    if count < 2 { return self }
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
