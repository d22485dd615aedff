/// Where somebody lives or works; parts that are not known are empty.
public struct PostalAddress: Hashable, Sendable {
  /// Street and number, with line breaks where they need several lines.
  public var street = ""
  /// The part of the city.
  public var district = ""
  /// The city.
  public var city = ""
  /// The part of the state, such as a county.
  public var county = ""
  /// The state or province.
  public var state = ""
  /// The postal code, which need not be a number.
  public var postalCode = ""
  /// The name of the country.
  public var country = ""
  /// The country by its two letters of ISO 3166-1.
  public var countryCode = ""

  /// Creates an empty address.
  public init() {}
}

extension PostalAddress {
  /// The parts by the names that they have in JSON.
  package static let parts:
    [(name: String, path: any WritableKeyPath<PostalAddress, String> & Sendable)] = [
      ("street", \.street), ("district", \.district), ("city", \.city), ("county", \.county),
      ("state", \.state), ("postalCode", \.postalCode), ("country", \.country),
      ("countryCode", \.countryCode),
    ]

  /// Takes parts by their names; those that are missing are empty.
  package init(_ texts: [String: String]) {
    self.init()
    for (name, path) in PostalAddress.parts { self[keyPath: path] = texts[name] ?? "" }
  }

  /// The parts that say something, by their names.
  package var texts: [String: String] {
    let named = PostalAddress.parts.map { ($0.name, self[keyPath: $0.path]) }
    return Dictionary(uniqueKeysWithValues: named.filter { !$0.1.isEmpty })
  }
}
