import PlainWords
import Scheduling
import TestSampling
import Testing

/// Random prescriptions with a known meaning, and corrupted ones.
@Suite struct DrawnWordsTests {
  private static let range =
    midnight(DrawnPhrase.start)..<midnight(DrawnPhrase.start.adding(days: 30))

  private static func midnight(_ date: CivilDate) -> Instant {
    Instant(seconds: CivilDateTime(date: date).localSeconds)
  }

  private func times(of schedule: Schedule) -> [CivilDateTime] {
    compiled(schedule, in: .utc).starting(in: Self.range)
      .map { CivilDateTime(localSeconds: $0.start.seconds) }
  }

  @Test(
    "drawn prescriptions mean what they were drawn from",
    arguments: (0..<100 as Range<UInt64>).sampled(3))
  func drawn(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let phrase = DrawnPhrase(&random)
      guard let schedule = read(phrase.words) else { continue }
      #expect(times(of: schedule) == phrase.times, "\(phrase.words)")
      #expect(schedule.elements.allSatisfy { $0.targets == phrase.targets }, "\(phrase.words)")
      let again = read(schedule.summary)
      #expect(again.map(times) == phrase.times, "\(phrase.words): \(schedule.summary)")
      #expect(again?.elements.map(\.text) == schedule.elements.map(\.text), "\(phrase.words)")
    }
  }

  private func read(_ words: String) -> Schedule? {
    do { return try Schedule(words: words, from: DrawnPhrase.start) } catch {
      Issue.record("\(words): \(error)")
      return nil
    }
  }

  @Test(
    "damaged prescriptions are errors or plans of their own words",
    arguments: (0..<100 as Range<UInt64>).sampled(3))
  func damaged(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let words = damage(DrawnPhrase(&random).words, &random)
      guard let schedule = try? Schedule(words: words, from: DrawnPhrase.start) else { continue }
      for unit in schedule.elements.flatMap(\.targets).compactMap(\.units) {
        let isOwn = ["dose", "doses"].contains(unit) || words.filter { $0 != "." }.contains(unit)
        #expect(isOwn && !unit.contains(" "), "\(words): \(unit)")
      }
      let again = try Schedule(words: schedule.summary, from: DrawnPhrase.start)
      #expect(times(of: again) == times(of: schedule), "\(words): \(schedule.summary)")
      #expect(again.elements.map(\.targets) == schedule.elements.map(\.targets), "\(words)")
    }
  }

  private func damage(_ text: String, _ random: inout SplitMix64) -> String {
    var words = text.split(separator: " ").map(String.init)
    let position = Int.random(in: 0..<words.count, using: &random)
    var letters = Array(words[position])
    let letter = Int.random(in: 0..<letters.count, using: &random)
    switch Int.random(in: 0...4, using: &random) {
    case 0: letters.remove(at: letter)
    case 1: letters.insert(letters[letter], at: letter)
    case 2: letters[letter] = random.pick(Array("aeionrst159-/."))
    case 3: letters.shuffle(using: &random)
    default: letters = Array(random.pick(words))
    }
    words[position] = String(letters)
    return words.joined(separator: " ")
  }
}
