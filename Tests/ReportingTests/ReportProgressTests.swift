import Synchronization
import TestSupport
import Testing

@testable import Reporting

@Suite struct ReportProgressTests {
  @Test(arguments: [
    (ReportProgress.Stage.reading, 0, Int?(5000), 0.0, "reading: 0 of 5,000 patients"),
    (.reading, 1200, 5000, 5, "reading: 1,200 of 5,000 patients, 240 a second, 16 s left"),
    (.pages, 500, 500, 2, "pages: 500 of 500 patients, 250 a second, 0 s left"),
    (
      .loading, 1000, 100_000, 1.25,
      "loading: 1,000 of 100,000 patients, 800 a second, 2 min 4 s left"
    ),
    (.days, 1, 10_000, 1, "finding the days: 1 of 10,000 patients, 1 a second, 2 h 46 min left"),
    (.writing, 1_234_567, nil, 1, "writing: 1,234,567 patients, 1,234,567 a second"),
    (.statistics, 20_000, 20_000, 0, "statistics of 20,000 patients"),
  ])
  func text(
    _ stage: ReportProgress.Stage, _ done: Int, _ total: Int?, _ seconds: Double, _ text: String
  ) {
    #expect(ReportProgress(stage, done: done, total: total, seconds: seconds).text == text)
  }

  /// A stage is shown at once, and then at most ten times a second.
  @Test func paceIsTenTimesASecond() {
    var (pace, now) = (ProgressPace(), ContinuousClock.now)
    func shown(_ stage: ReportProgress.Stage, every step: Duration, times: Int) -> Int {
      (0..<times).count { _ in
        now += step
        return pace.takes(stage, at: now)
      }
    }
    #expect(shown(.reading, every: .milliseconds(1), times: 1000) == 10)
    #expect(shown(.pages, every: .milliseconds(30), times: 100) == 25)
    #expect(shown(.statistics, every: .milliseconds(150), times: 20) == 20)
    #expect(shown(.reading, every: .milliseconds(1), times: 1) == 1)
  }

  /// Progress is reported for each stage of a report, up to the last patient.
  @Test func isTold() throws {
    let told = Mutex([ReportProgress]())
    var options = ReportOptions()
    options.progress = { progress in told.withLock { $0.append(progress) } }
    let files = ReportFiles()
    let folder = ReportFolder(files.path, format: .csv)
    _ = try folder.write(try someRecords(), try someQuery(), options)
    var last: [ReportProgress.Stage: ReportProgress] = [:]
    var order: [ReportProgress.Stage] = []
    for progress in told.withLock(\.self) {
      if order.last != progress.stage { order.append(progress.stage) }
      last[progress.stage] = progress
    }
    #expect(order == [.reading, .pages, .statistics])
    for stage in order { #expect(last[stage]?.done == last[stage]?.total) }
    #expect(last[.reading]?.done == 23)
  }
}
