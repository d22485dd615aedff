import AdherenceStatistics
import Foundation

/// The rows on statistics of a cohort.
///
/// Expected results are computed from the definitions in ``CohortWay``, and for resamples taken
/// from the golden data.
struct CohortStatisticsRows {
  private static let clusters = 4
  private static let trials = 180

  private var random = Seeded(state: 60)

  /// Persistence of 10,000 patients up to two years, half of them censored.
  mutating func survival() throws -> Row {
    let followUps = (0..<10_000).map { _ in
      FollowUp(time: Double(Int.random(in: 1...730, using: &random)), hasEvent: random.happens(50))
    }
    let lines = followUps.map { "\(Int($0.time)),\($0.hasEvent ? 1 : 0)" }
    var steps: [SurvivalStep] = []
    let regimen = System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { steps = SurvivalCurve(followUps).steps } },
      answer: { CohortWay.answer(steps.count, [steps.reduce(0) { $0 + $1.survival }]) })
    var shares: [Double] = []
    let naive = System(
      name: "naive",
      run: { runs in for _ in 0..<runs { shares = CohortWay.survival(followUps) } },
      answer: { CohortWay.answer(shares.count, [shares.reduce(0, +)]) })
    try naive.run(1)
    return Row(
      name: "kaplan-meier", what: "a survival curve of 10,000 patients", per: .query, units: 1,
      expected: naive.answer(), systems: [regimen, naive],
      data: try file("follow-ups.csv", lines))
  }

  /// The Clopper-Pearson intervals of every count of half a year's days.
  func proportions() throws -> Row {
    let total = CohortStatisticsRows.trials
    let intervals = ProportionIntervals()
    var limits: [Double] = []
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          limits = (0...total).flatMap { count -> [Double] in
            let interval = intervals.clopperPearson(count, of: total).value
            return [interval?.lower ?? .nan, interval?.upper ?? .nan]
          }
        }
      },
      answer: { CohortWay.answer(limits.count / 2, [limits.reduce(0) { $0 + $1 * $1 }]) })
    var halved: [Double] = []
    let naive = System(
      name: "naive",
      run: { runs in for _ in 0..<runs { halved = CohortWay.clopperPearson(total) } },
      answer: { CohortWay.answer(halved.count / 2, [halved.reduce(0) { $0 + $1 * $1 }]) })
    try naive.run(1)
    return Row(
      name: "clopper-pearson", what: "an interval for k of 180, k from 0 to 180", per: .query,
      units: total + 1, expected: naive.answer(), systems: [regimen, naive])
  }

  /// The trajectories of 10,000 patients over 24 weeks.
  mutating func trajectories() throws -> Row {
    let rows = (0..<10_000).map { _ in week24() }
    let optional = rows.map { $0.map(Optional.some) }
    let count = CohortStatisticsRows.clusters
    var found: TrajectoryClusters?
    let regimen = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs { found = TrajectoryClusters.find(count, in: optional).value }
      },
      answer: { CohortWay.answer(found?.iterations ?? 0, [found?.withinSquares ?? .nan]) })
    var (iterations, squares) = (0, 0.0)
    let naive = System(
      name: "naive",
      run: { runs in
        for _ in 0..<runs { (iterations, squares) = CohortWay.trajectories(rows, count) }
      },
      answer: { CohortWay.answer(iterations, [squares]) })
    try naive.run(1)
    return Row(
      name: "kmeans", what: "four clusters of 10,000 patients by 24 weeks", per: .query, units: 1,
      expected: naive.answer(), systems: [regimen, naive],
      data: try file("weeks.csv", rows.map { $0.map { "\($0)" }.joined(separator: ",") }),
      samples: 5)
  }

  /// A patient whose level is constant, or falls.
  private mutating func week24() -> [Double] {
    let level = Double.random(in: 0.3..<1, using: &random)
    let end = Int.random(in: 0..<60, using: &random)
    return (0..<24).map { week in
      week > end ? 0 : min(1, max(0, level + Double.random(in: -0.2..<0.2, using: &random)))
    }
  }

  /// The mean of the golden cohort, by the golden resamples.
  func resamples() throws -> Row {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let golden = root.appending(path: "Datasets/golden/mems/expected.json")
    let expected = try JSONDecoder().decode(Golden.self, from: Data(contentsOf: golden))
    let ratios = expected.patients.compactMap(\.adherence)
    var found: BootstrapEstimate?
    let regimen = System(
      name: "regimen",
      run: { runs in for _ in 0..<runs { found = Bootstrap().mean(of: ratios).value } },
      answer: { CohortWay.answer(found?.resamples ?? 0, [found?.bca.lower, found?.bca.upper]) })
    return Row(
      name: "bootstrap", what: "2,000 resamples of 200 ratios, both intervals of the mean",
      per: .query, units: 1,
      expected: CohortWay.answer(2000, expected.cohort.all.bootstrapMean.bca), systems: [regimen],
      data: try file("ratios.csv", ratios.map { "\($0)" }))
  }

  /// Ten blocks on one thread and on two, in wall-clock time.
  func blocks() throws -> Row {
    let ratios = (0..<200).map { Double($0 * $0 % 199) / 199 }
    var bootstrap = Bootstrap()
    bootstrap.resamples = 10 * Bootstrap.blockSize
    let systems = [1, 2].map { jobs in
      bootstrap.jobs = jobs
      var found: BootstrapEstimate?
      return System(
        name: "regimen-\(jobs)", clock: .wall,
        run: { [bootstrap] runs in for _ in 0..<runs { found = bootstrap.mean(of: ratios).value } },
        answer: { CohortWay.answer(found?.resamples ?? 0, [found?.bca.lower, found?.bca.upper]) })
    }
    try systems[0].run(1)
    return Row(
      name: "bootstrap-jobs", what: "20,000 resamples of 200 ratios, on one thread and on two",
      per: .query, units: 1, expected: systems[0].answer(), systems: systems)
  }

  private func file(_ name: String, _ lines: [String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regimen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = lines.joined(separator: "\n") + "\n"
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    return folder
  }
}

/// The golden ratios and the interval of their mean.
private struct Golden: Decodable {
  var patients: [Patient]
  var cohort: Cohort

  struct Patient: Decodable { var adherence: Double? }
  struct Cohort: Decodable { var all: Summary }
  struct Summary: Decodable { var bootstrapMean: Figures }
  struct Figures: Decodable { var bca: [Double] }
}
