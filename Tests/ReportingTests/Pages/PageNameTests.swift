import Testing

@testable import Reporting

/// The file names for patients' ids.
@Suite struct PageNameTests {
  @Test(arguments: [
    ("P001", "P001"), ("A/1", "A~2F1"), ("anna", "anna="), ("ANNA", "ANNA"), ("Anna", "Anna=E"),
    ("..", "~2E~2E"), ("V1.2", "V1.2"), (".HIDDEN", "~2EHIDDEN"), ("CON", "~43ON"),
    ("NUL.1", "~4EUL.1"), ("A B", "A~20B"), ("A~2F1", "A~7E2F1"), ("É", "~C3~89"), ("A=", "A~3D"),
    ("A.HTML", "A~2EHTML"), ("a.html", "a.html="), ("A.HTM", "A.HTM"),
  ])
  func saysTheID(id: String, name: String) { #expect(PageName.file(for: id) == name) }

  /// Ids with letters in both cases, escaped characters, and the characters of escapes.
  @Test func isDistinctWhereCapitalsDoNotCount() {
    let letters = ["", "a", "A", "~", "=", "/", ".", "2F", "1", "🧪", "\u{301}"]
    var ids: Set<[UInt8]> = []
    var names: Set<String> = []
    for first in letters {
      for second in letters {
        for third in letters {
          for fourth in ["a", "B", "~2F", "=1", ""] {
            let id = first + second + third + fourth
            ids.insert(Array(id.utf8))
            names.insert(PageName.file(for: id).lowercased())
          }
        }
      }
    }
    #expect(names.count == ids.count)
  }

  @Test func isSafeEverywhere() {
    let hostile = "<script>alert(\"1\")</script> & ' %2e \u{0} \\ : * ? | \n ..\u{202E} ＜"
    let name = PageName.file(for: hostile)
    #expect(name.utf8.allSatisfy { byte in PageNameTests.plain.utf8.contains(byte) })
    #expect(PageURL.encoded(name) == name)
  }

  private static let plain =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~="

  @Test func isShort() {
    let long = String(repeating: "🧪", count: 500)
    let name = PageName.file(for: long)
    #expect(name.utf8.count == PageName.limit)
    #expect(name != PageName.file(for: long + "A"))
    #expect(!PageName.file(for: "").isEmpty)
  }

  @Test(arguments: [
    ("patients/P 1.html", "patients/P%201.html"),
    ("javascript:alert(1)", "javascript%3Aalert%281%29"),
    ("//host/x", ".//host/x"), ("a?b#c", "a%3Fb%23c"),
  ])
  func linkStaysInTheFolder(path: String, url: String) { #expect(PageURL.encoded(path) == url) }
}
