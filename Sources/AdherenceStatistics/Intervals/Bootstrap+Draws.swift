/// Blocks of draws, on one thread or several.
extension Bootstrap {
  /// Returns the statistics of all resamples, in the order of the blocks.
  ///
  /// Safe: seeds of blocks may come round to 0, as other seeds do.
  ///
  /// - Parameter block: Returns the statistics of a number of resamples drawn with a generator.
  /// - Returns: As many numbers as there are resamples.
  func draws(_ block: @Sendable (MersenneTwister, Int) -> [Double]) -> [Double] {
    let count = (resamples + Bootstrap.blockSize - 1) / Bootstrap.blockSize
    return concurrently(count, jobs: jobs) { index in
      let twister = MersenneTwister(seed: seed &+ UInt32(truncatingIfNeeded: index))
      return block(twister, min(Bootstrap.blockSize, resamples - index * Bootstrap.blockSize))
    }.flatMap(\.self)
  }

  /// Returns the means of a number of resamples.
  static func means(of values: [Double], _ count: Int, from twister: MersenneTwister) -> [Double] {
    let values = values.span
    return (0..<count).map { _ in
      var sum = 0.0
      twister.draw(values.count, below: values.count) { sum += values[$0] }
      return sum / Double(values.count)
    }
  }
}
