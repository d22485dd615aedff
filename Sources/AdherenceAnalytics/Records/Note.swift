public import Scheduling

/// A remark about a record.
public struct Note: Hashable, Sendable {
  /// Who wrote it.
  public var author: String?
  /// What it is about.
  public var title: String?
  /// What it says.
  public var content: String
  /// When it was written.
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
