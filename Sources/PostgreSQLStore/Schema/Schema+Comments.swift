extension Schema {
  static let comments = ""
}
