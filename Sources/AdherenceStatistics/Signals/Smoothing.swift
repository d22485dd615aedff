extension [Double] {
  /// z = kept z + (1 − kept) x over all numbers, from a first z.
  ///
  /// Four steps are taken at once, since each has to wait for the one before.
  ///
  /// Safe: an index is compared with the count before its number is looked at.
  func smoothed(from start: Double, keeping kept: Double) -> Double {
    withUnsafeBufferPointer { numbers in
      let new = 1 - kept
      let (kept2, kept3) = (kept * kept, kept * kept * kept)
      let kept4 = kept2 * kept2
      var average = start
      var index = 0
      while index + 4 <= numbers.count {
        let older = kept3 * numbers[index] + kept2 * numbers[index + 1]
        let newer = kept * numbers[index + 2] + numbers[index + 3]
        average = kept4 * average + new * (older + newer)
        index += 4
      }
      while index < numbers.count {
        average = kept * average + new * numbers[index]
        index += 1
      }
      return average
    }
  }
}
