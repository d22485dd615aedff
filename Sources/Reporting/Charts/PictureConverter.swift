import Diagnostics
import Foundation
import Interchange

/// An installed program that converts SVG to PNG or PDF.
struct PictureConverter {
  private let program: URL
  /// Returns the program's arguments.
  private let arguments: (_ form: String, _ scale: String, _ file: String) -> [String]

  /// Returns the first converter found in the folders of `PATH`.
  ///
  /// - Throws: `InputError` if none is installed.
  static func found() throws(InputError) -> PictureConverter {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let known: [(String, (String, String, String) -> [String])] = [
        ("rsvg-convert", { ["--format", $0, "--zoom", $1, $2] }),
        ("cairosvg", { ["--format", $0, "--scale", $1, $2] }),
      ]
      for (name, arguments) in known {
        let program = "\(folder)/\(name)"
        if FileManager.default.isExecutableFile(atPath: program) {
          return PictureConverter(program: URL(filePath: program), arguments: arguments)
        }
      }
    }
    throw InputError(
      .unwritable(
        reason: "no rsvg-convert and no cairosvg is on the PATH; install librsvg2-bin, or write "
          + ".svg"),
      parameter: "format")
  }

  /// Converts an SVG picture.
  ///
  /// - Parameters:
  ///   - svg: The picture.
  ///   - form: The format, `png` or `pdf`.
  ///   - scale: The factor by which the result is larger.
  /// - Returns: The file.
  /// - Throws: `InputError` if the converter fails.
  func convert(_ svg: String, to form: String, scale: Double = 1) throws(InputError) -> [UInt8] {
    do {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
      try Data(svg.utf8).write(to: file, options: .withoutOverwriting)
      defer { try? FileManager.default.removeItem(at: file) }
      return try run(arguments(form, "\(scale)", file.path))
    } catch let error as InputError {
      throw error
    } catch {
      throw failure("\(error.localizedDescription)")
    }
  }

  private func run(_ arguments: [String]) throws -> [UInt8] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !bytes.isEmpty else {
      throw failure("it ended with status \(process.terminationStatus)")
    }
    return Array(bytes)
  }

  private func failure(_ reason: String) -> InputError {
    InputError(.unwritable(reason: "\(program.lastPathComponent): \(reason)"), parameter: "format")
  }
}
