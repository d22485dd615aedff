import FHIR
import Formats
import Interchange
import Testing

@Suite struct DecimalNumberTests {
  private func number(_ json: String) throws -> DecimalNumber? {
    let document = JSONDocument()
    try document.read(Array(json.utf8))
    return DecimalNumber(document.root)
  }

  @Test(arguments: [
    ("33.33", 3600, 119_988), ("0.1", 10, 1), ("1.50", 2, 3), ("-2.5", 4, -10), ("7", 1, 7),
    ("1.000", 1, 1), ("0.000", 1, 0), ("-0", 1, 0), ("1e2", 1, 100), ("2.5E0", 2, 5),
    ("999999999999999", 1, 999_999_999_999_999), ("0.0000000000001", 10_000_000_000_000, 1),
  ])
  func multiplesAreExact(_ json: String, _ unit: Int, _ expected: Int) throws {
    #expect(try #require(try number(json)).multiple(of: unit) == expected)
  }

  @Test(arguments: [
    ("0.5", 1), ("33.33", 60), ("1.000000000000000000001", 1), ("1e-9", 1),
    ("0.333333333333333333", 3),
    ("999999999999999", 1_000_000),
  ])
  func othersHaveNone(_ json: String, _ unit: Int) throws {
    #expect(try #require(try number(json)).multiple(of: unit) == nil)
  }

  @Test(arguments: ["1000000000000000", "1e300", "1e16", #""1""#, "true", "null", "[1]", "{}"])
  func rejectsUncountableAdherence(_ json: String) throws {
    #expect(try number(json) == nil)
  }

  @Test func comparesAcrossScales() throws {
    let (less, more) = (try #require(try number("1.49")), try #require(try number("1.5")))
    #expect(less < more)
    #expect(try #require(try number("2")) > more)
    #expect(try number("0.000000000000000000001")?.sign == 1)
    #expect(try number("-0.1")?.sign == -1)
    #expect(try number("0.0")?.sign == 0)
  }
}
