extension ResourceTests {
  static let observations: [Example] = [
    Example(
      "observations",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueQuantity":{"value":5.5,"unit":"kilometre","code":"km"}}"##,
        ##"{"resourceType":"Observation","id":"p","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueBoolean":true}"##,
        ##"{"resourceType":"Observation","id":"q","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueCodeableConcept":{"text":"fine"}}"##,
        ##"{"resourceType":"Observation","id":"r","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueString":"x"}"##,
        ##"{"resourceType":"Observation","id":"t","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueInteger":3}"##,
        ##"{"resourceType":"Observation","id":"u","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","dataAbsentReason":{"text":"?"}}"##,
        ##"{"resourceType":"Observation","id":"v","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","component":[{"code":{"coding":[{"code":"sys"}]},"valueQuantity":{"value":120,"unit":"mmHg"}},{"code":{"text":"dia"},"valueQuantity":{"value":80,"unit":"mmHg"}},{"code":{"text":"pulse"},"dataAbsentReason":{"text":"?"}}]}"##,
        ##"{"resourceType":"Observation","id":"w","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueQuantity":{"value":5,"comparator":"<"}}"##,
        ##"{"resourceType":"Observation","id":"x","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00","valueDateTime":"2025-01-07"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | 5.5 km",
        "Observation/p | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | true",
        "Observation/q | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | fine",
        "Observation/r | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | x",
        "Observation/t | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | 3.0",
        "Observation/u | ServiceRequest/s | 2025-01-07T07:05:00Z | completed",
        "Observation/v | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | sys=120.0 mmHg, dia=80.0 mmHg",
        "Observation/w | ServiceRequest/s | 2025-01-07T07:05:00Z | completed",
        "Observation/x | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | 2025-01-07T00:00:00",
      ]),
    Example(
      "observation amended",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"amended","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o | ServiceRequest/s | 2025-01-07T07:05:00Z | completed",
      ]),
    Example(
      "observation corrected",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"corrected","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o | ServiceRequest/s | 2025-01-07T07:05:00Z | completed",
      ]),
    Example(
      "observation preliminary",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"preliminary","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o | ServiceRequest/s | 2025-01-07T07:05:00Z | completed",
      ]),
    Example(
      "observation registered",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"registered","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o status notAnOutcome",
      ]),
    Example(
      "observation cancelled",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"cancelled","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o status notAnOutcome",
      ]),
    Example(
      "observation entered-in-error",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"entered-in-error","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "observation of nothing",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00"
      ]),
    Example(
      "observation of two",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"ServiceRequest","id":"z","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"},{"reference":"ServiceRequest/z"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
        ##"{"resourceType":"Observation","id":"p","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/none"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "ServiceRequest/z | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o basedOn manyTasks",
        "Observation/p basedOn unknownTask",
      ]),
    Example(
      "observation of a plan",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}}]}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"CarePlan/c"}],"effectiveDateTime":"2025-01-07T08:05:00+01:00"}"##,
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | every day at 08:00, before 21 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-21T00:00:00",
        "Observation/o | CarePlan/c#1 | 2025-01-07T07:05:00Z | completed",
      ]),
    Example(
      "observation instants",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"Observation","id":"o","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectiveInstant":"2025-01-07T08:05:00Z"}"##,
        ##"{"resourceType":"Observation","id":"p","subject":{"reference":"Patient/ann"},"status":"final","code":{"text":"x"},"basedOn":[{"reference":"ServiceRequest/s"}],"effectivePeriod":{"start":"2025-01-07T09:05:00Z"}}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "Observation/o | ServiceRequest/s | 2025-01-07T08:05:00Z | completed",
        "Observation/p | ServiceRequest/s | 2025-01-07T09:05:00Z | completed",
      ]),
    Example(
      "answers",
      [
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
        ##"{"resourceType":"QuestionnaireResponse","id":"q","subject":{"reference":"Patient/ann"},"status":"completed","basedOn":[{"reference":"ServiceRequest/s"}],"authored":"2025-01-07T08:05:00+01:00","item":[{"linkId":"1","answer":[{"valueInteger":3,"item":[{"linkId":"1.1","answer":[{"valueString":"why"}]}]}]},{"linkId":"2","item":[{"linkId":"2.1","answer":[{"valueCoding":{"code":"y","display":"yes"}},{"valueBoolean":false}]}]}]}"##,
        ##"{"resourceType":"QuestionnaireResponse","id":"r","subject":{"reference":"Patient/ann"},"status":"in-progress","basedOn":[{"reference":"ServiceRequest/s"}],"authored":"2025-01-07T08:05:00+01:00"}"##,
        ##"{"resourceType":"QuestionnaireResponse","id":"t","subject":{"reference":"Patient/ann"},"status":"completed","basedOn":[{"reference":"ServiceRequest/s"}],"authored":"2025-01-07"}"##,
      ],
      [
        "ServiceRequest/s | Walk | service | every day at 08:00 | from 2025-01-06T08:00:00",
        "QuestionnaireResponse/q | ServiceRequest/s | 2025-01-07T07:05:00Z | completed | 1=3.0, 1.1=why, 2.1=yes, 2.1=false",
        "QuestionnaireResponse/r status notAnOutcome",
        "QuestionnaireResponse/t authored partialDate",
      ]),
    Example(
      "stays",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"MedicationRequest","id":"n","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}],"category":[{"coding":[{"code":"inpatient"}]}]}"##,
        ##"{"resourceType":"Encounter","id":"e","subject":{"reference":"Patient/ann"},"status":"finished","class":{"code":"IMP"},"period":{"start":"2025-01-08T10:00:00+01:00","end":"2025-01-09T10:00:00+01:00"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "MedicationRequest/n | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "hold Encounter/e#MedicationRequest/m | MedicationRequest/m | 2025-01-08T09:00:00Z | 2025-01-09T09:00:00Z | in hospital",
        "event Encounter/e | admission | 2025-01-08T09:00:00Z",
        "event Encounter/e#discharge | discharge | 2025-01-09T09:00:00Z",
      ]),
    Example(
      "stays of all kinds",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"Encounter","id":"e","subject":{"reference":"Patient/ann"},"status":"in-progress","meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"class":[{"coding":[{"code":"ACUTE"}]}],"actualPeriod":{"start":"2025-01-08T10:00:00+01:00"}}"##,
        ##"{"resourceType":"Encounter","id":"f","subject":{"reference":"Patient/ann"},"status":"planned","class":{"code":"IMP"},"period":{"start":"2025-01-08"}}"##,
        ##"{"resourceType":"Encounter","id":"g","subject":{"reference":"Patient/ann"},"status":"finished","class":{"code":"AMB"}}"##,
        ##"{"resourceType":"Encounter","id":"h","subject":{"reference":"Patient/ann"},"status":"finished","class":{"code":"NONAC"}}"##,
        ##"{"resourceType":"Encounter","id":"i","subject":{"reference":"Patient/ann"},"status":"finished","class":{"code":"IMP"},"period":{"start":"2025-01-08","end":"2025-01-09"}}"##,
        ##"{"resourceType":"Encounter","id":"j","subject":{"reference":"Patient/ann"},"status":"finished","class":{"code":"IMP"},"period":{"start":"2025-01-08","end":"2025-01-07"}}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "hold Encounter/e | 2025-01-08T09:00:00Z | in hospital | at 2025-01-08T11:00:00Z",
        "hold Encounter/i | 2025-01-08T00:00:00 | 2025-01-10T00:00:00 | in hospital",
        "event Encounter/e | admission | 2025-01-08T09:00:00Z | at 2025-01-08T11:00:00Z",
        "event Encounter/f | admission | 2025-01-08T00:00:00",
        "event Encounter/i | admission | 2025-01-08T00:00:00",
        "event Encounter/i#discharge | discharge | 2025-01-09T00:00:00",
        "Encounter/g period.start noTime",
        "Encounter/h period.start noTime",
        "Encounter/j period per-1",
      ]),
  ]
}
