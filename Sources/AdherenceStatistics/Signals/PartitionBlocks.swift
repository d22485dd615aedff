/// Beginnings of a stretch in blocks of eight, with what bounds their costs.
///
/// For beginnings i of a block the cost H(i) − (S − Sᵢ)²/(end − i) is at least
/// min H − max(S − min Sᵢ, max Sᵢ − S)²/(end − last). A block whose bound is above a cost that was
/// found already need not be looked into; nine in ten are not. The same holds for sixty-four blocks together,
/// which spares looking at most blocks of a long series.
///
/// Safe: `Segmentation` has made room for eight blocks more than there are, for as many groups as they
/// make, and rows of reciprocals go as far.
struct PartitionBlocks {
  /// The least H of each block; infinite beyond the last.
  let costs: UnsafeMutablePointer<Double>
  /// The least S of each block.
  let lows: UnsafeMutablePointer<Double>
  /// The greatest S of each block.
  let highs: UnsafeMutablePointer<Double>
  /// The same three numbers of each group, side by side.
  let groups: UnsafeMutablePointer<Double>
  /// Every eighth reciprocal, as `Reciprocals.strided`.
  let reciprocals: UnsafePointer<Double>
  let rowLength: Int

  /// Takes up a block of eight beginnings.
  func set(_ block: Int, costs blockCosts: SIMD8<Double>, sums: SIMD8<Double>) {
    costs[block] = Self.least(blockCosts)
    lows[block] = Self.least(sums)
    highs[block] = -Self.least(-sums)
    let isFirst = block % Self.groupLength == 0
    let group = groups + 3 * (block / Self.groupLength)
    group[0] = isFirst ? costs[block] : min(group[0], costs[block])
    group[1] = isFirst ? lows[block] : min(group[1], lows[block])
    group[2] = isFirst ? highs[block] : max(group[2], highs[block])
  }

  /// The blocks of a group.
  static let groupLength = 64

  /// The bound of a group that is whole.
  ///
  /// `sum` is S at the end of the stretch, `reciprocal` that of the distance from the group's last beginning
  /// to it.
  @inline(__always)
  func bound(ofGroup group: Int, sum: Double, reciprocal: Double) -> Double {
    let known = groups + 3 &* group
    let far = max(sum - known[1], known[2] - sum)
    return known[0] - far * far * reciprocal
  }

  /// The bounds of eight blocks from one on, infinite beyond the last.
  ///
  /// `sum` is S at the end of the stretch, `distance` that from the last beginning of block 0 to
  /// it.
  @inline(__always)
  func bounds(from block: Int, sum: Double, distance: Int) -> SIMD8<Double> {
    let row = (distance & 7) &* rowLength &+ (rowLength &- 1) &- (distance &>> 3)
    let below = Self.eight(UnsafePointer(highs) + block) - sum
    var far = sum - Self.eight(UnsafePointer(lows) + block)
    far.replace(with: below, where: far .< below)
    return Self.eight(UnsafePointer(costs) + block) - far * far
      * Self.eight(reciprocals + (row &+ block))
  }

  @inline(__always)
  static func eight(_ numbers: UnsafePointer<Double>) -> SIMD8<Double> {
    UnsafeRawPointer(numbers).loadUnaligned(as: SIMD8<Double>.self)
  }

  /// The least of eight numbers.
  @inline(__always)
  static func least(_ numbers: SIMD8<Double>) -> Double {
    let (low, high) = (numbers.lowHalf, numbers.highHalf)
    let two = lesser(lesser(low.lowHalf, low.highHalf), lesser(high.lowHalf, high.highHalf))
    return two.x < two.y ? two.x : two.y
  }

  /// The lesser of both numbers, in the form that becomes one instruction.
  @inline(__always)
  private static func lesser(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y)
  }
}
