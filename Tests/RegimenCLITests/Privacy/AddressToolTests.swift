import Foundation
import TestSampling
import TestSupport
import Testing

/// Malformed server addresses: no command prints them or creates a file with that name.
@Suite struct AddressToolTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  static let addresses = [
    "POSTGRES://u:s3cret@h/d", "postgres:u:s3cret@", " postgres://u:s3cret@h/d",
    "postgresql+psycopg2://u:s3cret@h/d", "mysql://u:s3cret@h/d",
    "postgresql://h/d?PASSWORD=s3cret",
    "postgresql://u@h/d?pasword=s3cret", "host=h password=s3cret", "jdbc:postgresql://u:s3cret@h/d",
    "postgres//u:s3cret@h", "u:s3cret@host:5432/d", "u:s3cret@h",
    "postgres%3A%2F%2Fu%3As3cret%40h%2Fd", "postgresql:///d?host=u:s3cret@h",
    "postgresql://u:s3cret@h:port/d", "postgresql://u:s3cret@[::1/d",
    "//u:s3cret@h/d", "db.example.org:5432:d:u:s3cret", "ｐassword=s3cret host=h",
    "host=h passwort=s3cret",
    "postgresql://u:s3cret@127.0.0.1:1/d", "postgresql://u:s3cret%zz@h/d",
  ]

  private func commands(_ address: String) throws -> [[String]] {
    let data = try MonitoredFolder.path()
    let days = ["--from", "2025-02-03", "--to", "2025-02-04"]
    return [
      [address], ["info", address], ["info", "store", address], ["info", "--\(address)"],
      ["check", address], ["import", data, address], ["import", address, "x.sqlite"],
      ["import", data, data, address], ["export", data, address], ["report", address],
      ["report", data, "--out", address, "--pages", "none"] + days,
      ["report", data, "--pseudonyms", address] + days, ["report", data, "--from", address],
      ["erase", address, "--only", "x"], ["refills", address], ["merge", address, address],
      ["init", address], ["generate", "--patients", "1", address], ["due", address],
      ["events", address] + days, ["expand", "--batch", address], ["chart", address],
    ]
  }

  /// No option accepts a server, not even with a valid address.
  @Test(arguments: zip(0..<4, ["password=", "pass%77ord=", "sslpassword=", "PASSWORD="]))
  func isNoValueOfAnOption(_ number: Int, _ name: String) throws {
    let address = "postgresql://127.0.0.1:1/d?\(name)s3cret"
    let options = [["--schedule", address], ["--schedule=\(address)"], ["--from", address]]
    for option in options.sampled(1, from: number) {
      let result = try Tool.run(["report"] + option + ["x.csv"], in: scratch.url)
      #expect(result.status == 2 && !result.errors.contains("s3cret"), "\(result.errors)")
    }
  }

  @Test(
    arguments: [
      "postgresql://u:s3cret@h/d?sslmode=x", "https://u:s3cret@h/x.csv", "x.csv?token=s3cret",
      "//u:s3cret@h/x.csv", "https://h/x.csv?pass%77ord=s3cret", "javascript:s3cret",
    ].sampled(3))
  func isNoURLOfAChartsRows(_ url: String) throws {
    let data = try MonitoredFolder.path()
    let result = try Tool.run(
      ["chart", data, "--chart", "bars", "--format", "vegaLite", "--data-url", url],
      in: scratch.url)
    #expect(result.status == 2 && !(result.output + result.errors).contains("s3cret"))
  }

  @Test(arguments: zip(addresses.indices, addresses))
  func isNotRepeated(_ number: Int, _ address: String) throws {
    for command in try commands(address).sampled(1, from: number) {
      let result = try Tool.run(command, in: scratch.url)
      #expect(result.status == 2, "\(command): \(result.output)\(result.errors)")
      #expect(!(result.output + result.errors).contains("s3cret"), "\(command): \(result.errors)")
      #expect(scratch.files().isEmpty, "\(command)")
    }
  }
}
