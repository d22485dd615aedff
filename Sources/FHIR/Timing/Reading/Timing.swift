import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed FHIR Timing.
struct Timing {
  var node: JSONNode
  var rule: TimingRepeat
  /// The events, sorted and unique.
  var events: [FHIRDateTime]
  /// The frequency of the code; `nil` if it is unknown or absent.
  var code: TimingCode?
  /// Whether there are codes, and whether there is a text.
  var codings: (areThere: Bool, hasText: Bool)
  /// Whether the code is STAT: once, immediately.
  var isImmediate = false
}

extension DosageFindings {
  /// Parses a Timing.
  mutating func timing(
    _ node: JSONNode, in context: DosageContext
  ) throws(InputError) -> Timing {
    try refuseExtensions(of: node)
    try object(node)
    try object(node["code"])
    let (events, partial) = try events(node["event"], in: context.zone)
    let (rule, lengths) = try timingRepeat(of: node)
    if let partial { throw error(.partialEvent, at: partial) }
    try check(rule, lengths)
    let concept = CodeableConcept(node["code"])
    let code = code(of: concept, context.profile, hasPattern: rule.hasPattern, node["code"])
    return Timing(
      node: node, rule: rule, events: events, code: code,
      codings: (!concept.codings.isEmpty, concept.text != nil),
      isImmediate: concept.codings.contains { TimingCode.isImmediate($0) })
  }

  /// Rejects modifier extensions of a Timing.
  func refuseExtensions(of timing: JSONNode?) throws(InputError) {
    try refuseModifiers(timing)
    try refuseModifiers(timing?["repeat"])
    for extensions in [timing?["extension"], timing?["repeat"]?["extension"]] {
      for extra in extensions?.elements ?? []
      where extra["url"]?.text == TimingExtension.daysOfCycle {
        throw error(.unsupportedExtension, at: extra["url"])
      }
    }
  }

  /// Rejects modifier extensions other than a known one.
  func refuseModifiers(_ node: JSONNode?, except known: String? = nil) throws(InputError) {
    for extra in try list(node?["modifierExtension"]) {
      let url = extra["url"]?.text
      if url == nil || url != known { throw error(.modifierExtension, at: extra["url"] ?? extra) }
    }
  }

  /// Returns the events sorted and unique, and one of them without a day.
  private mutating func events(
    _ node: JSONNode?, in zone: Zone
  ) throws(InputError) -> (events: [FHIRDateTime], partial: JSONNode?) {
    var (events, partial) = ([(at: Instant, event: FHIRDateTime)](), JSONNode?.none)
    for element in try list(node) {
      guard let event = try dateTime(element) else { continue }
      if event.isPartial { partial = partial ?? element }
      events.append((event.first(in: zone), event))
    }
    events.sort { ($0.at, $0.event.isDate ? 0 : 1) < ($1.at, $1.event.isDate ? 0 : 1) }
    var kept: [FHIRDateTime] = []
    for (index, row) in events.enumerated() {
      let last = index > 0 ? events[index - 1] : nil
      if last?.at != row.at || last?.event.isDate != row.event.isDate { kept.append(row.event) }
    }
    return (kept, partial)
  }

  /// Returns the known code of a Timing, from its codings or otherwise its text.
  private mutating func code(
    of concept: CodeableConcept, _ profile: DosingProfile, hasPattern: Bool, _ node: JSONNode?
  ) -> TimingCode? {
    for coding in concept.codings {
      if let code = TimingCode(coding, profile) { return code }
    }
    guard concept.codings.isEmpty, let text = concept.text,
      let code = TimingCode(text: text, profile)
    else { return nil }
    if !hasPattern { note(.codeFromText, at: node?["text"]) }
    return code
  }
}
