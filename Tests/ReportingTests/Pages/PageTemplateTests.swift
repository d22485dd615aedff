import Testing

@testable import Reporting

@Suite struct PageTemplateTests {
  private struct Thing: PageObject {
    var name: String
    var parts: [Thing] = []

    func child(named name: String) -> PageValue? {
      switch name {
      case "name": .text(self.name)
      case "note": .optional(self.name.isEmpty ? nil : "<b>")
      case "isLong": .truth(self.name.utf8.count > 3)
      case "parts": .list(parts)
      case "words": .list([self.name, "&"])
      default: nil
      }
    }
  }

  private func filled(_ template: String, _ thing: Thing, part: String = "") -> String {
    var writer = PageWriter(["whole": PageTemplate(template), "part": PageTemplate(part)])
    writer.write(thing, by: "whole")
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func escapesTextsAndLeavesMarkup() {
    #expect(filled("{{note}} {{{note}}} {{unknown}}.\n", Thing(name: "a")) == "&lt;b&gt; <b> .\n")
  }

  @Test func sectionsAreForSomethingAndNothing() {
    let template = "{{#isLong}}long{{/isLong}}{{^isLong}}short{{/isLong}}{{#note}}!{{/note}}"
    #expect(filled(template, Thing(name: "tablet")) == "long!")
    #expect(filled(template, Thing(name: "")) == "short")
    #expect(filled("{{^parts}}none{{/parts}}", Thing(name: "")) == "none")
  }

  /// A name that is missing in a part is looked up in the whole.
  @Test func listsRepeatAndNamesAreLookedUpOutwards() {
    let thing = Thing(name: "a", parts: [Thing(name: "b"), Thing(name: "")])
    #expect(filled("{{#parts}}{{name}}{{note}} {{/parts}}", thing) == "b&lt;b&gt; &lt;b&gt; ")
    #expect(filled("{{#words}}{{.}}{{{.}}}{{/words}}", thing) == "aa&amp;&")
  }

  /// A tag that has a line for itself leaves none behind; one among others leaves its line.
  @Test func tagsAloneOnALineLeaveNone() {
    let template = "x\n{{#parts}}\n- {{name}}\n{{> part}}\n{{/parts}}\n{{#isLong}} {{/isLong}}\ny"
    let thing = Thing(name: "a", parts: [Thing(name: "b"), Thing(name: "c")])
    #expect(filled(template, thing, part: "({{name}})\n") == "x\n- b\n(b)\n- c\n(c)\n\ny")
  }
}
