import FHIR
import Interchange
import Scheduling

/// A plan over some days, as comparable lines.
struct PlanText {
  let zone: Zone
  let days: Range<CivilDate>

  /// The lines of a plan: for each dosage and kind its facts, occurrences and periods.
  func lines(of plan: DosedPlan) throws -> [String] {
    var groups: [(key: String, parts: [DosedPart])] = []
    for part in plan.parts {
      let key = "\(part.dosage) \(part.kind)"
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].parts.append(part)
      } else {
        groups.append((key, [part]))
      }
    }
    return try groups.flatMap { key, parts in try facts(of: parts).map { "\(key) \($0)" } }.sorted()
  }

  private func facts(of parts: [DosedPart]) throws -> [String] {
    guard let first = parts.first, let element = first.element else { return ["pause"] }
    var lines = ["hours \(first.hours)"]
    if let allowed = first.allowed { lines.append("allowed \(allowed)") }
    if let duration = first.duration { lines.append("duration \(duration)") }
    if let dose = element.targets.first { lines.append("dose \(PlanText.text(dose))") }
    switch first.kind {
    case .asNeeded: lines.append(caps(of: element))
    case .quota: lines += quotas(of: parts.compactMap(\.element))
    case .timed, .day, .elapsed, .events: lines += try occurrences(of: parts)
    case .pause: break
    }
    return lines
  }

  private func occurrences(of parts: [DosedPart]) throws -> [String] {
    var lines = windows(of: parts)
    let elements = parts.filter(\.occurs).compactMap(\.element)
    let plan = try Occurrences(of: Schedule(elements), in: zone)
    let range =
      zone.firstInstant(
        atOrAfter: CivilDateTime(date: days.lowerBound))..<zone.firstInstant(
        atOrAfter: CivilDateTime(date: days.upperBound))
    let rows = plan.starting(in: range).map { row in
      let local = local(of: row, in: plan, parts[0].kind)
      return "\(row.start) \(local)"
    }
    lines += rows.sorted().enumerated().map { "\($0) \($1)" }
    let isFinite = elements.allSatisfy {
      $0.end != nil || $0.count != nil || $0.recurrence == .once
    }
    let isOnce = parts[0].kind == .day && parts[0].element?.recurrence == .once
    if isFinite, !isOnce {
      lines.append("total \(plan.starting(in: .earliest ..< .latest).count)")
    }
    return lines
  }

  private func local(of row: Occurrence, in plan: Occurrences, _ kind: DosedPart.Kind) -> String {
    let element = plan.schedule.elements[row.element]
    let local =
      kind == .timed || element.isAllDay ? plan.nominal(of: row) : zone.civil(at: row.start)
    return element.isAllDay ? local.date.description : local.description
  }

  private func windows(of parts: [DosedPart]) -> [String] {
    let rows = parts.compactMap(\.element).map { element in
      (time: element.start.civil(in: zone).time, window: element.window)
    }
    if Set(rows.map(\.window)).count < 2 {
      return rows.first?.window.map { ["window \(PlanText.text($0))"] } ?? []
    }
    return Set(rows.map { "window at \($0.time) \($0.window.map(PlanText.text) ?? "-")" }).sorted()
  }

  static func text(_ window: ScheduleElement.Window) -> String {
    "\(window.opensBefore) \(window.closesAfter) \(window.lateUntil)"
  }

  private static func text(_ target: ScheduleElement.Target) -> String {
    switch target.condition {
    case .atLeast(.number(let amount)): "\(amount) \(target.units ?? "-")"
    case .within(let range): "\(range.lowerBound)-\(range.upperBound) \(target.units ?? "-")"
    case .atLeast, .atMost, .exactly: "\(target.condition)"
    }
  }

  private func caps(of element: ScheduleElement) -> String {
    guard case .asNeeded(let caps) = element.recurrence else { return "no caps" }
    let end = element.end?.instant(in: zone).description ?? "-"
    return "caps \(caps.maximum ?? 0) \(caps.per ?? .zero) \(caps.minGap ?? .zero)"
      + " from \(element.start.instant(in: zone)) to \(end)"
  }

  private func quotas(of elements: [ScheduleElement]) -> [String] {
    elements.flatMap { element -> [String] in
      guard case .quota(let quota) = element.recurrence else { return ["no quota"] }
      let start = element.start.civil(in: zone).date
      let end = element.end?.civil(in: zone).date
      return ["quota \(quota.count) \(quota.per) \(start) \(end?.description ?? "-")"]
        + periods(of: quota, in: start..<max(start, end ?? .last))
    }
  }

  /// The periods of a quota that overlap the days, with their required counts, by definition.
  private func periods(of quota: Quota, in held: Range<CivilDate>) -> [String] {
    var (lines, begin, turn) = ([String](), first(of: quota, held.lowerBound), 0)
    let isCalendar = [1, 12].contains(quota.per.months) || [1, 7].contains(quota.per.days)
    let origin = begin
    while begin < min(held.upperBound, days.upperBound) {
      turn += 1
      let end =
        isCalendar && quota.per.months > 0
        ? begin.adding(months: quota.per.months)
        : origin.adding(months: turn * quota.per.months).adding(days: turn * quota.per.days)
      let part = (begin..<end).clamped(to: held)
      if !part.isEmpty, part.overlaps(days) {
        let count = part.upperBound - part.lowerBound
        lines.append(
          "period \(part.lowerBound) \(part.upperBound) \(end - begin) "
            + PlanText.fraction(quota.count * count, end - begin))
      }
      begin = end
    }
    return lines
  }

  /// The first day of the period that contains a day: a calendar period, or the day itself.
  private func first(of quota: Quota, _ day: CivilDate) -> CivilDate {
    switch (quota.per.months, quota.per.days) {
    case (1, _): day.adding(days: 1 - day.day)
    case (12, _): CivilDate(year: day.year, month: 1, day: 1) ?? day
    case (_, 7): day.adding(days: -day.weekday.rawValue)
    default: day
    }
  }

  static func fraction(_ numerator: Int, _ denominator: Int) -> String {
    var (a, b) = (numerator, denominator)
    while b != 0 { (a, b) = (b, a % b) }
    return denominator == a ? "\(numerator / a)" : "\(numerator / a)/\(denominator / a)"
  }
}
