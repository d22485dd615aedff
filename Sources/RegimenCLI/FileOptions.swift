import AdherenceAnalytics
import ArgumentParser
import Formats

/// The permissions of the files that a command writes.
struct FileOptions: ParsableArguments {
  @Option(
    help: """
      The permissions of created files, in octal as 640; folders also get the bits to traverse \
      them. (default: 600, minus the umask)
      """, transform: FileOptions.mode)
  var mode: FilePermissions?

  private static func mode(_ text: String) throws -> FilePermissions {
    guard let mode = FilePermissions(text) else {
      throw ValidationError(
        "A mode has three octal digits of 6, 4, 2 and 0, the first of which is 6, as in 640.")
    }
    return mode
  }
}

/// A command that writes files or folders.
protocol WritingCommand: ParsableCommand {
  var files: FileOptions { get }
}
