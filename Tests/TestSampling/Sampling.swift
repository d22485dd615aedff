public import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A Boolean value that tells whether tests run all their drawn inputs, damaged files and faults.
///
/// `make test` runs a sample, which is the same in every run; `make check-exhaustive` sets `REGIMEN_EXHAUSTIVE`.
public let isExhaustive = ProcessInfo.processInfo.environment["REGIMEN_EXHAUSTIVE"] != nil

extension Collection {
  /// Returns all elements in an exhaustive run, otherwise `count` of them at equal distances.
  ///
  /// Different values of `first`, the offset of the first one, let nested samples meet in different pairs.
  public func sampled(_ count: Int, from first: Int = 0) -> [Element] {
    let all = Array(self)
    guard !isExhaustive, count < all.count else { return all }
    return (0..<count).map { all[($0 * all.count / count + first) % all.count] }
  }
}

extension Trait where Self == ConditionTrait {
  /// The test runs in `make check-exhaustive` only.
  public static var exhaustive: Self { .enabled(if: isExhaustive, "make check-exhaustive runs it") }
}
