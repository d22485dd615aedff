import Diagnostics

/// The kinds of damage in an Arrow file below the level of columns.
enum FileDefect: String {
  case head = "its metadata are invalid"
  case place = "a part lies outside of the file"
  case short = "a buffer is shorter than its rows need"
  case order = "the offsets of texts or lists are not in order"
  case view = "a text lies outside of its buffer"
  case entry = "a row refers to a missing entry of its dictionary"
  case child = "a list or structure has fewer values than its rows need"
  case compressed = "a compressed buffer cannot be decompressed"
  case dictionary = "a dictionary belongs to no column"
}

extension InputError {
  /// Returns the error of a damaged file.
  static func damaged(_ defect: FileDefect, column: String? = nil) -> InputError {
    let text = "is a damaged Arrow file: \(defect.rawValue) (write the file again)"
    return InputError(.broken(Defect(text)), field: column)
  }

  /// Returns the error of a file of another format.
  static func notArrow(_ cure: String) -> InputError {
    InputError(.broken(Defect("is not an Arrow file (\(cure))")))
  }
}
