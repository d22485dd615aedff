/// The cheapest division of a series, for the series that ends at each of its positions.
///
/// The cost of a stretch (i, j] is Σx² − (Sⱼ − Sᵢ)²/(j − i), with the sums S of the first x. The
/// squares are the same in every division, so that they are left out: H(j) = min over i of H(i) −
/// (Sⱼ − Sᵢ)²/(j − i) + β, from H(0) = −β.
///
/// Safe: `Segmentation` has made room for a sum and a cost more than there are days. The last of eight
/// beginnings lies `minimum` days before an end, which is no more than `count`.
struct OptimalPartition {
  let count: Int
  let minimum: Int
  let penalty: Double
  /// S.
  let sums: UnsafePointer<Double>
  /// H by the end.
  let costs: UnsafeMutablePointer<Double>
  /// 1/(count − index).
  let reciprocals: UnsafePointer<Double>
  let blocks: PartitionBlocks

  /// Finds the cost of the cheapest division up to every end that a division can have.
  func fill() {
    costs[0] = -penalty
    var (bestBlock, block) = (0, 0)
    for end in minimum...count {
      // From here on a stretch from any beginning in the block is long enough.
      if end == first(of: block) &+ 7 &+ minimum {
        take(block)
        block &+= 1
      }
      let whole = cost(from: 0, to: end)
      let least = cheapest(end &- 2 &* minimum &+ 1, to: end, atMost: whole, &bestBlock)
      costs[end] = penalty + least
    }
  }

  @inline(__always)
  private func first(of block: Int) -> Int { minimum &+ 8 &* block }

  private func take(_ block: Int) {
    let start = first(of: block)
    blocks.set(
      block, costs: PartitionBlocks.eight(UnsafePointer(costs) + start),
      sums: PartitionBlocks.eight(sums + start))
  }

  /// The least cost up to an end, over so many beginnings of the last stretch and what was found
  /// already.
  ///
  /// `bestBlock` is the block with the cheapest beginning for the end before, and then for this
  /// one.
  private func cheapest(
    _ starts: Int, to end: Int, atMost known: Double, _ bestBlock: inout Int
  ) -> Double {
    if starts < 8 { return cheapest(ofFew: starts, to: end, atMost: known) }
    // The last eight beginnings, of which a few make no block yet.
    var least = min(known, cheapest(ofEightFrom: end &- minimum &- 7, to: end))
    let complete = starts &>> 3
    // What was best for the end before is near the best for this one, and rules out most others.
    if bestBlock < complete {
      least = min(least, cheapest(ofEightFrom: first(of: bestBlock), to: end))
    }
    var block = 0
    while block < complete {
      if isRuledOut(groupFrom: block, of: complete, to: end, least) {
        block &+= PartitionBlocks.groupLength
        continue
      }
      let bounds = blocks.bounds(from: block, sum: sums[end], distance: end &- minimum &- 7)
      if PartitionBlocks.least(bounds) <= least + 1e-9 {
        look(into: bounds, from: block, to: end, &least, &bestBlock)
      }
      block &+= 8
    }
    return least
  }

  /// Whether a whole group of blocks begins here, of which none can be cheaper.
  @inline(__always)
  private func isRuledOut(
    groupFrom block: Int, of complete: Int, to end: Int, _ least: Double
  ) -> Bool {
    let length = PartitionBlocks.groupLength
    guard block % length == 0, block &+ length <= complete else { return false }
    let last = first(of: block &+ length) &- 1
    let bound = blocks.bound(
      ofGroup: block / length, sum: sums[end], reciprocal: reciprocals[count &- end &+ last])
    return bound > least + 1e-9
  }

  /// Looks into those of eight blocks whose bounds do not rule them out.
  private func look(
    into bounds: SIMD8<Double>, from block: Int, to end: Int, _ least: inout Double,
    _ bestBlock: inout Int
  ) {
    for lane in 0..<8 where bounds[lane] <= least + 1e-9 {
      let cost = cheapest(ofEightFrom: first(of: block &+ lane), to: end)
      if cost < least { (least, bestBlock) = (cost, block &+ lane) }
    }
  }

  private func cheapest(ofFew starts: Int, to end: Int, atMost known: Double) -> Double {
    var least = known
    for start in minimum..<max(minimum, minimum &+ starts) {
      least = min(least, cost(from: start, to: end))
    }
    return least
  }

  @inline(__always)
  private func cheapest(ofEightFrom start: Int, to end: Int) -> Double {
    let difference = sums[end] - PartitionBlocks.eight(sums + start)
    return PartitionBlocks.least(
      PartitionBlocks.eight(UnsafePointer(costs) + start) - difference * difference
        * PartitionBlocks.eight(reciprocals + (count &- end &+ start)))
  }

  @inline(__always)
  private func cost(from start: Int, to end: Int) -> Double {
    let difference = sums[end] - sums[start]
    return costs[start] - difference * difference * reciprocals[count - end + start]
  }
}

extension OptimalPartition {
  /// The beginnings of all stretches but the first, in order.
  func changes() -> [Int] {
    var changes: [Int] = []
    var end = beginning(of: count)
    while end > 0 {
      changes.append(end)
      end = beginning(of: end)
    }
    changes.reverse()
    return changes
  }

  /// The earliest beginning of the last stretch that no later one betters by more than 10⁻¹².
  private func beginning(of end: Int) -> Int {
    var (best, least) = (0, cost(from: 0, to: end))
    // The cheapest division is known already: often it is that without a change.
    if least <= costs[end] - penalty + 1e-12 { return 0 }
    guard minimum <= end - minimum else { return 0 }
    for start in minimum...(end - minimum) {
      let cost = cost(from: start, to: end)
      if cost < least - 1e-12 { (best, least) = (start, cost) }
    }
    return best
  }
}
