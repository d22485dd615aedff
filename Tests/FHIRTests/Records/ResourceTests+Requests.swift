extension ResourceTests {
  static let requests: [Example] = [
    Example(
      "a plan",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "status on-hold",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"on-hold","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "hold MedicationRequest/m | MedicationRequest/m | 2025-01-08T11:00:00Z | on hold | at 2025-01-08T11:00:00Z",
        "MedicationRequest/m meta.lastUpdated endAssumed",
      ]),
    Example(
      "status completed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"completed","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 8 January 2025 11:00 UTC | from 2025-01-06T08:00:00 | to 2025-01-08T11:00:00Z",
        "MedicationRequest/m meta.lastUpdated endAssumed",
      ]),
    Example(
      "status stopped",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"stopped","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 8 January 2025 11:00 UTC | from 2025-01-06T08:00:00 | to 2025-01-08T11:00:00Z",
        "MedicationRequest/m meta.lastUpdated endAssumed",
      ]),
    Example(
      "status ended",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"ended","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 8 January 2025 11:00 UTC | from 2025-01-06T08:00:00 | to 2025-01-08T11:00:00Z",
        "MedicationRequest/m meta.lastUpdated endAssumed",
      ]),
    Example(
      "status draft",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"draft","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m status notAPlan"
      ]),
    Example(
      "status cancelled",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"cancelled","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m status notAPlan"
      ]),
    Example(
      "status unknown",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"unknown","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m status notAPlan"
      ]),
    Example(
      "status entered-in-error",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"entered-in-error","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      []),
    Example(
      "status odd",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"odd","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##
      ],
      [
        "MedicationRequest/m status notAPlan"
      ]),
    Example(
      "no status",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m status missing"
      ]),
    Example(
      "no intent",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m intent missing"
      ]),
    Example(
      "intent plan",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "intent original-order",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"original-order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "intent reflex-order",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"reflex-order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "intent proposal",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"proposal","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m intent notAPlan"
      ]),
    Example(
      "intent instance-order",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"instance-order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m intent notAPlan"
      ]),
    Example(
      "do not perform",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"doNotPerform":true}"##
      ],
      [
        "MedicationRequest/m doNotPerform notAPlan"
      ]),
    Example(
      "completed within bounds",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"completed","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"],"boundsPeriod":{"start":"2025-01-06","end":"2025-01-10"}}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 11 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-11T00:00:00"
      ]),
    Example(
      "completed by effective period",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"completed","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"effectiveDosePeriod":{"start":"2025-01-06","end":"2025-01-10"}}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 11 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-11T00:00:00"
      ]),
    Example(
      "stopped, nobody knows when",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"stopped","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m status endUnknown"
      ]),
    Example(
      "stopped at a time of day",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"stopped","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}}}],"statusChanged":"2025-01-08T09:00:00+01:00"}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day, all day, before 9 January 2025 | from 2025-01-06T00:00:00 | to 2025-01-09T00:00:00 + every day, all day, before 8 January 2025 | from 2025-01-06T00:00:00 | to 2025-01-08T00:00:00"
      ]),
    Example(
      "stopped on a day",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"stopped","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"statusChanged":"2025-01-08"}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 9 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-09T00:00:00"
      ]),
    Example(
      "stopped before it began",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"stopped","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"statusChanged":"2025-01-01"}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication"
      ]),
    Example(
      "on hold since",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"on-hold","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"statusChanged":"2025-01-08T09:00:00+01:00"}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "hold MedicationRequest/m | MedicationRequest/m | 2025-01-08T08:00:00Z | on hold",
      ]),
    Example(
      "effective period reversed",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"effectiveDosePeriod":{"start":"2025-02-06","end":"2025-01-10"}}"##
      ],
      [
        "MedicationRequest/m effectiveDosePeriod per-1"
      ]),
    Example(
      "R5 medicine, texts",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"medication":{"concept":{"text":"Aspirin 100"}},"renderedDosageInstruction":"one a day"}"##
      ],
      [
        "MedicationRequest/m | Aspirin 100 | medication | 'one a day' | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "texts of dosages",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"text":"one","patientInstruction":"with water","additionalInstruction":[{"text":"not at night"}],"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | 'one; with water; not at night' | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "user's choice of title",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"text":"t","coding":[{"code":"c","display":"d"},{"code":"e","display":"f","userSelected":true}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | f | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "contained medicine",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"medicationReference":{"reference":"#m"},"contained":[{"resourceType":"Medication","id":"m","code":{"text":"Contained"}}]}"##
      ],
      [
        "MedicationRequest/m | Contained | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "medicine of its own",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"medicationReference":{"reference":"http://x/fhir/Medication/7/_history/2"}}"##,
        ##"{"resourceType":"Medication","id":"7","code":{"text":"Own"}}"##,
      ],
      [
        "MedicationRequest/m | Own | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "medicine that is not there",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"medicationReference":{"reference":"Medication/8","display":"Shown"}}"##
      ],
      [
        "MedicationRequest/m | Shown | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "no dosage",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}}"##
      ],
      [
        "MedicationRequest/m dosageInstruction noPattern"
      ]),
    Example(
      "unknown modifier",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"modifierExtension":[{"url":"http://x","valueBoolean":true}]}"##
      ],
      [
        "MedicationRequest/m modifierExtension modifierExtension"
      ]),
    Example(
      "sequence",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"sequence":1,"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"],"boundsPeriod":{"start":"2025-01-06","end":"2025-01-10"}}}},{"sequence":2,"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00, before 11 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-11T00:00:00 + every day at 08:00 | from 2025-01-11T08:00:00"
      ]),
    Example(
      "no offset and no day",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"stopped","statusChanged":"2025-01-08T09:00:00","intent":"order","authoredOn":"2025-01","dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##
      ],
      [
        "MedicationRequest/m | medication | every day at 08:00, before 8 January 2025 09:00 | from 2025-01-01T08:00:00 | to 2025-01-08T09:00:00",
        "MedicationRequest/m authoredOn partialDate",
        "MedicationRequest/m statusChanged missingOffset",
      ]),
  ]
}
