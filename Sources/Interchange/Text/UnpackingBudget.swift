/// A limit on the size of decompressed data: a minimum that any file may have, and more per
/// compressed byte.
///
/// A few compressed bytes can expand enormously, and nothing else bounds the memory of their rows.
package final class UnpackingBudget {
  /// The number of bytes consumed so far.
  package private(set) var taken = 0
  /// The maximum number of bytes for the compressed bytes so far.
  package private(set) var limit: Int
  private let perByte: Int

  /// The limit of gzip: a minimum, and the number of bytes per compressed byte.
  ///
  /// Tables of doses expand 10 to 15 times, FHIR resources 25 times, and up to a hundred times with
  /// sequential ids.
  package static let gzip = (least: 4 << 20, perByte: 128)

  package init(_ growth: (least: Int, perByte: Int) = UnpackingBudget.gzip) {
    (limit, perByte) = (growth.least, growth.perByte)
  }

  /// Raises the limit for compressed bytes.
  package func add(packed count: Int) {
    let (product, overflow) = count.multipliedReportingOverflow(by: perByte)
    limit = overflow || product > .max - limit ? .max : limit + product
  }

  /// Consumes decompressed bytes and returns whether they were within the limit.
  package func take(_ count: Int) -> Bool {
    guard count <= limit - taken else { return false }
    taken += count
    return true
  }
}
