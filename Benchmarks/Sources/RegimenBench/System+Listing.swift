import Foundation
import Scheduling

extension System {
  /// A system that lists instants into a reused buffer.
  static func listing<LocalOrInstant>(
    _ name: String, _ seconds: @escaping (LocalOrInstant) -> Int64,
    _ list: @escaping (inout [LocalOrInstant]) -> Void
  ) -> System {
    var moments: [LocalOrInstant] = []
    return System(
      name: name,
      run: { runs in
        for _ in 0..<runs {
          moments.removeAll(keepingCapacity: true)
          list(&moments)
        }
      },
      answer: { Answer(moments.map(seconds)) })
  }

  /// Ours first, then the naive loop, Foundation's two ways and libical.
  static func listing(_ plan: Plan) -> [System] {
    let occurrences = plan.schedule.compiled(in: plan.zone)
    let range = plan.range
    let foundation = FoundationPlan(plan)
    let systems: [System] = [
      .listing("regimen", \.start.seconds) { (rows: inout [Occurrence]) in
        occurrences.append(startingIn: range, to: &rows)
      },
      .listing("naive", \.seconds) { plan.listNaively(into: &$0) },
      .listing("foundation-date", \.seconds) { foundation.listByAdding(into: &$0) },
    ]
    let libical = LibicalPlan(plan)
    let rules: [System] = [
      .listing("libical", \.self) { libical.list(into: &$0) },
      .listing("foundation-rule", \.seconds) { foundation.listByRule(into: &$0) },
    ]
    return systems + (plan.isKnownToFoundation ? rules : Array(rules.prefix(1)))
  }

  /// The lower bound for writing a number of values.
  static func memset<Value>(_ count: Int, of type: Value.Type) -> System {
    let size = count * MemoryLayout<Value>.size
    var bytes = [UInt8](repeating: 0, count: size)
    return System(
      name: "memset", expected: Answer(count: size, checksum: "\(size * 0x5a)"),
      run: { runs in
        for _ in 0..<runs {
          bytes.withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { _ = Foundation.memset(start, 0x5a, size) }
          }
        }
      },
      answer: { Answer(bytes.map(Int64.init)) })
  }
}

extension Answer {
  /// The count and the sum of numbers.
  init(_ numbers: [Int64]) {
    self.init(count: numbers.count, checksum: "\(numbers.reduce(0, &+))")
  }
}

extension Date {
  fileprivate var seconds: Int64 { Int64(timeIntervalSince1970) }
}
