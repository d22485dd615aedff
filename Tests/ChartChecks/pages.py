"""Opens the pages of a report folder in headless Chromium and reports problems.

    python pages.py FOLDER [--shots DIR] [--chromium PATH] [--patients N | --alone]

FOLDER is the output of `regimen report --out FOLDER`, or with --alone of `regimen refills --out FOLDER`, whose
index.html has no pages of patients and no sortable table. index.html and some patient pages are opened at widths of
desktops and phones in light and dark mode, and as printed. A page fails if it

- logs anything to the console, or requests another resource than the report's style sheet,
- is wider than the window, or cuts the table of patients in a window of 1920,
- has text of less than 11 px in a picture on a phone,
- breaks a rule of axe-core (WCAG 2 A and AA, best practices), or has graphics or texts in a picture with
  too little contrast,
- has a duplicate id, a broken link, or a file larger than allowed,
- is not readable without scripts, or not operable by keyboard.

Needs playwright and axe-playwright-python (for axe.min.js) from PyPI, and a Chromium.
"""

import argparse
import csv
import base64
import hashlib
import pathlib
import re
import sys
import urllib.parse

import axe_playwright_python
from playwright.sync_api import sync_playwright

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The width of the window (paper is A4 without margins), and the colour scheme.
VIEWS = {
    "desktop-light": (1280, "light", "screen"),
    "desktop-dark": (1280, "dark", "screen"),
    "wide-light": (1920, "light", "screen"),
    "wide-dark": (1920, "dark", "screen"),
    "phone-light": (390, "light", "screen"),
    "phone-dark": (390, "dark", "screen"),
    "paper": (680, "dark", "print"),
}
# The least size of the text in pictures, in pixels of the window.
TEXT_SIZE = """() => Math.min(100, ...[...document.querySelectorAll("svg.chart text")].map((text) =>
  parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a))"""
# How much of the table of patients its box cuts.
CUT = """() => Math.max(0, ...[...document.querySelectorAll(".scroll:has(table.patients)")].map((box) =>
  box.scrollWidth - box.clientWidth))"""
LIMITS = {"index": 300_000, "patient": 100_000}
STYLE = "pages/style.css"

# Texts in pictures need a contrast of 4.5 : 1, and coloured marks 3 : 1, against the card.
CONTRAST = """() => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map((c) => {
      c /= 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const weak = new Set();
  for (const svg of document.querySelectorAll("svg.chart")) {
    const card = getComputedStyle(svg.closest("figure")).backgroundColor;
    for (const text of svg.querySelectorAll("text")) {
      const found = ratio(getComputedStyle(text).fill, card);
      if (found < 4.5) weak.add(`words in ${svg.id || "a picture"}: ${found.toFixed(2)}`);
    }
    for (const path of svg.querySelectorAll("path")) {
      const style = getComputedStyle(path);
      if (style.getPropertyValue("--o").trim() !== "1" || /\\bq\\d/.test(path.getAttribute("class"))) continue;
      const found = ratio(style.color, card);
      if (found < 3) weak.add(`${path.getAttribute("class")}: ${found.toFixed(2)}`);
    }
  }
  return [...weak];
}"""


class Check:
    """One run over one folder; collects the problems."""

    def __init__(self, browser, folder, shots):
        self.browser = browser
        self.folder = folder
        self.shots = shots
        self.wrong = []

    def blame(self, page, words):
        self.wrong.append(f"{page.relative_to(self.folder)}: {words}")

    def open(self, path, width=1280, scheme="light", media="screen", scripts=True):
        """Opens a page and listens for console messages and requests."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=scripts
        )
        page = context.new_page()
        page.emulate_media(media=media, color_scheme=scheme)
        page.on("console", lambda message: self.blame(path, f"console: {message.text}"))
        page.on("pageerror", lambda error: self.blame(path, f"error: {error}"))
        page.on("dialog", lambda dialog: (self.blame(path, "opened a dialog"), dialog.dismiss()))
        page.on(
            "request",
            lambda request: request.url in [path.as_uri(), (self.folder / STYLE).as_uri()]
            or self.blame(path, f"asked for {request.url}"),
        )
        page.goto(path.as_uri())
        return page

    def looks(self, path, kind):
        """Opens a page in each view."""
        for view, (width, scheme, media) in VIEWS.items():
            page = self.open(path, width, scheme, media)
            name = f"{kind}-{view}"
            self.width(page, path, name)
            self.rules(page, path, name)
            if media == "screen" and (size := page.evaluate(TEXT_SIZE)) < 10.95:
                self.blame(path, f"{name}: text of {size:.1f} px in a picture")
            if width == 1920 and (cut := page.evaluate(CUT)) > 0:
                self.blame(path, f"{name}: {cut} px of the table of patients are cut")
            for words in page.evaluate(CONTRAST):
                self.blame(path, f"{name}: too little contrast: {words}")
            if self.shots:
                page.screenshot(path=self.shots / f"{name}.png", full_page=True)
                if media == "print":
                    page.pdf(path=self.shots / f"{name}.pdf", format="A4")
            page.context.close()

    def width(self, page, path, name):
        wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        if wide > window:
            self.blame(path, f"{name}: {wide} wide in a window of {window}")

    def rules(self, page, path, name):
        page.evaluate(AXE)
        found = page.evaluate(
            "(tags) => axe.run(document, {runOnly: tags, resultTypes: ['violations'], preload: false})", RULES
        )
        for violation in found["violations"]:
            places = ", ".join(node["html"][:120] for node in violation["nodes"][:3])
            count = len(violation["nodes"])
            self.blame(path, f"{name}: axe {violation['id']} ({count}): {places}")

    def source(self, path, kind):
        """Checks the file itself: its size, its ids, its links, and the script that it allows."""
        data = path.read_bytes()
        print(f"{path.relative_to(self.folder)}: {len(data):,} bytes")
        if len(data) > LIMITS[kind]:
            self.blame(path, f"{len(data):,} bytes, more than {LIMITS[kind]:,}")
        text = data.decode()
        ids = re.findall(r'\sid="([^"]*)"', text)
        for twice in sorted({name for name in ids if ids.count(name) > 1}):
            self.blame(path, f"id twice: {twice}")
        for link in set(re.findall(r'href="([^"]*)"', text)):
            self.link(path, link, ids)
        for script in re.findall(r"<script>(.*?)</script>", text, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            if f"'sha256-{digest}'" not in text:
                self.blame(path, f"the policy should allow 'sha256-{digest}'")

    def link(self, path, link, ids):
        if link.startswith("#"):
            if link[1:] not in ids:
                self.blame(path, f"link to nowhere: {link}")
        elif not (path.parent / urllib.parse.unquote(link)).exists():
            self.blame(path, f"link to a file that is not there: {link}")

    def read(self, path):
        """Without scripts all content is present, and there are no buttons."""
        page = self.open(path, scripts=False)
        if page.locator("table.patients tbody tr").count() == 0:
            self.blame(path, "no patients without scripts")
        if page.locator("table.patients button").count() > 0:
            self.blame(path, "buttons without scripts")
        page.context.close()

    def keyboard(self, path, sorts=True):
        """The first tab stop is the skip link; definitions open by keyboard, and sortable columns sort."""
        page = self.open(path)
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") != "skip":
            self.blame(path, "the first stop is not the skip link")
        summary = page.locator(".figures summary").first
        summary.focus()
        page.keyboard.press("Enter")
        if not page.locator(".figures details[open] p").first.is_visible():
            self.blame(path, "a definition does not open by keyboard")
        if sorts:
            self.sorting(page, path)
            self.filtering(page, path)
        page.context.close()

    def sorting(self, page, path):
        def column(place):
            cells = "(rows, place) => rows.map((row) => row.cells[place].textContent.trim())"
            return page.locator("table.patients tbody tr").evaluate_all(cells, place)

        before = column(0)
        ratio = page.locator("table.patients th button", has_text="Ratio").first
        head = page.locator("table.patients thead th").nth(4)
        for order in ["ascending", "descending"]:
            ratio.focus()
            page.keyboard.press("Enter")
            if head.get_attribute("aria-sort") != order:
                self.blame(path, f"the column does not say that it is {order}")
            shown = [float(text.split()[0]) for text in column(4) if text and text[0] != "–"]
            if shown != sorted(shown, reverse=order == "descending"):
                self.blame(path, f"not sorted: {order}")
            if any(text.startswith("–") for text in column(4)[: len(shown)]):
                self.blame(path, "a missing ratio stands among the others")
        page.locator("table.patients th button", has_text="Flags").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        if column(0) != before and column(0) != before[::-1]:
            self.blame(path, "the order of urgency cannot be had back")


    def filtering(self, page, path):
        """The fields hide the other patients, and the downloaded rows are those shown."""
        def shown():
            return page.locator("table.patients tbody tr:not([hidden])")

        total = shown().count()
        name = shown().first.locator("th").inner_text()
        page.locator(".filters input").fill(name)
        if not 0 < shown().count() < max(total, 2) or name not in shown().first.inner_text():
            self.blame(path, "the search does not find a patient by name")
        page.locator(".filters input").fill("")
        for select in page.locator(".filters select").all():
            value = select.locator("option").nth(1).get_attribute("value")
            select.select_option(value)
            if shown().count() == 0 or any(value not in row.inner_text() for row in shown().all()):
                self.blame(path, f"not all rows have the chosen {value}")
            if shown().count() < total and f"of {total} patients" not in page.locator(".filters output").inner_text():
                self.blame(path, "the number of shown patients is not said")
            with page.expect_download() as download:
                page.locator(".filters button").click()
            with open(download.value.path(), newline="") as file:
                rows = list(csv.reader(file))
            if len(rows) - 1 != shown().count() or rows[0][:2] != ["Patient", "Flags"]:
                self.blame(path, "the downloaded rows are not those shown")
            select.select_option("")


def pages(index):
    """The pages that the index links to, the largest first."""
    links = set(re.findall(r'href="([^"#]+\.html)"', index.read_text()))
    found = [(index.parent / urllib.parse.unquote(link)).resolve() for link in links]
    return sorted((path for path in found if path.exists()), key=lambda path: -path.stat().st_size)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path, help="where to put screenshots")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    parser.add_argument("--patients", type=int, default=2, help="how many patient pages to open")
    parser.add_argument("--alone", action="store_true", help="there are no patient pages")
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    index = folder / "index.html"
    patients = pages(index)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox"]
        )
        check = Check(browser, folder, options.shots)
        check.source(index, "index")
        check.looks(index, "index")
        if not options.alone:
            check.read(index)
        check.keyboard(index, sorts=not options.alone)
        for place, path in enumerate(patients[: options.patients]):
            check.source(path, "patient")
            check.looks(path, "patient" if place == 0 else f"patient{place + 1}")
        browser.close()
    for words in check.wrong:
        print(words)
    lacks = not patients and not options.alone
    if lacks:
        print("no patient pages")
    print(f"{len(check.wrong)} faults in index.html and {min(len(patients), options.patients)} patient pages")
    return 1 if check.wrong or lacks else 0


if __name__ == "__main__":
    sys.exit(main())
