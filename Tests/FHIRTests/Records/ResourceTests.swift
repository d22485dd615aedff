import AdherenceAnalytics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Single resources and the records read from them.
@Suite struct ResourceTests {
  /// Lines of resources and the expected records.
  struct Example: CustomTestStringConvertible {
    var name: String
    var lines: [String]
    var becomes: [String]

    init(_ name: String, _ lines: [String], _ becomes: [String]) {
      (self.name, self.lines, self.becomes) = (name, lines, becomes)
    }

    var testDescription: String { name }
  }

  @Test(
    arguments: [requests, services, plans, events, observations, statements, named].flatMap(\.self)
  )
  func becomes(_ example: Example) throws {
    let read = try ReadRecords(lines: example.lines)
    #expect(read.lines == example.becomes)
  }
}
