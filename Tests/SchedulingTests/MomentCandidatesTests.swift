import ScheduleFormats
import Scheduling
import Testing

@Suite struct MomentCandidatesTests {
  static let examples: KeyValuePairs<String, MomentFormats> = [
    "2025-03-03": .automatic,
    "20240101": .automatic,
    "20240101.0": .automatic,
    "202401010805": .automatic,
    "20240101080500": .automatic,
    "3 March 2025": .automatic,
    "2025-03-03 08:05 EST": .automatic,
    "2025-03-03T08:05[Europe/Paris]": .automatic,
    "3/4/2025": [.dayFirst, .monthFirst],
    "3.4.25 8:05 pm": [.dayFirst, .monthFirst],
    "13/4/2025": .dayFirst,
    "4/13/2025": .monthFirst,
    "Thu 3/4/2025": .dayFirst,
    "Tue 3/4/2025": .monthFirst,
    "13/13/2025": [],
    "3/4/1899": [],
    "3/4/2101": [],
    "45719.33": .excel,
    "45719": .excel,
    "32873": [],
    "73416": [],
    "73415.9": .excel,
    "1738396800": .seconds,
    "1738396800.5": .seconds,
    "1738396800000": .milliseconds,
    "631151999": [],
    "12": [],
    "0.3333": [],
    "-45719": [],
    "1.5": [],
    "": [],
    "1900-01-01": .automatic,
    "1899-12-31": [],
    "2100-12-31": .automatic,
    "2052-03-03": .automatic,
    "2025-02-30": [],
    "2025-03-03 08:05 CET": [],
    "2025-03-03T08:05[Mars/Base]": [],
    "yes": [],
    "Metformin 500 mg": [],
    "08:05": [],
  ]

  @Test(arguments: examples.map { ($0.key, $0.value) })
  func candidates(_ text: String, _ formats: MomentFormats) {
    #expect(MomentFormat.candidates(for: text) == formats)
    for format in MomentFormats.all.formats {
      let one = MomentFormats(format)
      #expect(MomentFormat.formats(among: one, of: text) == formats.intersection(one))
    }
  }

  @Test func formatSetsListTheirFormats() {
    #expect(
      MomentFormats.all.formats == [
        .automatic, .dayFirst, .monthFirst, .seconds, .milliseconds, .excel,
      ])
    #expect(MomentFormat("%d.%m.%Y").map { MomentFormats($0) } == [])
    #expect(MomentFormat("excel") == .excel && MomentFormat.excel.description == "excel")
  }

  /// Texts composed of the parts of dates, many of which are almost valid.
  @Test func candidatesCanBeRead() {
    var numbers = SplitMix64(seed: 42)
    let parts = [
      "3", "03", "13", "2025", "25", "20250303", "45719", "1738396800", "-", "/", ".", " ", ",",
      ":",
      "T", "Mar", "March", "mar", "Mon", "Montag", "8:05", "08:05:30", "0805", "PM", "a.m.", "Z",
      "EST", "CET", "+01:00", "-0500", "[Europe/Paris]", "GMT+0100", "(x)", "st", "de", "um",
      "\u{A0}",
      "ä", "0",
    ]
    var found = 0
    var wrong: [String] = []
    for _ in 0..<50_000 {
      let text = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in numbers.pick(parts) }
        .joined()
      for format in MomentFormat.candidates(for: text).formats {
        found += 1
        if (try? format.readWritten(text)) == nil { wrong.append("\(format): \(text)") }
      }
    }
    #expect(wrong == [] && found > 500)
  }
}
