"""Completes and checks a documentation site: the landing page starts with an article and lists the
libraries, each with an abstract; all internal links resolve; the size has an upper limit.

Usage: docs.py SITE LIBRARY…
"""

import json
import sys
from pathlib import Path


def references(page):
    """Yields the URLs of the pages and files of the site that a page refers to."""
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
    """Inserts an article above the list of libraries on the landing page that DocC generates."""
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
    # Pages differ only in their data, so that they are hard links to one file, which counts once.
    total = sum({file.stat().st_ino: file.stat().st_size for file in site.rglob("*")}.values())
    if total > 32_000_000:
        dead.append(f"{total / 1e6:.1f} MB, more than 32")
    print(*dead, f"{len(pages)} pages, {total / 1e6:.1f} MB, {len(dead)} failures", sep="\n")
    sys.exit(bool(dead))


main()
