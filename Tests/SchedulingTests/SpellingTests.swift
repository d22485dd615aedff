import Diagnostics
import Scheduling
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("reprot", "report"), ("report", "report"), ("REPORT", "report"), ("rport", "report"),
    ("reeport", "report"), ("impotr", "import"), ("exprot", "export"),
  ])
  func theNearestWord(_ word: String, _ nearest: String) {
    #expect(Spelling.nearest(to: word, in: ["import", "report", "export"]) == nearest)
  }

  @Test(arguments: ["", "x", "banana", "reprotreprot", String(repeating: "report", count: 10_000)])
  func nothingIsNear(_ word: String) {
    #expect(Spelling.nearest(to: word, in: ["import", "report", "export"]) == nil)
  }

  @Test func aThirdOfTheLettersMayDiffer() {
    #expect(Spelling.nearest(to: "axx", in: ["abc"]) == nil)
    #expect(Spelling.nearest(to: "abx", in: ["abc"]) == "abc")
    #expect(Spelling.nearest(to: "mondyay", in: ["monday", "sunday"]) == "monday")
  }

  @Test func theFirstOfEquallyNearWordsCounts() {
    #expect(Spelling.nearest(to: "bat", in: ["cat", "hat"]) == "cat")
    #expect(Spelling.nearest(to: "hat", in: ["cat", "hat"]) == "hat")
  }

  /// Names of events, all of them different.
  private static let events = """
    surgery, biopsy, autopsy, admission, readmission, remission, emission, discharge, recharge, intubation,
    extubation, incubation, infection, injection, infusion, effusion, perfusion, transfusion, ejection, rejection,
    relapse, release, induction, reduction, implantation, explantation, transplantation, abduction, adduction,
    hypertension, hypotension, hyperglycemia, hypoglycemia, prenatal visit, postnatal visit, perinatal visit,
    ileostomy, colostomy, colectomy, ablation, amputation, enrolment, withdrawal, randomisation, delivery, birth,
    death, diagnosis, dialysis, visit, visit 1, visit 2, visit 11, visit a, visit b, week 1 visit, phase i,
    phase ii, phase iii, preop, postop, op, dose, does, scan, 手術, 再手術, 白内障手術検査, 白内障再手術検査
    """.split(separator: ",").map { words in
      words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

  @Test func differentEventsAreNoSlips() {
    for name in Self.events {
      let slips = Self.events.filter { $0 != name && Spelling.isSlip($0, for: name) }
      #expect(slips.isEmpty, "\(name)")
    }
  }

  @Test(arguments: [
    ("surgery", "Surgery"), ("hip-surgery", "hip surgery"), ("hip_surgery", "hipsurgery"),
    ("visit 12", "visit12"), ("surgury", "surgery"), ("hip surgrey", "hip surgery"),
    ("Entlasung", "Entlassung"), ("visits", "visit"), ("diarrhoea", "diarrhea"),
    ("обследвание", "обследование"),
  ])
  func aSlipIsSymmetric(_ name: String, _ other: String) {
    #expect(Spelling.isSlip(name, for: other) && Spelling.isSlip(other, for: name))
  }

  @Test(arguments: [
    ("surgery", "sergury"), ("surgery", "urgery"), ("visit 12", "visit 21"), ("stent", "sent"),
    ("surgery", "surgerysts"), ("hip surgery", "surgery"), ("", "surgery"), ("visit12", "visit21"),
  ])
  func otherDifferencesAreNone(_ name: String, _ other: String) {
    #expect(!Spelling.isSlip(name, for: other) && !Spelling.isSlip(other, for: name))
  }

  /// One letter after the first is missing, doubled or transposed with the next.
  @Test func everySlipOfTheHandIsOne() {
    for name in Self.events where name.count > 5 && name.allSatisfy({ $0.isLetter && $0.isASCII }) {
      for place in 1..<name.count {
        var letters = Array(name)
        letters.remove(at: place)
        #expect(Spelling.isSlip(String(letters), for: name), "\(String(letters))")
        letters = Array(name)
        letters.insert(letters[place], at: place)
        #expect(Spelling.isSlip(String(letters), for: name), "\(String(letters))")
        guard place + 1 < name.count else { continue }
        letters = Array(name)
        letters.swapAt(place, place + 1)
        #expect(Spelling.isSlip(String(letters), for: name), "\(String(letters))")
      }
    }
  }
}
