"""Checks that the colours of states differ for people with red-green blindness.

    python colors.py FILE

FILE is the style sheet of a report's pages, which has the roles' colours. Done, late, in part, missed and
early must differ by a ΔE2000 of 20 from each other, with normal vision and with simulated deuteranopia
and protanopia: by Machado, Oliveira and Fernandes (2009) at full severity, and by Viénot, Brettel and Mollon
(1999). Light and dark pages have the same colours; each needs a contrast of 3 : 1 against both.
"""

import itertools
import math
import re
import sys

LEAST = 20
ROLES = ["done", "late", "partial", "missed", "early"]
# Light in, light out, in linear red, green and blue.
VIEWS = {
    "everybody": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "deuteranopia (Machado)": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881]],
    "protanopia (Machado)": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998]],
    "deuteranopia (Viénot)": [
        [0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
    "protanopia (Viénot)": [
        [0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
}
# Test pairs of Sharma, Wu and Dalal (2005).
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
]


def linear(color):
    parts = [int(color[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(light, view):
    return [min(1, max(0, sum(a * b for a, b in zip(row, light)))) for row in view]


def lab(light):
    red, green, blue = light
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    x, y, z = [
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (x / 0.95047, y, z / 1.08883)]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def hue(a, b):
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0


def difference(one, other):
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    factor = 1.5 - 0.5 * math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7))
    a1, a2 = a1 * factor, a2 * factor
    c1, c2, h1, h2 = math.hypot(a1, b1), math.hypot(a2, b2), hue(a1, b1), hue(a2, b2)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360
    h = h1 + h2 if not c1 * c2 else h
    cosine = lambda times, shift: math.cos(math.radians(times * h + shift))
    t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63)
    sl = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    spread = math.radians(60 * math.exp(-(((h - 275) / 25) ** 2)))
    rotation = -2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * math.sin(spread)
    return math.sqrt(
        (dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * dc / sc * dh / sh)


def contrast(one, other):
    shares = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other))]
    return (max(shares) + 0.05) / (min(shares) + 0.05)


def main():
    for one, other, expected in SHARMA:
        assert abs(difference(one, other) - expected) < 1e-4, (one, other, difference(one, other))
    text = open(sys.argv[1], encoding="utf-8").read()
    colors = dict(re.findall(r"\.chart \.(\w+)\{color:(#[0-9A-F]{6})", text))
    problems, least = [], math.inf
    for role in ROLES:
        for page in ("#FFFFFF", "#1E1E1E"):
            if contrast(colors[role], page) < 3:
                problems.append(f"{role} stands out too little from {page}")
    for view, matrix in VIEWS.items():
        for one, other in itertools.combinations(ROLES, 2):
            if "early" in (one, other) and "partial" in (one, other):
                continue  # A dot is early, a day in part: they are in no picture together.
            far = difference(*(lab(seen(linear(colors[role]), matrix)) for role in (one, other)))
            least = min(least, far)
            if far < LEAST:
                problems.append(f"{one} and {other} differ by {far:.1f} for {view}")
    print("\n".join(problems + [f"the least ΔE2000 of states is {least:.1f}, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
