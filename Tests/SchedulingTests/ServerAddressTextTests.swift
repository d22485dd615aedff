import Testing

@testable import Scheduling

/// What is taken for the address of a server, and so not repeated.
@Suite struct ServerAddressTextTests {
  static let addresses = [
    "postgresql://u:s3cret@h/d", "POSTGRES://u:s3cret@h/d", "postgres:u:s3cret@h",
    "postgres:u:s3cret@",
    " postgres://u:s3cret@h", "\u{FEFF}postgres://u:s3cret@h", "\"postgres://u:s3cret@h\"",
    "postgresql+psycopg2://u:s3cret@h/d", "jdbc:postgresql://h/d?password=s3cret",
    "mysql://u:s3cret@h", "postgres//u:s3cret@h", "postgre://u:s3cret@h", "https://u:s3cret@h/d",
    "postgres%3A%2F%2Fu%3As3cret%40h", "postgres%253A%252F%252Fu%253As3cret%2540h",
    "host=h password=s3cret", "host=h PASSWORD = s3cret", "PGPASSWORD=s3cret",
    "Server=h;Pwd=s3cret",
  ]

  @Test(arguments: addresses) func isAnAddress(_ text: String) {
    #expect(ServerAddressText(text).isAddress && ServerAddressText(text).isLikeAddress)
    #expect(throws: InputError.self) { try InputError.refuseAddress(text, exists: true) }
    #expect(!InputError(.noSuch(kind: "patient", id: text)).description.contains("s3cret"))
    #expect(!InputError(.missing, field: text, source: text).description.contains("s3cret"))
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
  ])
  func isNone(_ text: String) {
    #expect(!ServerAddressText(text).isAddress)
    #expect(!ServerAddressText(text).hasSecret)
    #expect(text.hasPrefix("https:") || !ServerAddressText(text).isLikeAddress)
  }
}
