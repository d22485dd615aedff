import AdherenceAnalytics
import ArgumentParser

/// Who may use what a command writes.
struct FileOptions: ParsableArguments {
  @Option(
    help: """
      Who may use the files that are made, in octal as 640; folders also get the bits to go through \
      them. (default: 600, less what the umask takes)
      """, transform: FileOptions.mode)
  var mode: FilePermissions?

  private static func mode(_ text: String) throws -> FilePermissions {
    guard let mode = FilePermissions(text) else {
      throw ValidationError(
        "A mode is three octal digits of 6, 4, 2 and 0, the first of them a 6, as 640.")
    }
    return mode
  }
}

/// A command that writes files or folders.
protocol WritingCommand: ParsableCommand {
  var files: FileOptions { get }
}
