import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Scheduling
import Testing

@Suite struct MeasureParametersTests {
  struct Example: CustomTestStringConvertible {
    var field: String
    var message: String
    var change: @Sendable (inout MeasureParameters) -> Void
    var testDescription: String { field }
  }

  @Test func defaultsAreSound() throws { try MeasureParameters().check() }

  @Test(arguments: [
    Example(field: "gapDays", message: "must be 1 to 36525, not '0'") { $0.gapDays = 0 },
    Example(field: "confidence", message: "must lie between 0 and 1, not '1'") {
      $0.confidence = 1
    },
    Example(field: "confidence", message: "must lie between 0 and 1, not 'nan'") {
      $0.confidence = .nan
    },
    Example(field: "clusters", message: "must be 2 to 20, not '1'") { $0.clusters = 1 },
    Example(field: "resamples", message: "must be 0 to 10000000, not '-1'") { $0.resamples = -1 },
  ]) func impossibleValuesAreRefused(_ example: Example) {
    var parameters = MeasureParameters()
    example.change(&parameters)
    let error = #expect(throws: InputError.self) { try parameters.check() }
    #expect(error?.description == "'\(example.field)' \(example.message)")
  }
}
