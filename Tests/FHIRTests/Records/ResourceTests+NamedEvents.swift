extension ResourceTests {
  /// A resource of Ann.
  private static func resource(_ type: String, _ members: String) -> String {
    let subject = type == "EpisodeOfCare" ? "patient" : "subject"
    return
      ##"{"resourceType":"\##(type)","\##(subject)":{"reference":"Patient/ann"},\##(members)}"##
  }

  private static func procedure(_ id: String, _ members: String) -> String {
    resource("Procedure", #""id":"\#(id)","code":{"text":"surgery"},\#(members)"#)
  }

  static let named: [Example] = [
    Example(
      "procedures by status",
      [
        procedure("a", #""status":"completed","performedDateTime":"2025-03-04T07:30:00+01:00""#),
        procedure("b", #""status":"preparation","performedDateTime":"2025-03-06""#),
        procedure("c", #""status":"preparation""#),
        procedure("d", #""status":"not-done","performedDateTime":"2025-03-04""#),
        procedure("e", #""status":"entered-in-error","performedDateTime":"2025-03-04""#),
        procedure("f", #""status":"unknown","performedDateTime":"2025-03-04""#),
        procedure("g", #""performedDateTime":"2025-03-04""#),
        procedure("h", #""status":"stopped","occurrencePeriod":{"start":"2025-03-04T07:30:00"}"#),
      ],
      [
        "event Procedure/a | surgery | 2025-03-04T06:30:00Z",
        "event Procedure/b | surgery | 2025-03-06T00:00:00",
        "event Procedure/h | surgery | 2025-03-04T07:30:00",
        "Procedure/f status notAnEvent", "Procedure/g status missing",
        "Procedure/h occurrencePeriod.start missingOffset",
      ]),
    Example(
      "times of procedures",
      [
        procedure("a", #""status":"completed""#),
        procedure("b", #""status":"completed","performedDateTime":"2025-03""#),
        procedure("c", #""status":"completed","performedString":"last spring""#),
        procedure(
          "d",
          #""status":"completed","performedPeriod":{"start":"2025-03-04","end":"2025-03-05"},"note":[{"text":"left hip"}],"meta":{"lastUpdated":"2025-03-07T10:00:00Z"}"#
        ),
        procedure(
          "e", #""status":"completed","performedPeriod":{"start":"2025-03-04","end":"2025-03-01"}"#),
        procedure("f", #""status":"completed","performedPeriod":{"end":"2025-03-01"}"#),
      ],
      [
        "event Procedure/d | surgery | 2025-03-04T00:00:00 | left hip | at 2025-03-07T10:00:00Z",
        "Procedure/a performedDateTime noTime", "Procedure/b performedDateTime partialDate",
        "Procedure/c performedDateTime noTime", "Procedure/e performedPeriod per-1",
        "Procedure/f performedDateTime noTime",
      ]),
    Example(
      "names of procedures",
      [
        ##"{"coding":[{"code":"1","display":"Hip"},{"code":"2","display":"Hip left","userSelected":true}],"text":"surgery"}"##,
        ##"{"coding":[{"code":"1"},{"code":"2","display":"Hip"}]}"##,
        ##"{"coding":[{"code":"1"}]}"##,
        ##"{"text":"  hip surgery "}"##, ##"{"text":" "}"##, "{}", ##"{"text":"hip\nsurgery"}"##,
      ].enumerated().map { number, code in
        resource(
          "Procedure",
          #""id":"\#(number)","status":"completed","performedDateTime":"2025-03-04","code":\#(code)"#
        )
      },
      [
        "event Procedure/0 | Hip left | 2025-03-04T00:00:00",
        "event Procedure/1 | Hip | 2025-03-04T00:00:00",
        "event Procedure/2 | 1 | 2025-03-04T00:00:00",
        "event Procedure/3 | hip surgery | 2025-03-04T00:00:00", "Procedure/4 code noName",
        "Procedure/5 code noName", "Procedure/6 code outOfRange",
      ]),
    Example(
      "encounters",
      [
        #""id":"a","status":"finished","class":{"system":"http://terminology.hl7.org/CodeSystem/v3-ActCode","code":"AMB"},"period":{"start":"2025-03-04T09:00:00+01:00"}"#,
        #""id":"b","status":"planned","class":{"code":"AMB"},"type":[{"text":"wound check"}],"period":{"start":"2025-03-04"}"#,
        #""id":"c","status":"completed","class":[{"coding":[{"code":"X","display":"visit"}]}],"actualPeriod":{"start":"2025-03-04"}"#,
        #""id":"d","status":"finished","class":{"code":"AMB"},"type":[{"text":"wound check"},{"text":"X-ray"}],"period":{"start":"2025-03-04"}"#,
        #""id":"e","status":"cancelled","class":{"code":"AMB"},"period":{"start":"2025-03-04"}"#,
        #""id":"f","status":"planned","class":{"code":"AMB"}"#,
        #""id":"g","status":"unknown","class":{"code":"AMB"},"period":{"start":"2025-03-04"}"#,
        #""id":"h","status":"planned","class":[{"coding":[{"code":"IMP"}]}],"plannedStartDate":"2025-05-04","plannedEndDate":"2025-05-07""#,
        #""id":"i","status":"in-progress","class":[{"coding":[{"code":"IMP"}]}],"actualPeriod":{"start":"2025-05-04T08:00:00Z"},"plannedEndDate":"2025-05-08""#,
      ].map { resource("Encounter", $0) },
      [
        "hold Encounter/i | 2025-05-04T08:00:00Z | in hospital",
        "event Encounter/a | ambulatory | 2025-03-04T08:00:00Z",
        "event Encounter/b | wound check | 2025-03-04T00:00:00",
        "event Encounter/c | visit | 2025-03-04T00:00:00",
        "event Encounter/h | admission | 2025-05-04T00:00:00",
        "event Encounter/h#discharge | discharge | 2025-05-07T00:00:00",
        "event Encounter/i | admission | 2025-05-04T08:00:00Z",
        "event Encounter/i#discharge | discharge | 2025-05-08T00:00:00",
        "Encounter/d type severalNames", "Encounter/g status notAnEvent",
      ]),
    Example(
      "episodes of care and studies",
      [
        resource(
          "EpisodeOfCare",
          #""id":"a","status":"finished","type":[{"text":"cardiac rehabilitation"}],"period":{"start":"2025-01-02","end":"2025-02-10"}"#
        ),
        resource("EpisodeOfCare", #""id":"b","status":"planned","period":{"start":"2025-04-02"}"#),
        resource("EpisodeOfCare", #""id":"c","status":"active""#),
        resource(
          "EpisodeOfCare", #""id":"d","status":"cancelled","period":{"start":"2025-04-02"}"#),
        resource(
          "ResearchSubject", #""id":"e","status":"on-study","period":{"start":"2025-01-06"}"#),
        resource(
          "ResearchSubject", #""id":"f","status":"screening","period":{"start":"2025-01-06"}"#),
        resource(
          "ResearchSubject",
          #""id":"g","status":"active","period":{"start":"2025-01-06","end":"2025-06-06"},"progress":[{"subjectState":{"coding":[{"code":"candidate"}]}},{"milestone":{"coding":[{"code":"Randomized"}]},"startDate":"2025-01-08"},{"subjectState":{"coding":[{"code":"on-study"}]}},{"milestone":{"coding":[{"code":"Randomized"}]},"startDate":"2025-02-08"}]"#
        ),
        resource(
          "ResearchSubject", #""id":"h","status":"active","progress":[{"milestone":{"text":"x"}}]"#),
      ],
      [
        "event EpisodeOfCare/a | cardiac rehabilitation | 2025-01-02T00:00:00",
        "event EpisodeOfCare/a#end | end of cardiac rehabilitation | 2025-02-10T00:00:00",
        "event EpisodeOfCare/b | episode of care | 2025-04-02T00:00:00",
        "event ResearchSubject/e | enrolment | 2025-01-06T00:00:00",
        "event ResearchSubject/g | enrolment | 2025-01-06T00:00:00",
        "event ResearchSubject/g#end | end of study | 2025-06-06T00:00:00",
        "event ResearchSubject/g#milestone.Randomized | Randomized | 2025-01-08T00:00:00",
        "event ResearchSubject/g#milestone.Randomized.2 | Randomized | 2025-02-08T00:00:00",
        "ResearchSubject/h progress[0] noTime",
      ]),
  ]
}
