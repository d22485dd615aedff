import Diagnostics
import Formats
import Scheduling
import Testing

@testable import Interchange

@Suite struct JSONElementsTests {
  @Test func simple() throws {
    let text = #"{"entities": [{"id": 1}, {"id": 2}], "clock": 5}"#
    let elements = try JSONElements(Array(text.utf8), source: "text", streaming: ["entities"])
    let document = JSONDocument()
    var numbers: [Int] = []
    while let next = elements.next(into: document) { numbers.append(try next.get().number) }
    #expect(numbers == [0, 1])
  }

  struct Example: CustomTestStringConvertible {
    var text: String
    /// The values, and errors by kind with position and line.
    var values: [String]
    var testDescription: String { text }
  }

  private static let examples = [
    Example(text: "", values: ["broken . 1"]),
    Example(text: "5", values: ["5"]),
    Example(text: "[]", values: []),
    Example(text: "{}", values: ["{}"]),
    Example(
      text: #"[1, "a", {"b": [2]}, [3], null]"#,
      values: ["1", #""a""#, #"{"b":[2]}"#, "[3]", "null"]),
    Example(text: #"{"list": [1, [2]], "x": [5]}"#, values: ["1", "[2]"]),
    Example(text: #"{"x": {"list": [5]}, "list": [1], "list": [2]}"#, values: ["1", "2"]),
    Example(text: #"{"list": 5}"#, values: [#"{"list":5}"#]),
    Example(
      text: #"[{"list": [1, {"list": [2]}]}, {"a": 3}]"#,
      values: ["1", #"{"list":[2]}"#, #"{"a":3}"#]),
    Example(text: "1\n2\n\n{\"a\":\n3}", values: ["1", "2", #"{"a":3}"#]),
    Example(text: "{\n\"a\": 1}\n{\n\"a\": 2}", values: [#"{"a":1}"#, #"{"a":2}"#]),
    Example(
      text: "{\"a\": 1}\n{\"a\"\n{\"a\": 3}", values: [#"{"a":1}"#, "broken 1 2", #"{"a":3}"#]),
    Example(text: "[1 2]", values: ["1", "malformed . 1", "2"]),
    Example(text: "[1,, 2]", values: ["1", "malformed . 1", "2"]),
    Example(text: "[tru, 2]", values: ["broken 0 1", "2"]),
    Example(text: #"[{"a" 1}, 2]"#, values: ["malformed 0 1", "2"]),
    Example(text: #"[{"a": "]}\\\""}, 2]"#, values: [#"{"a":"]}\\\""}"#, "2"]),
    Example(text: #"[1, {"a": [2"#, values: ["1", "broken 1 1"]),
    Example(text: "[1,", values: ["1", "broken . 1"]),
    Example(text: "[1}", values: ["1", "malformed . 1"]),
    Example(text: "]", values: ["malformed . 1"]),
    Example(text: ",", values: ["malformed . 1"]),
    Example(text: "\n\n [\n5,\n\n{\"a\" 1}]", values: ["5", "malformed 1 6"]),
  ]

  /// The values do not depend on block sizes.
  @Test(arguments: examples) func findsValues(_ example: Example) throws {
    for size in [1, 2, 3, 7, 1_000] {
      let found = try values(example.text, blocks: size)
      #expect(found == example.values, "blocks of \(size)")
    }
  }

  @Test func skipsLongElements() throws {
    let long = String(repeating: "x", count: 200)
    let text = #"{"clock": "\#(long)", "list": [1, {"a": "\#(long)"}, "\#(long)", {"a": 2}]}"#
    let limits = (value: 100, text: 50)
    for size in [1, 64, 10_000] {
      let found = try values(text, blocks: size, limits: limits)
      #expect(found == ["1", "tooLarge 1 1", "tooLarge 2 1", #"{"a":2}"#])
    }
    #expect(
      try values("[\"\(String(repeating: "y", count: 60))\", 3]", blocks: 8, limits: limits)
        == ["tooLarge 0 1", "3"])
  }

  private func values(
    _ text: String, blocks size: Int, limits: (value: Int, text: Int) = JSONElements.limits
  ) throws -> [String] {
    let elements = try JSONElements(
      .blocks(of: size, Array(text.utf8)), streaming: ["list"], limits: limits)
    let document = JSONDocument()
    var values: [String] = []
    while let next = elements.next(into: document) {
      switch next {
      case .success: values.append(written(document.root))
      case .failure(let error):
        values.append("\(error.problem.kind) \(error.field ?? ".") \(error.line ?? 0)")
      }
      try #require(values.count < 100)
    }
    return values
  }

  private func written(_ node: JSONNode) -> String {
    switch node.kind {
    case .object:
      "{" + node.members.map { "\"\($0.name)\":\(written($0.value))" }.joined(separator: ",") + "}"
    case .array: "[" + node.elements.map(written).joined(separator: ",") + "]"
    case .text: "\"\(node.source)\""
    case .number, .boolean, .null: node.source
    }
  }
}
