import Interchange

/// How long a file of a share is, and what its bytes sum up to.
struct FileSum: Codable, Hashable, Sendable {
  var bytes: Int
  var checksum: String

  init(_ sum: ContentSum) { (bytes, checksum) = (sum.count, sum.text) }

  init(bytes: Int, checksum: String) { (self.bytes, self.checksum) = (bytes, checksum) }
}
