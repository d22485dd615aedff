import Interchange
import Scheduling

/// The parts of a person's name, as Foundation's `PersonNameComponents` writes them.
struct PersonName {
  var givenName: String?
  var familyName: String?
  /// The parts that records have no place for, by their names.
  var others: [(name: String, text: String)] = []

  /// The names of such parts.
  static let otherNames: [StaticString] = ["namePrefix", "middleName", "nameSuffix", "nickname"]

  init(_ node: JSONNode) throws(InputError) {
    let name = try node.required("name", try node.object("name"))
    givenName = try name.text("givenName")
    familyName = try name.text("familyName")
    for part in PersonName.otherNames {
      if let text = try name.text(part) { others.append(("\(part)", text)) }
    }
  }
}
