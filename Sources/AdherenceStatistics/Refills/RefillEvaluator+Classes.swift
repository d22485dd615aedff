public import AdherenceAnalytics

extension RefillEvaluator {
  /// Returns a measure of each class alone, in order of name; fills without a class come first.
  ///
  /// The windows of a class start from its own first fill.
  public func classValues(
    of measure: RefillMeasure, in record: RefillRecord
  ) -> Estimate<[ClassValue]> {
    eachClass(of: record) { place, span in
      ClassValue(drugClass: classes.classNames[place], value: value(of: measure, over: span))
    }
  }

  /// Returns what a summary makes of a measure of each class alone; classes that have no value are
  /// left out.
  public func combinedValue(
    of measure: RefillMeasure, in record: RefillRecord, by summary: ClassSummary
  ) -> Estimate<Double> {
    classValues(of: measure, in: record).flatMap { values in
      let known = values.compactMap(\.value.value)
      let reason = values.first?.value.reason ?? .noSupply
      return summary.of(known).map { .value($0) } ?? .missing(reason)
    }
  }

  /// Does something for each class, with its fills prepared to be measured.
  func eachClass<Result>(
    of record: RefillRecord, _ body: (Int, Estimate<SupplySpan>) -> Result
  ) -> Estimate<[Result]> {
    if let reason = classes.load(record.fills) { return .missing(reason) }
    let places = classes.classNames.indices.sorted { classes.isNamedBefore($0, $1) }
    return .value(
      places.map { place in
        work.load(class: place, of: classes, record)
        return body(place, work.prepare(query))
      })
  }
}

extension ClassSummary {
  /// The summary of some values; `nil` where there are none.
  func of(_ values: [Double]) -> Double? {
    switch self {
    case .min: values.min()
    case .max: values.max()
    case .mean: values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}
