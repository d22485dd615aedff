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

  /// Rejects one occurrence that also changes by steps or is every morning, and `initially at 08:00`, which may be once
  /// or every day.
  func checkOnce() throws(InputError) {
    let isOfFirstDoses = ["initially", "to start"].contains(headWords.lowercased())
    if isOnce, isOfFirstDoses, everyPart == nil, hasNamedTimes {
      throw .ambiguous(headWords, say: ["once", "daily"])
    }
    if isOnce, steps != nil, let steps = said[\PlanDraft.steps] { throw conflict(steps) }
    guard let everyPart else { return }
    if isOnce, (dayRanges ?? []).count < 2 { throw conflict(everyPart) }
    if count == 1, let once = said[\PlanDraft.count], once.lowercased() == "once" {
      throw conflict(everyPart, with: once)
    }
  }

  /// Rejects `tid around the clock`, as the usual times leave out the night.
  func checkAroundTheClock() throws(InputError) {
    guard notes.contains("around the clock"), !isBelowDay, times == nil else { return }
    let doses = usualTimes.count
    let interval = English.every(doses > 1 && 24 % doses == 0 ? 24 / doses : 8, "hour")
    throw InputError(
      .notUnderstood(
        word: headWords.isEmpty ? "around the clock" : headWords, after: "",
        cure: "around the clock needs the times, or an interval, as in \(interval)")
    ).suggesting([interval])
  }

  /// Makes `every morning` daily beside `every other evening`, which is how often its own dose is.
  ///
  /// - Throws: `InputError` if the words do not say how often the other doses are.
  static func separateParts(of drafts: inout [PlanDraft]) throws(InputError) {
    let others = drafts.filter { $0.head != nil && $0.everyPart == nil }
    guard let other = others.first(where: { $0.rule != RecurrenceRule(.daily) }) else { return }
    for place in drafts.indices where drafts[place].head == nil {
      let isDaily = drafts[place].everyPart != nil
      guard isDaily || other.isHeadOfPart else { continue }
      guard isDaily, other.isHeadOfPart || other.isHeadOfEach else {
        let cure = "say how often each dose is, and part plans by semicolons"
        throw InputError(.notUnderstood(word: other.headWords, after: "", cure: cure))
      }
      try drafts[place].setHead(.rule, "every day")
    }
  }
}
