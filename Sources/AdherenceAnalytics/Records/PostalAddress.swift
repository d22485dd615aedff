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
