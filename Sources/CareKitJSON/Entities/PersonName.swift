import Diagnostics
import Formats
import Interchange
import Scheduling

/// A person's name, encoded as Foundation's `PersonNameComponents`.
struct PersonName {
  var givenName: String?
  var familyName: String?
  /// The components without a counterpart, by key.
  var others: [(name: String, text: String)] = []

  /// The keys of such components.
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
