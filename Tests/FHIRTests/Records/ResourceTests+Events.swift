extension ResourceTests {
  static let events: [Example] = [
    Example(
      "given",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"},"dosage":{"dose":{"value":2,"unit":"tablet","code":"{tbl}"}},"meta":{"lastUpdated":"2025-01-08T11:00:00Z"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | completed | 2.0 {tbl} | at 2025-01-08T11:00:00Z",
      ]),
    Example(
      "unit without a code",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"},"dosage":{"dose":{"value":2,"unit":"tablet"}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | completed | 2.0 tablet",
      ]),
    Example(
      "given not-done",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"not-done","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | skipped",
      ]),
    Example(
      "given stopped",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"stopped","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | skipped",
      ]),
    Example(
      "given in-progress",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"in-progress","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a status notAnOutcome",
      ]),
    Example(
      "given on-hold",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"on-hold","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a status notAnOutcome",
      ]),
    Example(
      "given unknown",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"unknown","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a status notAnOutcome",
      ]),
    Example(
      "given entered-in-error",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"entered-in-error","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "refused",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"not-done","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"},"statusReason":[{"coding":[{"system":"http://snomed.info/sct","code":"105480006"}]}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"b","subject":{"reference":"Patient/ann"},"status":"not-done","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"},"statusReason":[{"text":"asleep"},{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v3-ActReason","code":"PATOBJ","display":"patient objection"}]}],"note":[{"text":"again tomorrow"}]}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | declined | 105480006",
        "MedicationAdministration/b | MedicationRequest/m | 2025-01-07T07:05:00Z | declined | asleep, patient objection, again tomorrow",
      ]),
    Example(
      "R5 times",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","request":{"reference":"MedicationRequest/m"},"occurenceDateTime":"2025-01-07T08:05:00+01:00"}"##,
        ##"{"resourceType":"MedicationAdministration","id":"b","subject":{"reference":"Patient/ann"},"status":"completed","request":{"reference":"MedicationRequest/m"},"occurencePeriod":{"start":"2025-01-07T20:05:00.5Z"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | completed",
        "MedicationAdministration/b | MedicationRequest/m | 2025-01-07T20:05:00Z | completed",
      ]),
    Example(
      "no time, and too little",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","request":{"reference":"MedicationRequest/m"}}"##,
        ##"{"resourceType":"MedicationAdministration","id":"b","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07","request":{"reference":"MedicationRequest/m"}}"##,
        ##"{"resourceType":"MedicationAdministration","id":"c","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025","request":{"reference":"MedicationRequest/m"}}"##,
        ##"{"resourceType":"MedicationAdministration","id":"d","subject":{"reference":"Patient/ann"},"status":"completed","request":{"reference":"MedicationRequest/m"},"effectivePeriod":{"end":"2025-01-07T20:05:00Z"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a effectiveDateTime noTime",
        "MedicationAdministration/b effectiveDateTime partialDate",
        "MedicationAdministration/c effectiveDateTime partialDate",
        "MedicationAdministration/d effectiveDateTime noTime",
      ]),
    Example(
      "no offset",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/m | 2025-01-07T07:05:00Z | completed",
        "MedicationAdministration/a effectiveDateTime missingOffset",
      ]),
    Example(
      "by the medicine",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationRequest","id":"n","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","medicationCodeableConcept":{"coding":[{"system":"s","code":"ibu","display":"Ibuprofen"}]}}"##,
        ##"{"resourceType":"MedicationAdministration","id":"b","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","medicationCodeableConcept":{"coding":[{"system":"t","code":"ibu"}]}}"##,
        ##"{"resourceType":"MedicationAdministration","id":"c","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationRequest/n | Ibuprofen | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a | MedicationRequest/n | 2025-01-07T07:05:00Z | completed",
        "MedicationAdministration/b request unknownTask",
        "MedicationAdministration/c request unknownTask",
      ]),
    Example(
      "of two with one medicine",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationRequest","id":"n","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationRequest/n | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a request manyTasks",
      ]),
    Example(
      "of a request that is no plan",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"draft","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"}}"##,
      ],
      [
        "MedicationRequest/m status notAPlan",
        "MedicationAdministration/a request unknownTask",
      ]),
    Example(
      "dose only compared with",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationAdministration","id":"a","subject":{"reference":"Patient/ann"},"status":"completed","effectiveDateTime":"2025-01-07T08:05:00+01:00","request":{"reference":"MedicationRequest/m"},"dosage":{"dose":{"value":2,"comparator":"<"}}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationAdministration/a dosage.dose malformed",
      ]),
  ]
}
