import Charts

/// What `index.html` says of what was dispensed to a cohort.
struct RefillPage: Sendable {
  /// What the page is about.
  var title: String
  /// Whom it is of, and by which windows.
  var subtitle: String
  /// The answer in a sentence or two.
  var answer: String
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The titles of the table of measures.
  var titles: [String] = []
  /// The lines of the table of measures.
  var lines: [PageRow] = []
  /// The charts, in order.
  var pictures: [PagePicture] = []
  /// What the values of the table of patients are.
  var measures: [String] = []
  /// The patients with the lowest values.
  var patients: [PageRow] = []
  /// Whom the table of patients has.
  var patientNote = ""
  /// What was set aside.
  var quality: [QualityLine] = []
  /// The first problems, each in a line.
  var problems: [String] = []
  /// How many problems there are in all.
  var problemCount = 0
  /// By which definitions all of it was computed.
  var definitions: [PageFact] = []
  /// The files that lie beside the page.
  var files: [PageFile] = []
}

/// A line of a table: its name, and what stands in the other columns.
struct PageRow: PageObject {
  var name: String
  var cells: [String]

  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "cells": .list(cells.map(PageText.unbroken))
    default: nil
    }
  }
}

// Texts are given as they are: the templates escape them.
extension RefillPage: QualityPage {
  /// The page as HTML that loads nothing.
  var bytes: [UInt8] { PageTemplates.render(self, as: "refills") }

  func child(named name: String) -> PageValue? {
    switch name {
    case "title": .text(title)
    case "subtitle": .text(subtitle)
    case "answer": .text(PageText.unbroken(answer))
    case "figures": .list(figures)
    case "firstTitle": .text(titles.first ?? "")
    case "titles": .list(titles.dropFirst().map(PageText.unbroken))
    case "lines": .list(lines)
    case "pictures": .list(pictures)
    case "definitions": .list(definitions)
    case "files": .list(files)
    case "css": .text(PageTemplates.css)
    case "chartStyle": .text(ChartStyle.ofPages)
    default: tableChild(named: name) ?? qualityChild(named: name)
    }
  }

  private func tableChild(named name: String) -> PageValue? {
    switch name {
    case "measures": .list(measures)
    case "patients": .list(patients)
    case "hasPatients": .truth(!patients.isEmpty)
    case "patientNote": .text(patientNote)
    default: nil
    }
  }
}
