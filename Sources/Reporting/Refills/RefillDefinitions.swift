import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Interchange
import Scheduling

/// The contents of `refills.json`: the parameters, definitions and counts that let a reader assess
/// or repeat the report.
enum RefillDefinitions {
  private typealias Object = [String: Any]

  /// Returns the parameters, definitions and results as indented JSON with sorted keys.
  static func json(_ report: RefillReport) -> String {
    var object: Object = [
      "engine": ["name": "regimen", "version": Engine.version],
      "parameters": parameters(report.request), "definitions": definitions(report.request),
      "records": [
        "patients": report.patients, "fills": fills(report.counts),
        "stays": counts(report.counts.stays),
      ], "result": report.summary.lines.map(result),
      "diagnostics": report.problems.kinds, "problems": report.problems.texts,
    ]
    if !report.assumptions.isEmpty { object["assumptions"] = report.assumptions }
    let options: JSONSerialization.WritingOptions = [
      .prettyPrinted, .sortedKeys, .withoutEscapingSlashes,
    ]
    let data = try? JSONSerialization.data(withJSONObject: object, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
  }

  private static func counts(_ count: ReadCount) -> Object {
    ["read": count.read, "rejected": count.rejected]
  }

  private static func fills(_ counts: RefillCounts) -> Object {
    let claims = counts.claims
    return self.counts(counts.fills).merging([
      "used": counts.usedFills, "duplicates": claims.duplicates, "reversed": claims.reversals,
      "notDispensed": claims.notFills, "openEnds": claims.openEnds,
    ]) { first, _ in first }
  }

  private static func result(_ line: RefillSummary.Line) -> Object {
    var object: Object = [
      "measure": line.measure.rawValue, "values": line.count,
      "missing": Dictionary(uniqueKeysWithValues: line.missing.map { ($0.rawValue, $1) }),
      "mean": line.mean.value ?? NSNull(), "median": line.median.value ?? NSNull(),
      "reaching": line.reaching, "reachingShare": line.reachingShare.value ?? NSNull(),
    ]
    object["level"] = line.unit.level.rawValue
    object["class"] = line.unit.drugClass
    object["drug"] = line.unit.drug
    if line.measure == .pdc {
      object["eligible"] = line.eligible
      object["adherent"] = line.adherent
      object["adherentShare"] = line.adherentShare.value ?? NSNull()
    }
    return object
  }
}

// Parameters.
extension RefillDefinitions {
  private static func parameters(_ request: RefillRequest) -> Object {
    let query = request.query
    return [
      "measures": request.measures.map(\.rawValue), "part": request.part.rawValue,
      "onlyClasses": names(request.classes), "onlyDrugs": names(request.drugs),
      "level": request.level.rawValue, "combine": combination(request),
      "threshold": Double(request.threshold.part) / Double(request.threshold.whole),
      "followUp": window(query.followUp),
      "observation": window(query.observation), "observationEnd": end(query.observationEnd),
      "carryOver": [
        "onlyForSameDrug": query.carryOver.onlyForSameDrug,
        "considersDose": query.carryOver.considersDose,
      ], "episodes": episodes(query.episodes),
      "sliding": [
        "start": query.sliding.start.description, "length": query.sliding.length.description,
        "step": query.sliding.step.description,
      ], "coverage": coverage(query.coverage),
    ]
  }

  private static func names(_ chosen: Set<String>) -> Any {
    chosen.isEmpty ? "all" as Any : chosen.sorted()
  }

  private static func combination(_ request: RefillRequest) -> String {
    if let summary = request.summary {
      let how = request.sumsUpDays ? "of the availability on each day" : "of their values"
      return "\(summary.rawValue) \(how), by \(request.partLevel.rawValue)"
    }
    if request.level != .patient { return "none" }
    return request.query.coverage.needs == .anyDrug
      ? "all fills together; pdc: days with any drug"
      : "pdc: days with \(request.query.coverage.needs.rawValue)"
  }

  private static func window(_ window: RefillWindow) -> Object {
    let start =
      switch window.start {
      case .on(let date): date.description
      case .after(let length): "after \(length)"
      }
    return ["start": start, "length": window.length.description]
  }

  private static func end(_ end: ObservationEnd?) -> Object {
    switch end {
    case .on(let day): ["date": day.description, "of": "all patients"]
    case .lastFill(let day):
      [
        "date": day.description,
        "of": "the last fill in the data, for patients without an observedTo of their own",
      ]
    case nil: ["of": "the observation window, or the patient's observedTo where that is earlier"]
    }
  }

  private static func episodes(_ rules: EpisodeRules) -> Object {
    [
      "permissibleGap": rules.permissibleGap.words, "drugChangeBegins": rules.drugChangeBegins,
      "doseChangeBegins": rules.doseChangeBegins, "appendsGap": rules.appendsGap,
    ]
  }

  private static func coverage(_ rules: CoverageRules) -> Object {
    [
      "period": rules.period.map { "\($0.lowerBound) to \($0.upperBound)" }
        ?? "the observation window",
      "fewestFillDates": rules.fewestFillDates, "fewestDays": rules.fewestDays,
      "excludesStays": rules.excludesStays, "includesAdmission": rules.includesAdmission,
      "includesDischarge": rules.includesDischarge, "needs": rules.needs.rawValue,
    ]
  }
}

// Definitions.
extension RefillDefinitions {
  private static func definitions(_ request: RefillRequest) -> Object {
    var definitions: Object = [
      "phase": "implementation, from dispensing records: supply, not use",
      "measurement": "fills with their days of supply, as the dataset has them",
      "missing": "a value that cannot be computed is empty and has a reason",
      "stays": request.query.coverage.excludesStays
        ? "days of stays leave the days that pdc counts, and move the stock behind them"
        : "play no part",
      "reaching": "values at or above the threshold",
      "eligible": "fill dates and days of treatment reach the fewest that are asked for",
    ]
    for measure in request.measures { definitions[measure.rawValue] = words[measure] ?? "" }
    return definitions
  }

  static let words: [RefillMeasure: String] = [
    .pdc: "days with supply / days from the first fill in the period to its end; the supply "
      + "of an early refill of the same drug starts when the former ends, a class unites the days of its drugs, and "
      + "fractions of days add up (PQA)",
    .mpr:
      "supply of the window's fills, of each up to the end of the data or of the patient's observation / days of the "
      + "window; it may exceed 1 (Steiner and Prochazka 1997)",
    .mprCapped: "mpr, 1 at most",
    .mprModified:
      "supply / days from the first fill to the end of the last one's supply, both up to the end of the data or of the "
      + "patient's observation",
    .complianceRate: "supply without the last fill's / days from the first fill to the last",
    .csa: "the mean of each fill's supply / days to the next",
    .cmg:
      "days without supply between fills, nothing carried over / days from the first to the last",
    .cmos: "the same with surpluses counted against gaps; negative where supply exceeds the days",
    .oneMinusCMG: "1 - cmg",
    .cma1: "supply without the last fill's / days from the first fill to the last (Vollmer 2012)",
    .cma2: "supply / days from the first fill to the window's end (Vollmer 2012)",
    .cma3: "cma1, 1 at most (Vollmer 2012)",
    .cma4: "cma2, 1 at most (Vollmer 2012)",
    .cma5:
      "share of the days from the first fill to the last with supply, carried over (Vollmer 2012)",
    .cma6: "share of the days from the first fill to the window's end with supply, carried over "
      + "(Vollmer 2012)",
    .cma7: "share of the window's days with supply, carried over into it too (Vollmer 2012)",
    .cma8:
      "cma7 of the window that starts when the supply from before it is used up (Vollmer 2012)",
    .cma9: "mean over the window's days of the share of its interval that supply lasted",
  ]
}
