import Foundation

/// The role of a column in a table.
enum ColumnRole: CaseIterable {
  case patient, time, clock, planned, task, value, units, status, zone, group, planStart
  case days, quantity, dailyDose, endDate, fillDate, drug, drugClass, claimType
  case observedFrom, observedTo, endCause, event

  /// The typical names of such columns in letters and digits only, most specific first.
  var names: [String] {
    ColumnRole.table[self, default: ""].split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// The words that assign the role to a column if its name contains any of them.
  var words: Set<String> { ColumnRole.wordTable[self, default: []] }

  private static let table: [ColumnRole: String] = [
    .patient: """
    usubjid patientid patient subjectid subject subjid participantid participant memberid member personid
    person pid mrn enrolid beneid desynpuf bene recordid caseid userid user studyid patientnr patientno
    patientnumber patientennummer patientenid patnr patid proband probandenid teilnehmer versichertennummer
    versicherte idpatient patiente paciente idpaciente pacienteid sujeto participante monitornumber
    patmrnid pt ptid ptno identifiant paziente idpaziente versicherter respondent respondentid email emailaddress
    bottleid bottle пациент 患者 monitorid monitor monitorno deviceid device devicenumber capid cap serialnumber serialno serial client
    clientid resident residentid initials patientname fullname name username who id
    """,
    .time: """
    takenat actualdatetime actualtime actualdate openedat administeredat administrationtime dosedt
    dosedatetime dosedttm dosetime dosedate dosetakenat takentime takendate taken actual eventdatetime
    eventtime eventtimestamp eventdate openingtime openingdatetime opened opening timestamp datetime
    datetimeofdose recordedat loggedat completedat occurredat occurredon adtm exdtc exstdtc dtc date
    zeitpunkt zeitstempel einnahmezeitpunkt einnahmezeit einnahme eingenommenam genommenam datumuhrzeit
    datumzeit datum horodatage dateheure dateprise heuredeprise dateprise prisle fechahora fechayhora
    fechatoma fecha momento when at ts time zeit
    """,
    .clock: "time uhrzeit zeit heure hora clock timeofday takentime actualtime actiontime dosetime",
    .planned: """
    scheduled scheduledtime scheduledat scheduleddatetime scheduleddate planned plannedtime planneddate due
    duetime duedate dueat expected expectedtime prescribedtime geplant geplantum sollzeit soll prevu
    heureprevue programado previsto horaprogramada
    """,
    .task: """
    task taskid drug drugname medication medicationname medicine medicament medikament mittel wirkstoff
    praeparat activity exercise product productname medicamento producto actividad substance atc
    """,
    .value: """
    value amount dose dosetaken dosage tablets tabletstaken pills pillstaken puffs count doses dosestaken
    quantity result aval menge anzahl wert dosis quantite valeur nombre cantidad valor unitstaken
    """,
    .units: "unit units uom doseunit doseunits einheit einheiten unite unites unidad unidades",
    .status: """
    status taken state action outcome adherence adherent dosetaken wastaken completed done
    compliance compliant adhered administered response eingenommen genommen statut pris prise estado tomado tomada
    medicationtaken tookdose took takenyn
    """,
    .zone: "zone timezone tz tzid zeitzone fuseau zonahoraria",
    .group: "group arm studyarm treatmentarm armcd trt01p cohort gruppe groupe grupo studygroup",
    .planStart: """
    planstart startdate start treatmentstart trtsdt enrolled enrolledon enrollmentdate enrolmentdate
    enrollment baselinedate baseline begin begun beginn startdatum therapiebeginn debut datedebut
    fechainicio inicio
    """,
    .days: """
    dayssupply daysofsupply daysupply dayssup dayssuply daysupp supplydays rxdaysupply dayssupplied
    supplyduration supply duration days reichweite reichweitetage tage joursapprovisionnement jours dayssuplynum dayssupplyvalue
    diassuministro dias
    """,
    .quantity: """
    quantity qty quantitydispensed dispensedquantity qtydispensed rxquantity quantitydispensedno tablets
    units amount menge packungsgroesse stueck stuck quantite quantitedelivree qtydspnsdnum quantityvalue cantidad cantidaddispensada
    """,
    .dailyDose: """
    perday dailydose dosesperday doseperday tabletsperday tabsperday unitsperday dosagedaily proday protag
    tagesdosis parjour dosejournaliere pordia dosisdiaria
    """,
    .endDate: """
    enddate drugexposureenddate supplyend supplyenddate coveredto coveredthrough exposureend stopdate
    stop end ende enddatum datefin fechafin
    """,
    .fillDate: """
    filldate datefilled fillingdate dispensedate dispensingdate dispensed dispensedon servicedate
    dateofservice dos svcdate fillDt filldt filled rxdate rxfilldate drugexposurestartdate prscrbddt
    srvcdt whenhandedover claimdate abgabedatum abgabe einloesedatum datedelivrance delivrance fechadispensacion
    dispensacion date datum fecha start startdate
    """,
    .drug: """
    ingredient ingredientname activeingredient substance substancename activesubstance wirkstoff genericname
    drug drugname medication medicationname medicine medicinename medicament medicamento medikament arzneimittel
    atc atccode atc5 rxcui rxnorm gpi drugconceptid productname product ndc ndccode ndc11 ndcnumber pzn
    drugdescription drugdesc labelname productdescription productdesc
    """,
    .drugClass: """
    drugclass class therapeuticclass medicationclass medclass pharmclass pharmacologicclass atcclass
    therapeuticgroup drugcategory drugsubcategory klasse classe clase
    """,
    .claimType:
      "claimtype claimstatus transactiontype transactioncode type status claimstatuscode typ art",
    .observedFrom: "observedfrom enrollmentstart eligibilitystart coveragestart observationstart",
    .observedTo: """
    observedto enrollmentend eligibilityend coverageend observationend lastfollowup disenrollmentdate
    censordate
    """,
    .event: "event eventname namedevent milestone ereignis evenement evento",
    .endCause: "endcause endreason censorreason disenrollmentreason",
  ]

  private static let wordTable: [ColumnRole: Set<String>] = [
    .patient: ["patient", "participant", "subject", "member", "proband", "paciente"],
    .time: [
      "taken", "opened", "opening", "actual", "administered", "admin", "einnahme", "prise", "toma",
      "event",
    ],
    .planned: [
      "scheduled", "sched", "planned", "due", "expected", "geplant", "geplante", "soll", "prevu",
      "prevue",
      "programado", "programada", "previsto",
    ],
    .task: ["medication", "drug", "medikament", "medicament", "medicamento"],
    .value: [
      "dose", "amount", "mg", "mcg", "ml", "tablets", "pills", "puffs", "menge", "dosis",
      "tabletten", "kapseln",
      "comprimes", "comprimidos", "compresse", "tabletter",
    ],
    .status: [
      "status", "taken", "outcome", "adhered", "adherence", "compliance", "eingenommen", "genommen",
      "pris", "tomado", "took", "take", "intake", "ingenomen", "tagit", "taget", "tomou", "presa",
      "preso",
    ],
    .days: ["supply"],
    .fillDate: ["fill", "filled", "dispensed", "dispensing", "abgabe"],
    .endDate: ["end"],
  ]

  /// Words of columns about something other than the time of a dose.
  static let unrelated: Set<String> = [
    "birth", "dob", "birthdate", "geburtsdatum", "created", "updated", "modified", "exported",
    "export",
    "received", "uploaded", "synced", "downloaded", "visit", "expiry", "expires", "refill", "end",
    "ended",
    "age", "weight", "strength", "screening", "consent", "randomized", "randomised", "death",
    "discharge", "admission",
  ]

  /// Parts of the names of columns that may have the status of a dose.
  static let outcomes: [String] = [
    "taken", "took", "miss", "forg", "skip", "omit", "adher", "complian", "intake", "swallow",
    "ingest", "einnahme", "genommen", "vergess", "verpass", "ingenomen", "inname", "tagit", "taget",
    "tomou", "tomad", "presa", "preso", "assun", "prise", "oubli", "olvid", "outcome", "response",
    "delay",
  ]

  /// Words in the names of such columns.
  static let outcomeWords: Set<String> = [
    "event", "action", "type", "dose", "doses", "tablet", "tablets", "pill", "pills", "status",
    "state", "result", "done", "completed", "answer",
  ]

  /// Words in the names of columns of codes.
  static let codes: Set<String> = [
    "event", "type", "action", "status", "state", "outcome", "complete", "code", "result",
  ]

  /// Words in the names of columns that exclude rows.
  static let retractions: Set<String> = [
    "deleted", "void", "voided", "invalid", "excluded", "exclude", "cancelled", "canceled",
    "duplicate", "retracted", "flag", "flagged",
  ]

  /// The days of the week and their abbreviations.
  static let weekdays = Set(
    """
    monday mon mo tuesday tue tues tu wednesday wed we thursday thu thur thurs th friday fri fr saturday sat sa
    sunday sun su montag dienstag di mittwoch mi donnerstag do freitag samstag sonnabend sonntag so
    lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim
    lunes martes miercoles mie jueves jue viernes vie sabado sab domingo dom
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Words in the names of columns whose `yes` means that a dose was missed.
  static let negative = [
    "miss", "forg", "skip", "omit", "verpass", "vergess", "ausgelass", "oubli", "manqu", "olvid",
    "nottaken",
  ]
}

/// The name of a column, folded for comparison.
struct ColumnName {
  /// The lower-case letters and digits without accents and parenthesized text.
  let folded: String
  /// The words of the folded name.
  let words: [String]

  init(_ name: String) {
    let outside = name.split(separator: "(", omittingEmptySubsequences: false).first ?? ""
    let text = outside.isEmpty ? name : String(outside)
    let plain = text.folding(options: .diacriticInsensitive, locale: nil)
    var parts: [String] = []
    var wasSmall = false
    for scalar in plain.unicodeScalars {
      let isCapital = scalar.properties.isUppercase
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        wasSmall = false
        parts.append("")
        continue
      }
      // A capital after a small letter starts a word, as in openedAt.
      if parts.isEmpty || (isCapital && wasSmall) { parts.append("") }
      parts[parts.count - 1].unicodeScalars.append(scalar)
      wasSmall = !isCapital
    }
    words = parts.filter { !$0.isEmpty }.map { $0.lowercased() }
    folded = words.joined()
  }

  /// Returns the rank of the name for a role: 0 is the best, `nil` no match.
  func rank(as role: ColumnRole) -> Int? {
    if let place = role.names.firstIndex(where: { $0.lowercased() == folded }) { return place }
    return words.contains(where: role.words.contains) ? 500 : nil
  }

  /// Whether the name is about something other than a dose.
  var isUnrelated: Bool { words.contains(where: ColumnRole.unrelated.contains) }
  /// Whether `yes` in the column means that a dose was missed.
  var isNegative: Bool {
    words.contains { word in ColumnRole.negative.contains(where: word.hasPrefix) }
      || folded.hasPrefix("nottaken")
  }
  /// Whether the name suggests the status of a dose.
  var isOfOutcomes: Bool {
    ColumnRole.outcomes.contains(where: folded.contains)
      || words.contains(where: ColumnRole.outcomeWords.contains)
  }
  /// Whether the name suggests whether or how much of a dose was taken, rather than when.
  var isOfDoses: Bool { isOfOutcomes && !folded.contains("delay") && !words.contains("time") }
  /// Whether the name suggests event codes.
  var isOfCodes: Bool { words.contains(where: ColumnRole.codes.contains) }
  /// Whether the name states that times are in UTC.
  var isOfUTC: Bool { words.contains("utc") || words.contains("gmt") }
  /// Whether the name suggests that some rows are excluded.
  var isOfRetractions: Bool { words.contains(where: ColumnRole.retractions.contains) }
  /// Whether the name is a day of the week.
  var isWeekday: Bool {
    words.count == 1 && ColumnRole.weekdays.contains(folded)
  }
  /// Whether the name is the number of a day counted from a start.
  var isNumberOfDay: Bool {
    ["day", "studyday", "dayofstudy", "dayno", "daynumber", "visitday", "tag", "jour", "dia"]
      .contains(folded)
  }
  /// Whether the name is about weeks or months.
  var isOfWeeks: Bool {
    !Set(words).isDisjoint(with: [
      "week", "weeks", "woche", "kw", "semaine", "semana", "month", "monat", "mois", "mes",
    ])
  }
  /// Whether the name can only be about patients, not about rows or devices.
  var isSurelyPatient: Bool {
    let marks = [
      "patient", "subj", "particip", "member", "person", "proband", "resident", "pacient",
    ]
    return marks.contains(where: folded.contains)
  }
  /// Whether the name is the number of a dose in an order rather than an amount, such as `dose_no`.
  var isOrdinal: Bool {
    let marks: Set = [
      "index", "idx", "no", "nr", "num", "number", "seq", "sequence", "order", "id",
    ]
    return !marks.isDisjoint(with: words.dropFirst()) && !words.contains("of")
  }
  /// Returns whether another name has a word of this one or differs in numbers alone.
  func isSibling(of other: ColumnName) -> Bool {
    !Set(words).isDisjoint(with: other.words)
      || folded.filter(\.isLetter) == other.folded.filter(\.isLetter)
  }
  /// Whether the name is a number of doses rather than the amount of one.
  var isOfCounts: Bool {
    [
      "doses", "dosestaken", "numberofdoses", "count", "dosecount", "taken", "timestaken",
      "openings",
      "anzahl", "anzahldosen", "nombredoses", "numerodosis",
    ].contains(folded)
  }
  /// Whether the name is the due date of the next supply, such as `next_fill_due` and `refill due`.
  var isOfNextFill: Bool {
    let isOfFill = !Set(words).isDisjoint(with: ["fill", "refill", "dispensing"])
    return isOfFill && (words.contains("next") || words.contains("due"))
  }
  /// Whether the name is about the start or the end of a period.
  var isOfStart: Bool { words.contains { $0.hasPrefix("start") || $0.hasPrefix("begin") } }
  var isOfEnd: Bool {
    words.contains { word in ["end", "stop", "finish"].contains(where: word.hasPrefix) }
  }
  /// Whether the name is about planned times.
  var isPlanned: Bool { rank(as: .planned) != nil }
}
