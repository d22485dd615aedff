extension ResourceTests {
  static let plans: [Example] = [
    Example(
      "activities",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}},{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledPeriod":{"start":"2025-01-09","end":"2025-01-12"}}},{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledString":"often"}},{"detail":{"status":"cancelled","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}},{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}},"doNotPerform":true}},{"detail":{"status":"in-progress","code":{"text":"Stretch"}}}]}"##
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | every day at 08:00, before 21 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-21T00:00:00",
        "CarePlan/c#2 | Stretch | CarePlan/c | once on 9 January 2025, all day, until 4 days after, before 21 January 2025 | from 2025-01-09T00:00:00 | to 2025-01-21T00:00:00 | late until P4D",
        "CarePlan/c activity[2].detail.scheduledString textOnly",
        "CarePlan/c activity[5].detail noPattern",
      ]),
    Example(
      "plan without period",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":null,"created":"2025-01-07","activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}}]}"##
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | every day at 08:00 | from 2025-01-07T08:00:00",
      ]),
    Example(
      "activity with bounds beyond the plan",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","boundsPeriod":{"start":"2025-01-08","end":"2025-03-01"}}}}}]}"##
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | every day, all day, before 21 January 2025 | from 2025-01-08T00:00:00 | to 2025-01-21T00:00:00",
      ]),
    Example(
      "activity once",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"count":1}}}}]}"##
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | once on 6 January 2025, all day, until 15 days after, before 21 January 2025 | from 2025-01-06T00:00:00 | to 2025-01-21T00:00:00 | late until P15D",
      ]),
    Example(
      "activity stopped",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"activity":[{"detail":{"status":"stopped","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}},{"detail":{"status":"on-hold","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}}]}"##
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | every day at 08:00, before 8 January 2025 11:00 UTC | from 2025-01-06T08:00:00 | to 2025-01-08T11:00:00Z",
        "CarePlan/c#2 | Stretch | CarePlan/c | every day at 08:00, before 21 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-21T00:00:00",
        "hold CarePlan/c#2 | CarePlan/c#2 | 2025-01-08T11:00:00Z | on hold | at 2025-01-08T11:00:00Z",
        "CarePlan/c meta.lastUpdated endAssumed",
        "CarePlan/c meta.lastUpdated endAssumed",
      ]),
    Example(
      "plan on hold",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"on-hold","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"meta":{"lastUpdated":"2025-01-08T11:00:00Z"},"activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}}]}"##
      ],
      [
        "CarePlan/c | Back school",
        "CarePlan/c#1 | Stretch | CarePlan/c | every day at 08:00, before 21 January 2025 | from 2025-01-06T08:00:00 | to 2025-01-21T00:00:00",
        "hold CarePlan/c#1 | CarePlan/c#1 | 2025-01-08T11:00:00Z | on hold | at 2025-01-08T11:00:00Z",
        "CarePlan/c meta.lastUpdated endAssumed",
      ]),
    Example(
      "draft plan",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"draft","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"activity":[{"detail":{"status":"in-progress","code":{"text":"Stretch"},"scheduledTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}}]}"##
      ],
      [
        "CarePlan/c status notAPlan"
      ]),
    Example(
      "plan of requests",
      [
        ##"{"resourceType":"CarePlan","id":"c","subject":{"reference":"Patient/ann"},"status":"active","intent":"plan","title":"Back school","period":{"start":"2025-01-06","end":"2025-01-20"},"activity":[{"reference":{"reference":"MedicationRequest/m"}},{"plannedActivityReference":{"reference":"ServiceRequest/s"}}]}"##,
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"ServiceRequest","id":"s","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","code":{"text":"Walk"},"occurrenceTiming":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}"##,
      ],
      [
        "CarePlan/c | Back school",
        "MedicationRequest/m | Aspirin | medication | CarePlan/c | every day at 08:00 | from 2025-01-06T08:00:00",
        "ServiceRequest/s | Walk | service | CarePlan/c | every day at 08:00 | from 2025-01-06T08:00:00",
      ]),
    Example(
      "task",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}}}"##
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D"
      ]),
    Example(
      "task done",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"completed","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"executionPeriod":{"end":"2025-01-10T09:00:00+01:00"}}"##
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D",
        "Task/t | Task/t | 2025-01-10T08:00:00Z | completed",
      ]),
    Example(
      "task modified",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"completed","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"lastModified":"2025-01-11T09:00:00+01:00"}"##
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D",
        "Task/t | Task/t | 2025-01-11T08:00:00Z | completed",
      ]),
    Example(
      "task rejected",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"rejected","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"lastModified":"2025-01-11T09:00:00+01:00","statusReason":{"text":"no wish"}}"##
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D",
        "Task/t | Task/t | 2025-01-11T08:00:00Z | declined | no wish",
      ]),
    Example(
      "task cancelled",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"cancelled","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}}}"##
      ],
      [
        "Task/t | Call | cancelled | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D"
      ]),
    Example(
      "task at no time",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"}}"##
      ],
      [
        "Task/t restriction.period noPattern"
      ]),
    Example(
      "task within its execution",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"executionPeriod":{"start":"2025-01-09T08:00:00+01:00","end":"2025-01-09T09:00:00+01:00"}}"##
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 1 day after | from 2025-01-09T00:00:00 | late until P1D"
      ]),
    Example(
      "R5 task",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"requestedPeriod":{"start":"2025-01-09"}}"##
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 1 day after, late until 7 days after | from 2025-01-09T00:00:00 | late until P1W"
      ]),
    Example(
      "task draft",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"draft","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}}}"##
      ],
      [
        "Task/t status notAPlan"
      ]),
    Example(
      "task proposal",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"proposal","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}}}"##
      ],
      [
        "Task/t intent notAPlan"
      ]),
    Example(
      "event of a request",
      [
        ##"{"resourceType":"MedicationRequest","id":"m","subject":{"reference":"Patient/ann"},"status":"active","intent":"order","authoredOn":"2025-01-06","medicationCodeableConcept":{"coding":[{"system":"s","code":"asp","display":"Aspirin"}]},"dosageInstruction":[{"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"d","timeOfDay":["08:00:00"]}}}]}"##,
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"completed","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"MedicationRequest/m"}],"executionPeriod":{"end":"2025-01-10T09:00:00+01:00"}}"##,
        ##"{"resourceType":"Task","id":"u","for":{"reference":"Patient/ann"},"status":"failed","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"MedicationRequest/m"}],"lastModified":"2025-01-11T09:00:00+01:00"}"##,
        ##"{"resourceType":"Task","id":"v","for":{"reference":"Patient/ann"},"status":"in-progress","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"MedicationRequest/m"}]}"##,
      ],
      [
        "MedicationRequest/m | Aspirin | medication | every day at 08:00 | from 2025-01-06T08:00:00",
        "Task/t | MedicationRequest/m | 2025-01-10T08:00:00Z | completed",
        "Task/u | MedicationRequest/m | 2025-01-11T08:00:00Z | declined",
        "Task/v status notAnOutcome",
      ]),
    Example(
      "event of a task",
      [
        ##"{"resourceType":"Task","id":"u","for":{"reference":"Patient/ann"},"status":"completed","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"Task/t"}],"lastModified":"2025-01-11T09:00:00+01:00"}"##,
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}}}"##,
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D",
        "Task/u | Task/t | 2025-01-11T08:00:00Z | completed",
      ]),
    Example(
      "tasks in a circle",
      [
        ##"{"resourceType":"Task","id":"t","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"Task/u"}]}"##,
        ##"{"resourceType":"Task","id":"u","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"Task/t"}]}"##,
        ##"{"resourceType":"Task","id":"v","for":{"reference":"Patient/ann"},"status":"requested","intent":"order","code":{"text":"Call"},"restriction":{"period":{"start":"2025-01-09","end":"2025-01-20"}},"basedOn":[{"reference":"Task/v"}]}"##,
      ],
      [
        "Task/t | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D",
        "Task/v | Call | once on 9 January 2025, all day, until 12 days after | from 2025-01-09T00:00:00 | late until P12D",
        "Task/u status notAnOutcome",
      ]),
  ]
}
