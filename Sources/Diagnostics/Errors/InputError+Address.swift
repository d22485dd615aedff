extension InputError {
  /// Rejects a path that may be a server address, without repeating it in the message.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - exists: Whether a file of that name exists.
  /// - Throws: `InputError` that explains how files and servers are named.
  package static func refuseAddress(
    _ path: String, exists: @autoclosure () -> Bool = false
  ) throws(InputError) {
    let text = ServerAddressText(path)
    guard text.isLikeAddress, text.isAddress || !exists() else { return }
    throw InputError(
      .unreadable(
        reason: "it looks like the address of a server and is not repeated, as it may have a"
          + " password (name a server as postgresql://user@host/database, a file as ./name)"),
      source: "…")
  }
}
