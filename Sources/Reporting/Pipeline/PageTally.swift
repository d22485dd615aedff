/// The number and size of the files in the folder `pages` of a report.
package struct PageTally: Hashable, Sendable {
  /// The patients with a page.
  private(set) var patients = 0
  private(set) var files = 0
  private(set) var bytes = 0

  /// Counts a file of a size in bytes; `isPage` if it is a patient's page.
  mutating func add(_ size: Int, isPage: Bool) {
    files += 1
    bytes += size
    if isPage { patients += 1 }
  }
}
