import Scheduling
import TestSupport
import Testing

@testable import FHIR

@Suite struct ResourceIDTests {
  /// Names and the id derived from them.
  struct Example: CustomTestStringConvertible {
    let names: [String]
    let id: String
    var testDescription: String { names.joined(separator: ", ") }
  }

  static let examples = [
    Example(names: ["r1"], id: "r1"),
    Example(names: ["Z.1-b"], id: "Z.1-b"),
    Example(names: ["a b"], id: "..a.20b"),
    Example(names: ["P001..tablet"], id: "P001..tablet"),
    Example(names: ["P1..t", "a"], id: "P1.2E.2Et..a"),
    Example(names: [""], id: "...e"),
    Example(names: ["ü"], id: "...C3.BC"),
    Example(names: ["P001", "tablet"], id: "P001..tablet"),
    Example(names: ["P.1", "tablet/2"], id: "P.2E1..tablet.2F2"),
    Example(names: ["", ""], id: ".e...e"),
    Example(
      names: [String(repeating: "x", count: 65)],
      id: "94605AE2F4C94F4F9ADDE9E7A83DC39DC4FB5628.."),
  ]

  static func id(of names: [String]) -> String {
    (names.count == 1 ? ResourceID(names[0]) : ResourceID(names)).text
  }

  @Test(arguments: examples) func stands(_ example: Example) {
    #expect(ResourceIDTests.id(of: example.names) == example.id)
  }

  @Test func keepsValidIDs() {
    for name in [
      "1", "p01", "mr-p01-0", "ma.1", "..a.20b", ".e...e", String(repeating: "a", count: 64),
    ] {
      #expect(ResourceID(name).text == name)
    }
  }

  /// All lists of up to three names of up to two characters, including the escape characters;
  /// single names without the prefix of derived ids.
  @Test func distinguishesAllLists() {
    let letters = ["", ".", "e", "2", "E", "-", " "]
    let words = Set(letters.flatMap { first in letters.map { first + $0 } }).sorted()
    var known: [String: [String]] = [:]
    func add(_ names: [String]) {
      let id = ResourceIDTests.id(of: names)
      #expect(known[id] == nil, "\(names) and \(known[id] ?? []) are both \(id)")
      known[id] = names
      #expect(1...64 ~= id.utf8.count && id.utf8.allSatisfy(isAllowed), "\(id)")
    }
    for first in words {
      if first != ".." { add([first]) }
      for second in words {
        add([first, second])
        for third in letters { add([first, second, third]) }
      }
    }
  }

  @Test func staysShort() {
    var known: Set<String> = []
    for count in 60...70 {
      let name = String(repeating: "é", count: count)
      for names in [[name], [name, ""], ["", name]] {
        let id = ResourceIDTests.id(of: names)
        #expect(id.utf8.count == 42 && id.hasSuffix("..") && known.insert(id).inserted)
      }
    }
  }

  /// The examples of FIPS 180-4, and lengths around a block's.

  private func isAllowed(_ byte: UInt8) -> Bool {
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.".utf8.contains(byte)
  }
}
