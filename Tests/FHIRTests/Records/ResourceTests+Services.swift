extension ResourceTests {
  static let services: [Example] = [
    Example(
      "service by Timing",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}},"patientInstruction":"slowly"}"##
      ],
      [
        "ServiceRequest/s | Walk | service | 'slowly' | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "service once",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceDateTime":"2025-01-09T10:00:00+01:00"}"##
      ],
      [
        "ServiceRequest/s | Walk | service | once on 9 January 2025 at 09:00 UTC | from 2025-01-09T09:00:00Z"
      ]),
    Example(
      "service on a day",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceDateTime":"2025-01-09"}"##
      ],
      [
        "ServiceRequest/s | Walk | service | once on 9 January 2025, all day | from 2025-01-09T00:00:00"
      ]),
    Example(
      "service in a month",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceDateTime":"2025-01"}"##
      ],
      [
        "ServiceRequest/s occurrenceDateTime partialDate"
      ]),
    Example(
      "service within a period",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrencePeriod":{"start":"2025-01-09","end":"2025-01-20"}}"##
      ],
      [
        "ServiceRequest/s | Walk | service | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D"
      ]),
    Example(
      "service as needed",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}},"asNeededBoolean":true}"##
      ],
      [
        "ServiceRequest/s | Walk | service | as needed, at most 2 times a day | from 2025-01-06T00:00:00"
      ]),
    Example(
      "service at no time",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"}}"##
      ],
      [
        "ServiceRequest/s occurrence[x] noPattern"
      ]),
    Example(
      "service revoked",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"revoked","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}},"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00, before 8 January 2025 11:00 UTC | from 2025-01-06T08:00:00 | to 2025-01-08T11:00:00Z",
        "ServiceRequest/s meta.lastUpdated endAssumed",
      ]),
    Example(
      "R5 service",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"concept":{"text":"Swim"}},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}},"patientInstruction":[{"instructionMarkdown":"far"}]}"##
      ],
      [
        "ServiceRequest/s | Swim | service | 'far' | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
  ]
}
