import Diagnostics
import Testing

@testable import Scheduling

/// Texts that are treated as server addresses, and therefore redacted.
@Suite struct ServerAddressTextTests {
  static let addresses = [
    "postgresql://u:s3cret@h/d", "POSTGRES://u:s3cret@h/d", "postgres:u:s3cret@h",
    "postgres:u:s3cret@",
    " postgres://u:s3cret@h", "\u{FEFF}postgres://u:s3cret@h", "\"postgres://u:s3cret@h\"",
    "postgresql+psycopg2://u:s3cret@h/d", "jdbc:postgresql://h/d?password=s3cret",
    "mysql://u:s3cret@h", "postgres//u:s3cret@h", "postgre://u:s3cret@h", "https://u:s3cret@h/d",
    "postgres%3A%2F%2Fu%3As3cret%40h", "postgres%253A%252F%252Fu%253As3cret%2540h",
    "host=h password=s3cret", "host=h PASSWORD = s3cret", "PGPASSWORD=s3cret",
    "Server=h;Pwd=s3cret", "//u:s3cret@h/d", "ｐａｓｓｗｏｒｄ=s3cret host=h", "pass\u{200B}word=s3cret",
    "passwort=s3cret", "contraseña=s3cret", "host=h pass=s3cret", "user=u token=s3cret",
    "Server=h;Pw=s3cret", "postgresql://h/d?sslpassword=s3cret", "mysql://h/d?pass%77ord=s3cret",
  ]

  @Test(arguments: addresses) func isAnAddress(_ text: String) {
    #expect(ServerAddressText(text).isAddress && ServerAddressText(text).isLikeAddress)
    #expect(throws: InputError.self) { try InputError.refuseAddress(text, exists: true) }
    #expect(!InputError(.noSuch(kind: "patient", id: text)).description.contains("s3cret"))
    #expect(!InputError(.missing, field: text, source: text).description.contains("s3cret"))
  }

  /// Password options are found in any case and position, with any separator.
  @Test func passwordsAreFoundInDrawnOptions() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let text = DrawnAddress.text(&random)
      #expect(ServerAddressText(text).hasSecret, "\(text)")
      #expect(
        !InputError(.outOfRange(text: text, rule: "x")).description.contains("s3cret"), "\(text)")
    }
  }

  @Test(arguments: ["db.example.org:5432:d:u:s3cret", "*:*:*:u:s3cret", "db:5432:*:u:s3:cret"])
  func isALineOfAPasswordFile(_ text: String) {
    #expect(ServerAddressText(text).isLikeAddress && ServerAddressText(text).hasSecret)
    #expect(!InputError(.outOfRange(text: text, rule: "x")).description.contains("s3"))
  }

  @Test(arguments: ["u:s3cret@h:5432/d", "u:s3cret@h", "host=h dbname=d", "s3://bucket/file.csv"])
  func isLikeAnAddressUnlessThereIsAFile(_ text: String) throws {
    #expect(!ServerAddressText(text).isAddress && ServerAddressText(text).isLikeAddress)
    let error = #expect(throws: InputError.self) { try InputError.refuseAddress(text) }
    #expect(error?.description.contains("s3cret") == false)
    try InputError.refuseAddress(text, exists: true)
  }

  @Test(arguments: [
    "store.sqlite", "postgres", "postgresql/store.sqlite", "./u:p@h", "/data/a:b@c/store.db",
    "C:\\x.db",
    "2025-01-01T08:00:00Z", "a@b", "every day at 08:00", #"{"system":"http://a/b","x":"c@d"}"#,
    "group=a", "http.csv", "https://example.org/Measure/x@1", "password.csv", "-",
    "key=a", "pass.csv", "site:12:a:b:c", "fe80:1:2:3:4:5:6:7", "//data/store.db",
  ])
  func isNone(_ text: String) {
    #expect(!ServerAddressText(text).isAddress)
    #expect(!ServerAddressText(text).hasSecret)
    #expect(text.hasPrefix("https:") || !ServerAddressText(text).isLikeAddress)
  }
}

/// Random connection options with a password.
private enum DrawnAddress {
  static func text(_ random: inout some RandomNumberGenerator) -> String {
    let names = ["password", "passwd", "pwd", "pass", "pw", "passwort", "token", "secret", "key"]
    let company = ["host", "server", "user", "hostaddr", "dbname"]
    let separator = drawn([" ", ";", "&", "  "], &random)
    let equals = drawn(["=", " = ", "= ", "%3D", "＝"], &random)
    var options = [cased(drawn(names, &random), &random) + equals + "s3cret"]
    options.insert(drawn(company, &random) + "=h", at: Int.random(in: 0...1, using: &random))
    return drawn(["", "x://h/d?", "postgresql://h/d?", " ", "\u{FEFF}"], &random)
      + options.joined(separator: separator)
  }

  private static func cased(_ name: String, _ random: inout some RandomNumberGenerator) -> String {
    String(
      name.unicodeScalars.map { scalar in
        let wide = Unicode.Scalar(scalar.value + 0xFEE0).map(Character.init) ?? Character(scalar)
        let upper = Character(scalar.properties.uppercaseMapping)
        return drawn([Character(scalar), upper, wide], &random)
      })
  }

  private static func drawn<Value>(
    _ values: [Value], _ random: inout some RandomNumberGenerator
  ) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
}
