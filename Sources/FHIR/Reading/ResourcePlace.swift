import Scheduling

/// Where a resource stands, and what a Bundle says of it.
struct ResourcePlace: Sendable {
  /// The number of the file.
  var file: Int32
  /// The line, or the number of the entry in a Bundle, from 1.
  var line: Int32
  /// The first byte in the file, and how many there are; none of a deletion.
  var offset: Int
  var length: Int
  /// What stands around it in a Bundle.
  var bundle: BundleContext?
  /// The id where the resource has none of its own.
  var id: String?
  /// Whether it is one of the versions of a history, and what kind of one.
  var version = Version.only

  enum Version: Sendable, Equatable {
    /// Of several with one identity the latest counts.
    case only
    /// It holds until the next.
    case kept
    /// The resource is no more from a moment on.
    case deleted(Instant?)
  }

  var bytes: Range<Int> { offset..<offset + length }
}

/// What references in a Bundle may mean beside what they say.
final class BundleContext: Sendable {
  /// The resources whose `fullUrl` is not told by its last segments, by it.
  let identities: [String: String]

  init(_ identities: [String: String]) { self.identities = identities }
}
