public import Scheduling

/// A remark about a record.
public struct RecordNote: Hashable, Sendable {
  /// The author.
  public var author: String?
  /// The subject.
  public var title: String?
  /// The text.
  public var content: String
  /// The time of writing.
  public var time: Instant?

  /// Creates a note.
  public init(
    _ content: String, title: String? = nil, author: String? = nil, at time: Instant? = nil
  ) {
    self.content = content
    self.title = title
    self.author = author
    self.time = time
  }
}
