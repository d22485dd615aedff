import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import TestSupport
import Testing

/// Groups of a cohort, which may be as many as patients.
@Suite struct CohortGroupsTests {
  private static let parameters: MeasureParameters = {
    var parameters = MeasureParameters()
    parameters.resamples = 0
    return parameters
  }()

  /// Patients with names and groups.
  private func collection(_ patients: [(name: String, groups: [String])]) throws -> CohortCollection
  {
    var collection = CohortCollection(Self.parameters)
    for (place, patient) in patients.enumerated() {
      let doses = ["xx.", "x..", "xxx"][place % 3]
      let world = try DoseWorld(doses, Self.parameters, name: patient.name)
      collection.add(world.summary, to: patient.groups)
    }
    return collection
  }

  private func statistics(_ collection: CohortCollection) throws -> TaskStatistics {
    try #require(CohortStatistics(collection, Self.parameters).tasks.first)
  }

  /// Each patient may have a group of his own, and comparisons of all would grow with the square of
  /// them.
  @Test(arguments: [2, 50, 51, 120]) func asManyAsCanBeComparedAre(count: Int) throws {
    let patients = (0..<count).map { ("p\($0)", ["g\($0)"]) }
    let task = try statistics(collection(patients))
    #expect(task.groups.count == count)
    if count <= TaskStatistics.mostGroups {
      #expect(task.comparisons.value?.count == count * (count - 1) / 2)
    } else {
      #expect(task.comparisons.reason == .tooManyGroups)
      #expect(task.logRank.reason == .tooManyGroups)
    }
  }

  @Test func overlappingGroupsAreNotCompared() throws {
    let task = try statistics(collection([("p1", ["a", "b"]), ("p2", ["b"])]))
    #expect(task.comparisons.reason == .overlappingGroups)
    #expect(task.groups.map(\.group) == ["a", "b"])
    #expect(task.groups.map(\.summary.evaluable) == [1, 2])
  }

  /// No patient has due occurrences in each of 24 weeks, but all have a trajectory; the number of
  /// groups is chosen from a table.
  @Test func incompleteWeeksDropNobody() throws {
    let patients = (0..<40).map { ("p\(100 + $0)", $0 % 2 == 0 ? ["a"] : ["b"]) }
    let trajectories = try statistics(collection(patients)).trajectories
    #expect(trajectories.weeks == 24 && trajectories.patients == patients.map(\.0))
    // Three courses of a week: all taken, two thirds, one third.
    #expect(trajectories.criteria.map(\.clusters) == [2, 3])
    let found = try #require(trajectories.clusters.value)
    #expect(found.sizes.reduce(0, +) == 40 && found.sizes.count == 3 && found.withinSquares < 1e-20)
  }

  /// The comparisons of pairs are adjusted for all of them, and the funnel has a member a group.
  @Test func pairsAndFunnelAreOfGroups() throws {
    let patients = (0..<90).map { ("p\(100 + $0)", ["g\($0 * $0 % 4 + $0 % 2)"]) }
    let task = try statistics(collection(patients))
    let pairs = try #require(task.comparisons.value)
    let p = HolmAdjustment.adjusted(pairs.map { $0.mannWhitney.flatMap(\.p) })
    #expect(pairs.map(\.adjustedP) == p)
    let funnel = try #require(task.funnel.value)
    #expect(funnel.members.map(\.name) == task.groups.map { $0.group ?? "" })
    #expect(funnel.members.map(\.count.expected) == task.groups.map(\.summary.evaluable))
    let one = try statistics(collection([("p1", ["a"])]))
    #expect(one.funnel == .missing(.tooFew))
  }

  /// A part that was read again knows the sets of groups that it has.
  @Test func whatWasReadGoesOn() throws {
    let patients = (0..<12).map { ("p\($0)", $0 % 4 == 3 ? [] : ["g\($0 % 4)"]) }
    let whole = try collection(patients)
    let first = try collection(Array(patients[..<6]))
    var again = try JSONDecoder().decode(
      CohortCollection.self, from: JSONEncoder().encode(first))
    again.merge(try collection(Array(patients[6...])))
    #expect(try statistics(again).groups.map(\.summary) == statistics(whole).groups.map(\.summary))
    #expect(try statistics(again).groups.map(\.group) == ["g0", "g1", "g2"])
  }
}
