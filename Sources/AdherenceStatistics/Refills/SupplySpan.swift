/// The days that are measured, and which fills lie in them.
struct SupplySpan {
  /// The last day of the follow-up.
  var followUpEnd: Double
  /// The first day of the window.
  var start: Double
  /// The last day of the window.
  var end: Double
  /// The fills of the follow-up.
  var fills: Range<Int>
  /// The fills of the window, those on its last day included.
  var inside: Range<Int>

  /// A window over columns of fills.
  init(
    _ supply: SupplyColumns, fills: Range<Int>, followUpEnd: Double, start: Double, end: Double
  ) {
    self.followUpEnd = followUpEnd
    self.start = start
    self.end = end
    self.fills = fills
    let first = supply.firstIndex(from: start, in: fills)
    inside = first..<supply.firstIndex(after: end, in: first..<fills.upperBound)
  }

  var length: Double { end - start }
}
