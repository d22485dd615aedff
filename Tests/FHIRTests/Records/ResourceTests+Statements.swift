extension ResourceTests {
  static let statements: [Example] = [
    Example(
      "statement as event",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"active","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"effectiveDateTime":"2025-01-07T08:05:00+01:00","basedOn":[{"reference":"MedicationRequest/m"}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"y","subject":{"reference":"Patient/ann"},"status":"not-taken","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"effectiveDateTime":"2025-01-07T08:05:00+01:00","derivedFrom":[{"reference":"MedicationRequest/m"}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"z","subject":{"reference":"Patient/ann"},"status":"intended","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"effectiveDateTime":"2025-01-07T08:05:00+01:00","partOf":[{"reference":"MedicationRequest/m"}]}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationStatement/x | MedicationRequest/m | 2025-01-07T07:05:00Z | completed",
        "MedicationStatement/y | MedicationRequest/m | 2025-01-07T07:05:00Z | skipped",
        "MedicationStatement/z status notAnOutcome",
      ]),
    Example(
      "statement as task",
      [
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"active","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]},"effectivePeriod":{"start":"2025-01-07","end":"2025-02-01"},"dosage":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}},"text":"one"}]}"##
      ],
      [
        "MedicationStatement/x | Ibuprofen | medication | 'one' | every day at 08:00, before 2 February 2025 | from 2025-01-07T08:00:00 | to 2025-02-02T00:00:00"
      ]),
    Example(
      "usage as task",
      [
        ##"{"resourceType":"MedicationUsage","id":"x","subject":{"reference":"Patient/ann"},"status":"active","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]},"effectiveDateTime":"2025-01-07","dosage":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationUsage/x | Ibuprofen | medication | every day at 08:00 | from 2025-01-07T08:00:00"
      ]),
    Example(
      "statement of a requested medicine",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"active","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"effectiveDateTime":"2025-01-07T08:05:00+01:00","dosage":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "statement of nothing",
      [
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"active","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]},"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##
      ],
      [
        "MedicationStatement/x basedOn unknownTask"
      ]),
    Example(
      "statement not taken",
      [
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"not-taken","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]},"effectiveDateTime":"2025-01-07T08:05:00+01:00","dosage":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationStatement/x status notAPlan"
      ]),
    Example(
      "statement stopped",
      [
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"stopped","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]},"effectiveDateTime":"2025-01-07","meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"dosage":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationStatement/x | Ibuprofen | medication | every day at 08:00, before 8 January 2025 11:00 UTC | from 2025-01-07T08:00:00 | to 2025-01-08T11:00:00Z",
        "MedicationStatement/x meta.lastUpdated endAssumed",
      ]),
    Example(
      "adherence taking-as-directed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"recorded","medication":{"concept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}},"effectivePeriod":{"start":"2025-01-08T00:00:00+01:00","end":"2025-01-10T00:00:00+01:00"},"adherence":{"code":{"coding":[{"code":"taking-as-directed"}]}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | taking-as-directed | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "adherence on-hold-as-directed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"recorded","medication":{"concept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}},"effectivePeriod":{"start":"2025-01-08T00:00:00+01:00","end":"2025-01-10T00:00:00+01:00"},"adherence":{"code":{"coding":[{"code":"on-hold-as-directed"}]}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | on-hold-as-directed | every day at 08:00 | from 2025-01-06T08:00:00",
        "hold MedicationStatement/x | MedicationRequest/m | 2025-01-07T23:00:00Z | 2025-01-09T23:00:00Z | on hold as directed",
      ]),
    Example(
      "adherence on-hold-not-as-directed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"recorded","medication":{"concept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}},"effectivePeriod":{"start":"2025-01-08T00:00:00+01:00","end":"2025-01-10T00:00:00+01:00"},"adherence":{"code":{"coding":[{"code":"on-hold-not-as-directed"}]}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | on-hold-not-as-directed | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "adherence stopped-as-directed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"recorded","medication":{"concept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}},"effectivePeriod":{"start":"2025-01-08T00:00:00+01:00","end":"2025-01-10T00:00:00+01:00"},"adherence":{"code":{"coding":[{"code":"stopped-as-directed"}]}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | stopped-as-directed | every day at 08:00, before 7 January 2025 23:00 UTC | from 2025-01-06T08:00:00 | to 2025-01-07T23:00:00Z"
      ]),
    Example(
      "adherence stopped-not-as-directed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationStatement","id":"x","subject":{"reference":"Patient/ann"},"status":"recorded","medication":{"concept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}},"effectivePeriod":{"start":"2025-01-08T00:00:00+01:00","end":"2025-01-10T00:00:00+01:00"},"adherence":{"code":{"coding":[{"code":"stopped-not-as-directed"}]}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | stopped-not-as-directed | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
  ]
}
