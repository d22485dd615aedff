/// 1/k for whole numbers, in the two orders in which a segmentation reads them.
struct Reciprocals {
  /// The greatest number that there is a reciprocal of.
  private(set) var capacity = 0
  /// 1/(capacity − index).
  private(set) var descending: [Double] = []
  /// The same for every eighth number, a row for each remainder: downwards, so that neighbouring
  /// blocks stand side by side.
  private(set) var strided: [Double] = []

  /// The length of a row of ``strided``.
  var rowLength: Int { capacity / 8 + 1 }

  /// Makes the numbers up to `count` available.
  mutating func need(to count: Int) {
    guard count > capacity else { return }
    capacity = max(255, 2 * count)
    descending = Array(repeating: 0, count: capacity + 1)
    strided = Array(repeating: 0, count: 8 * rowLength + 16)
    for number in 1...capacity {
      descending[capacity - number] = 1 / Double(number)
      strided[number % 8 * rowLength + rowLength - 1 - number / 8] = 1 / Double(number)
    }
  }
}
