import Diagnostics

extension EventTime {
  /// Whether completions of the element's own task are followed.
  package var isOwnTask: Bool { completion != nil && event.isEmpty }
}

extension ScheduleElement {
  /// Whether each occurrence follows the completion of the one before.
  package var isChain: Bool { after?.start.isOwnTask ?? false }
}

extension Schedule {
  /// Returns the schedule of a task, with the completions of this task as those of the own task.
  ///
  /// - Throws: ``InputError`` for what only an element that follows its own task can have, and the errors of
  ///   ``validate()``.
  package func following(ownTask id: String) throws(InputError) -> Schedule {
    guard relativeTimes.contains(where: { $0.completion != nil }) else { return self }
    var schedule = self
    for (index, element) in elements.enumerated() {
      guard var after = element.after else { continue }
      after.start.nameOwnTask(id)
      after.until?.nameOwnTask(id)
      schedule.elements[index].after = after
      if after.start.isOwnTask { continue }
      do throws(InputError) {
        try schedule.elements[index].requireEvent(after)
      } catch {
        throw InputError(error.problem, field: "elements.\(index).\(error.field ?? "")")
      }
    }
    try schedule.validate()
    return schedule
  }

  /// Rejects a schedule that has more than an element that follows its own task, as no outcome would say which
  /// of them it completes.
  func validateChains() throws(InputError) {
    guard let index = elements.firstIndex(where: \.isChain) else { return }
    let others: [(String, Bool)] = [
      ("elements", elements.count > 1), ("exclusions", !exclusions.isEmpty),
      ("overrides", !overrides.isEmpty), ("distinct", isDistinct),
    ]
    for (other, isThere) in others where isThere {
      throw InputError(.against(.chainAlone, text: other), field: "elements.\(index).after")
    }
  }
}

extension EventTime {
  fileprivate mutating func nameOwnTask(_ id: String) {
    if completion != nil, event == id { event = "" }
  }
}

extension ScheduleElement {
  /// Rejects what only an element that follows its own task can have.
  func requireEvent(_ after: EventAnchor) throws(InputError) {
    if start != ScheduleElement.unknownStart {
      throw InputError(.conflict(with: "after"), field: "start")
    }
    let isOther = after.minimumGap != nil
    if isOther || after.whenMissed != .fromPlanned {
      throw InputError(
        .against(.ofOwnTask, text: ""), field: "after.\(isOther ? "minimumGap" : "whenMissed")")
    }
  }

  /// Validates an element that follows its own task.
  func validateChain(_ after: EventAnchor) throws(InputError) {
    let others: [(String, Bool)] = [
      ("after.which", after.which != .each), ("after.replace", after.replaces),
      ("every", recurrence != .once), ("times", !times.isEmpty), ("begin", begin != nil),
      ("monthEnd", monthEnd ?? .clamp != .clamp), ("gap", gap == .skip),
      ("overlap", overlap == .both),
    ]
    for (other, isThere) in others where isThere {
      throw InputError(.against(.notInChain, text: ""), field: other)
    }
    try validateChainOffset(after)
    guard let until = after.until, until.isOwnTask else { return }
    if until.offset != .zero || until.time != nil {
      throw InputError(.against(.notInChain, text: ""), field: "after.until.offset")
    }
  }

  private func validateChainOffset(_ after: EventAnchor) throws(InputError) {
    let (offset, period) = (after.start.offset, after.start.offset.period)
    if period.isZero || offset.isBefore || period.isCivil && period.seconds > 0 {
      throw InputError(
        .outOfRange(
          text: offset.description, rule: "be longer than nothing, in days and months or in hours"),
        field: "after.offset")
    }
    guard let gap = after.minimumGap, !gap.isZero else { return }
    if !gap.isValid || gap.longest > period.shortest {
      throw InputError(
        .outOfRange(text: gap.description, rule: "be shorter than 'offset' on any day"),
        field: "after.minimumGap")
    }
  }
}

// The lengths between which a period lies, wherever it begins and whatever the clocks do.
extension ISODuration {
  fileprivate var longest: Int { (months * 31 + days) * 86_400 + seconds + (isCivil ? 7200 : 0) }
  fileprivate var shortest: Int { (months * 28 + days) * 86_400 + seconds - (isCivil ? 7200 : 0) }
}

extension InputError.Rule {
  /// An element that follows completions, where no patient's outcomes are known.
  static let followsCompletions = Self(
    "followsCompletions",
    "has no dates without a patient's completions (give its dates with 'start', or use records of patients)"
  )

  /// An element beside one that follows its own task.
  fileprivate static let chainAlone = Self(
    "chainAlone",
    "follows its own task, and cannot be combined with other parts of a schedule (put it in a task of its own)"
  )

  /// A property that contradicts following the own task.
  fileprivate static let notInChain = Self(
    "notInChain", "contradicts that the element follows its own task (leave it out)")

  /// A property of elements that follow their own task, in another.
  fileprivate static let ofOwnTask = Self(
    "ofOwnTask", "is only for an element that follows its own task (leave it out)")
}
