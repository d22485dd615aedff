/// A postal address; unknown parts are empty.
public struct PostalAddress: Hashable, Sendable {
  /// Street and number, possibly on several lines.
  public var street = ""
  /// The district of the city.
  public var district = ""
  /// The city.
  public var city = ""
  /// The district of the state, such as a county.
  public var county = ""
  /// The state or province.
  public var state = ""
  /// The postal code, not necessarily a number.
  public var postalCode = ""
  /// The name of the country.
  public var country = ""
  /// The ISO 3166-1 alpha-2 country code.
  public var countryCode = ""

  /// Creates an empty address.
  public init() {}
}

extension PostalAddress {
  /// The parts by JSON property.
  package static let parts:
    [(name: String, path: any WritableKeyPath<PostalAddress, String> & Sendable)] = [
      ("street", \.street), ("district", \.district), ("city", \.city), ("county", \.county),
      ("state", \.state), ("postalCode", \.postalCode), ("country", \.country),
      ("countryCode", \.countryCode),
    ]

  /// Creates an address from JSON properties; missing ones are empty.
  package init(_ texts: [String: String]) {
    self.init()
    for (name, path) in PostalAddress.parts { self[keyPath: path] = texts[name] ?? "" }
  }

  /// The non-empty parts, by JSON property.
  package var texts: [String: String] {
    let named = PostalAddress.parts.map { ($0.name, self[keyPath: $0.path]) }
    return Dictionary(uniqueKeysWithValues: named.filter { !$0.1.isEmpty })
  }
}
