"""Finishes a site of documentation and checks it: its first page says where to go, in the words of an article,
and names the libraries, each with a line; every link leads to a page or file of it, and it stays small.
Usage: docs.py SITE LIBRARY…"""

import json
import sys
from pathlib import Path


def references(page):
    """The pages and files of the site that a page refers to."""
    for reference in page.get("references", {}).values():
        url = reference.get("url", "")
        if url.startswith("/"):
            yield url
        for variant in reference.get("variants", []):
            if variant["url"].startswith("/"):
                yield variant["url"]


def is_there(site, url):
    path = url.split("#")[0].strip("/")
    return (site / "data" / f"{path}.json").is_file() and (site / path / "index.html").is_file() or (
        site / path
    ).is_file()


def say_where_to_go(site, article):
    """Puts an article above the list of libraries on the first page, which DocC makes of that list alone."""
    path = site / "data/documentation.json"
    first, words = json.loads(path.read_text()), json.loads((site / f"data/documentation/{article}.json").read_text())
    first["primaryContentSections"] = words["primaryContentSections"]
    first["references"] |= words["references"]
    path.write_text(json.dumps(first, ensure_ascii=False))


def main():
    site, libraries = Path(sys.argv[1]), sys.argv[2:]
    say_where_to_go(site, "reporting/start")
    pages = sorted((site / "data").rglob("*.json"))
    dead = [
        f"{path.relative_to(site)}: {url}"
        for path in pages
        for url in references(json.loads(path.read_text()))
        if not is_there(site, url)
    ]
    first = json.loads((site / "data/documentation.json").read_text())
    lines = {
        reference["title"]: "".join(part.get("text", "") for part in reference["abstract"])
        for reference in first["references"].values()
        if "abstract" in reference and is_there(site, reference["url"])
    }
    dead += [f"the first page: no line on {name}" for name in libraries if not lines.get(name)]
    if "url=documentation/" not in (site / "index.html").read_text():
        dead.append("index.html: does not lead to the first page")
    # Pages differ in their data alone, so that they are one file under many names.
    total = sum({file.stat().st_ino: file.stat().st_size for file in site.rglob("*")}.values())
    if total > 32_000_000:
        dead.append(f"{total / 1e6:.1f} MB, more than 32")
    print(*dead, f"{len(pages)} pages, {total / 1e6:.1f} MB, {len(dead)} failures", sep="\n")
    sys.exit(bool(dead))


main()
