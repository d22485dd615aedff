import Scheduling

/// The bytes that packed data may still unpack to: as many as any file may have, and more for each packed byte.
///
/// A few packed bytes can stand for very many. Nothing else bounds the memory that their rows take.
package final class UnpackingBudget {
  /// The bytes taken so far.
  package private(set) var taken = 0
  /// The most bytes that may be taken, for the packed bytes so far.
  package private(set) var limit: Int
  private let perByte: Int

  /// The unpacked bytes of gzip that any file may have, and those for each packed byte.
  ///
  /// Tables of doses unpack to 10 to 15 times their size, resources of FHIR to 25 times, and to a hundred where their ids
  /// are numbers in order.
  package static let gzip = (least: 4 << 20, perByte: 128)

  /// Creates a budget.
  package init(_ growth: (least: Int, perByte: Int) = UnpackingBudget.gzip) {
    (limit, perByte) = (growth.least, growth.perByte)
  }

  /// Adds what packed bytes may unpack to.
  package func add(packed count: Int) {
    let (product, overflow) = count.multipliedReportingOverflow(by: perByte)
    limit = overflow || product > .max - limit ? .max : limit + product
  }

  /// Whether unpacked bytes were within the limit, which are taken then.
  package func take(_ count: Int) -> Bool {
    guard count <= limit - taken else { return false }
    taken += count
    return true
  }
}
