import Diagnostics
import Scheduling

// One dose beside words for several.
extension PlanDraft {
  /// Makes `as a single dose` and `at once` one occurrence, or a remark where the words say how often.
  mutating func settleSingle() throws(InputError) {
    guard let single, !isOnce else { return }
    if head == nil, everyPart == nil, asNeeded == nil { return try setHead(.once, single) }
    guard head == nil || isHeadOfEach else { throw conflict(single) }
    notes.append(single)
  }

  /// Whether the frequency is explicit, as in `every day`, and not the day of one dose, as in `on Monday`.
  private var isHeadOfEach: Bool {
    let first = headWords.lowercased().prefix { $0 != " " }
    return ["every", "each", "once"].contains(first) || Vocabulary.adverbs[String(first)] != nil
  }

  /// Rejects one occurrence that is also every morning, and `initially at 08:00`, which may be once or every day.
  func checkOnce() throws(InputError) {
    let isOfFirstDoses = ["initially", "to start"].contains(headWords.lowercased())
    if isOnce, isOfFirstDoses, everyPart == nil, hasNamedTimes {
      throw .ambiguous(headWords, say: ["once", "daily"])
    }
    guard let everyPart else { return }
    if isOnce, (dayRanges ?? []).count < 2 { throw conflict(everyPart) }
    if count == 1, let once = said[\PlanDraft.count], once.lowercased() == "once" {
      throw conflict(everyPart, with: once)
    }
  }
}
