import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@Suite struct JSONDocumentTests {
  private func read(_ text: String, deepest: Int = 64) throws -> JSONNode {
    let document = JSONDocument(deepest: deepest)
    try document.read(Array(text.utf8))
    return document.root
  }

  @Test func example() throws {
    let document = JSONDocument()
    try document.read(Array(#"{"id": "ann", "doses": [1, 2.5]}"#.utf8))
    #expect(document.root["doses"]?.elements.compactMap(\.number) == [1.0, 2.5])
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\b\f\n\r\t""#, "\u{8}\u{c}\n\r\t"),
    (#""\u00e9\u20AC\ud83d\ude00""#, "é€😀"), (#""\ud83d""#, "\u{FFFD}"), ("\"é€😀\"", "é€😀"),
    ("\"12345678\\n12345678\"", "12345678\n12345678"), ("\"1234567é\"", "1234567é"),
    ("\" \u{7f} \"", " \u{7f} "),
  ])
  func texts(_ json: String, _ text: String) throws {
    #expect(try read(json).text == text)
  }

  @Test(arguments: [
    ("0", 0.0, 0 as Int?), ("-0", 0, 0), ("12", 12, 12), ("-1.5", -1.5, nil), ("2.0", 2, 2),
    ("1e3", 1000, 1000), ("1.25E-2", 0.0125, nil), ("1e400", .infinity, nil),
    ("9223372036854775808", 0x1p63, nil), ("-9223372036854775808", -0x1p63, .min),
  ])
  func numbers(_ json: String, _ number: Double, _ whole: Int?) throws {
    #expect(try read(json).number == number)
    #expect(try read(json).wholeNumber == whole)
  }

  @Test(arguments: [
    "", " ", "{", "[1", #"{"a""#, #"{"a":"#, #"{"a":1"#, #""abc"#, #""a\"#, #""\u12"#, "tru", "-",
    "1.",
    "1e", "1e+",
  ])
  func truncated(_ json: String) {
    #expect(throws: InputError(.broken(.truncated))) { try read(json) }
  }

  @Test(arguments: [
    "}", "]", "[1,]", "[,1]", "[1 2]", "{1: 2}", #"{"a" 1}"#, #"{"a": 1,}"#, #"{,}"#, "01", "+1",
    ".5", "1.x",
    "1ex", "nul0", "True", "NaN", "'a'", "[1}", #"{"a": 1]"#, "1 2", "{} {}", #""\x""#,
    #""\u00g0""#,
    "\"a\nb\"", "\"12345678\u{1}12345678\"", "// a",
  ])
  func malformed(_ json: String) throws {
    let error = #expect(throws: InputError.self) { try read(json) }
    guard case .malformed(_, .json) = error?.problem else {
      Issue.record("\(json): \(String(describing: error))")
      return
    }
  }

  @Test func invalidUTF8() throws {
    let document = JSONDocument()
    #expect(throws: InputError(.broken(.invalidUTF8))) {
      try document.read(Array(#"{"a": ""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
    }
    #expect(document.root.kind == .null)
    try document.read(Array("[1]".utf8))
    #expect(document.root.elements.map(\.wholeNumber) == [1])
  }

  @Test func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try read(nested(64)).kind == .array)
    let error = InputError(.tooLarge(what: "levels of nested brackets", limit: 64))
    #expect(throws: error) { try read(nested(65)) }
    #expect(throws: error) { try read(String(repeating: "[", count: 1_000_000)) }
  }

  /// A lenient document keeps malformed scalars as values that have no exact content.
  @Test(arguments: [
    "05", "1.", "-", "1e+", "1-2", "1e400", #""\x""#, #""\u00g0""#, "\"a\nb\"", #""\ud83d""#,
  ])
  func malformedScalars(_ json: String) throws {
    let document = JSONDocument(isLenient: true)
    try document.read(Array("[1, \(json), \"a\", ]".utf8))
    let elements = document.root.elements
    #expect(elements.count == 3 && elements[0].exactNumber == 1 && elements[2].exactText == "a")
    let isText = json.first == "\""
    #expect(elements[1].kind == (isText ? .text : .number))
    #expect(elements[1].exactNumber == nil && elements[1].exactText == nil)
    #expect(elements[1].exactWholeNumber == nil)
  }

  @Test func nonfiniteNumbers() throws {
    let document = JSONDocument(isLenient: true)
    try document.read(Array("[NaN, -Infinity, Infinity]".utf8))
    let numbers = document.root.elements.compactMap(\.exactNumber)
    #expect(numbers.count == 3 && numbers[0].isNaN)
    #expect(numbers.dropFirst() == [-.infinity, .infinity])
  }

  @Test(arguments: ["[1,,]", "[,]", "{,}", "[+1]", "[.5]", "[nan]", "['a']", "[1 2]", "[a]"])
  func malformedLenient(_ json: String) {
    #expect(throws: InputError.self) {
      try JSONDocument(isLenient: true).read(Array(json.utf8))
    }
  }

  @Test func membersAndElements() throws {
    let node = try read(
      #" { "a" : [ ] , "b\u0020c":{"x":null,"y":[1,{"z":true}]}, "a": 7, "n": null } "#)
    #expect(node.count == 4)
    #expect(node.members.map(\.name) == ["a", "b c", "a", "n"])
    #expect(node["a"]?.wholeNumber == 7)
    #expect(node["n"] == nil && node["b"] == nil)
    let inner = try #require(Array(node.members)[1].value["y"])
    #expect(inner.elements[1]["z"]?.boolean == true)
    #expect(
      inner.elements[1]["z"]?.path == [
        .member("b c"), .member("y"), .element(1), .member("z"),
      ])
    #expect(node.path == [])
    #expect(inner["y"] == nil && inner.text == nil && inner.elements[0].elements.isEmpty)
    #expect(inner.elements[0].members.map(\.name) == [])
  }

  /// Random documents, intact or damaged, are parsed like by Foundation.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func agreesWithFoundation(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    var bytes = Array(Drawn.value(4, &random).utf8)
    if seed % 2 == 1, let place = bytes.indices.randomElement(using: &random) {
      bytes[place] = Array(#"{}[]",:\0 ex"#.utf8).randomElement(using: &random) ?? 0
    }
    let expected = try? JSONSerialization.jsonObject(
      with: Data(bytes), options: .fragmentsAllowed)
    let document = JSONDocument()
    guard (try? document.read(bytes)) != nil else {
      #expect(expected == nil)
      return
    }
    let found = Drawn.tree(document.root)
    #expect(
      try Drawn.text(of: found) == expected.map(Drawn.text),
      "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
  }
}

private enum Drawn {
  static func value(_ depth: Int, _ random: inout Seeded) -> String {
    let space = [" ", "", "\n", ""].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &random) {
    case 0: return "\(Int.random(in: -1000...1000, using: &random))" + space
    case 1: return "\(Double(Int.random(in: -99...99, using: &random)) / 8)"
    case 2: return ["true", "false", "null"].randomElement(using: &random) ?? "null"
    case 3: return text(&random)
    case 4:
      let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth - 1, &random)
      }
      return "[\(space)\(values.joined(separator: ",\(space)"))]"
    default:
      let members = (0..<Int.random(in: 0...4, using: &random)).map {
        "\"\($0)é\":\(space)\(value(depth - 1, &random))"
      }
      return "{\(members.joined(separator: ","))\(space)}"
    }
  }

  private static func text(_ random: inout Seeded) -> String {
    let parts = ["a", "longer text", #"\""#, #"\\"#, #"\n"#, "ü", #"\u00fc"#, "{", "]"]
    return "\""
      + (0..<Int.random(in: 0...5, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined() + "\""
  }

  static func text(of tree: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: [tree], options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  static func tree(_ node: JSONNode) -> Any {
    switch node.kind {
    case .object:
      Dictionary(node.members.map { ($0.name, tree($0.value)) }, uniquingKeysWith: { $1 })
    case .array: node.elements.map(tree)
    case .text: node.text ?? ""
    case .number: NSNumber(value: node.number ?? 0)
    case .boolean: NSNumber(value: node.boolean ?? false)
    case .null: NSNull()
    }
  }
}
