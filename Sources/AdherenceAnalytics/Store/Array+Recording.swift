package import Scheduling

extension Array {
  /// Returns the versions in order of recording, those without a time first; the order of others is kept.
  package func byRecording(_ recordedAt: (Element) -> Instant?) -> [Element] {
    let times = map { recordedAt($0) ?? .earliest }
    if zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return self }
    return indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { self[$0] }
  }
}
