import Dispatch
import Synchronization

/// Computes results in several threads, returned in order.
func concurrently<Result: Sendable>(
  _ count: Int, jobs: Int, _ make: @Sendable (Int) -> Result
) -> [Result] {
  guard jobs > 1, count > 1 else { return (0..<count).map(make) }
  let results = Mutex([Result?](repeating: nil, count: count))
  let workers = min(jobs, count)
  DispatchQueue.concurrentPerform(iterations: workers) { worker in
    for index in stride(from: worker, to: count, by: workers) {
      let result = make(index)
      results.withLock { $0[index] = result }
    }
  }
  return results.withLock { $0.compactMap(\.self) }
}
