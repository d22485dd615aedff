import Scheduling

/// The location of a resource in the input files, and its context in a Bundle.
struct ResourceLocation: Sendable {
  /// The file index.
  var file: Int32
  /// The line number, or the one-based entry index in a Bundle.
  var line: Int32
  /// The byte offset and length in the file; zero for a deletion.
  var offset: Int
  var length: Int
  /// The enclosing Bundle.
  var bundle: BundleContext?
  /// The id from the entry, for resources without one.
  var id: String?
  /// How it relates to other versions of the resource.
  var version = Version.only

  enum Version: Sendable, Equatable {
    /// The only version; of several with one identity the latest is used.
    case only
    /// A version in a history, valid until the next one.
    case kept
    /// A deletion, with its time if known.
    case deleted(Instant?)
  }

  var bytes: Range<Int> { offset..<offset + length }
}

/// The resolution context of references within a Bundle.
final class BundleContext: Sendable {
  /// Resource identities by `fullUrl`, for URLs that do not end with `Type/id`.
  let identities: [String: String]

  init(_ identities: [String: String]) { self.identities = identities }
}
