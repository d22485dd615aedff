import Foundation

extension ReportOptions {
  /// Returns the pipeline for pages, with few blocks at a time: each page has half a megabyte.
  func pagePipeline(for patients: Int?) -> CohortPipeline {
    var pipeline = pipeline(for: patients, .pages)
    pipeline.blockSize = min(pipeline.blockSize, 4)
    return pipeline
  }

  /// Returns the pipeline for a number of patients; `nil` if it is unknown.
  func pipeline(for patients: Int?, _ stage: ReportProgress.Stage = .reading) -> CohortPipeline {
    let jobs = max(1, jobs)
    let fair = patients.map { max(1, $0 / (8 * jobs)) } ?? 64
    let started = Date()
    let report = progress
    return CohortPipeline(
      jobs: jobs, blockSize: max(1, blockSize ?? min(64, fair)),
      limits: BlockLimits(blocks: 4 * jobs),
      isCancelled: { [cancellation] in cancellation.isCancelled },
      progress: { done in
        report?(
          ReportProgress(
            stage, done: done, total: patients, seconds: Date().timeIntervalSince(started)))
      })
  }
}
