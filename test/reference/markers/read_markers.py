"""Reads exported markers with Python's own parsers, independently of the site's code, and prints them as JSON.

Usage: read_markers.py FORM FRAMES SECONDS < file, where FRAMES per SECONDS is the rate.
Times are whole frames from the beginning of the timeline. Exits with an error if a file breaks a rule of its format.
"""
import csv
import io
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

form, frames, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rate = Fraction(frames, seconds)
base = round(rate)
text = sys.stdin.buffer.read().decode("utf-8")


def frame_of(timecode):
    """Frame of a timecode by counting, with SMPTE drop-frame if it has a semicolon."""
    hours, minutes, secs, separator, frame = re.fullmatch(r"(\d\d):(\d\d):(\d\d)([:;])(\d\d)", timecode).groups()
    total = int(hours) * 60 + int(minutes)
    count = (total * 60 + int(secs)) * base + int(frame)
    assert int(frame) < base and int(minutes) < 60 and int(secs) < 60, timecode
    if separator == ";":
        assert base in (30, 60) and seconds == 1001, "drop-frame needs 29.97 or 59.94"
        dropped = base // 15
        assert not (total % 10 and int(secs) == 0 and int(frame) < dropped), timecode + " does not exist"
        count -= dropped * (total - total // 10)
    return count


def read_xmeml():
    root = ElementTree.fromstring(text.encode())
    assert root.tag == "xmeml" and root.get("version") == "4"
    sequence = root.find("sequence")
    for one in root.iter("rate"):
        assert int(one.findtext("timebase")) == base
        assert one.findtext("ntsc") == ("TRUE" if seconds == 1001 else "FALSE")
    code = sequence.find("timecode")
    start = int(code.findtext("frame"))
    assert frame_of(code.findtext("string")) == start
    assert (code.findtext("displayformat") == "DF") == (";" in code.findtext("string"))
    markers = []
    for marker in sequence.findall("marker"):
        assert marker.findtext("out") == "-1"
        colour = marker.findtext("pproColor")
        assert colour is None or 0 <= int(colour) < 2**32
        markers.append([int(marker.findtext("in")), marker.findtext("name"), marker.findtext("comment") or ""])
    assert all(frame < int(sequence.findtext("duration")) for frame, _, _ in markers)
    return {"start": start, "isDrop": code.findtext("displayformat") == "DF", "markers": markers}


# Elements and attributes of FCPXML 1.10 that are used here: required ones first, then optional ones, then children in their order.
DTD = {
    "fcpxml": (["version"], [], ["resources", "library"]),
    "resources": ([], [], ["format"]),
    "format": (["id"], ["name", "frameDuration", "width", "height"], []),
    "library": ([], ["location"], ["event"]),
    "event": ([], ["name", "uid"], ["project"]),
    "project": ([], ["name", "uid", "id", "modDate"], ["sequence"]),
    "sequence": (["format"], ["duration", "tcStart", "tcFormat"], ["spine"]),
    "spine": ([], ["lane", "offset", "name", "format"], ["gap"]),
    "gap": (["duration"], ["name", "offset", "start", "enabled"], ["note", "marker", "chapter-marker"]),
    "marker": (["start", "value"], ["duration", "completed", "note"], []),
    "chapter-marker": (["start", "value", "posterOffset"], ["duration", "note"], []),
}


def check(element):
    required, optional, children = DTD[element.tag]
    assert all(name in element.attrib for name in required), element.tag
    assert all(name in required + optional for name in element.attrib), element.attrib
    order = [children.index(child.tag) for child in element]
    assert order == sorted(order), element.tag
    for child in element:
        check(child)


def whole(time):
    """Frame of a time such as 1001/30s, which must be a whole one."""
    found = re.fullmatch(r"(\d+)(?:/(\d+))?s", time)
    frame = Fraction(int(found[1]), int(found[2] or 1)) * rate
    assert frame.denominator == 1, time + " is no whole frame"
    return int(frame)


def read_fcpxml():
    root = ElementTree.fromstring(text.encode())
    assert root.get("version") == "1.10" and "<!DOCTYPE fcpxml>" in text
    check(root)
    assert whole(root.find("resources/format").get("frameDuration")) == 1
    sequence = root.find("library/event/project/sequence")
    assert sequence.get("format") == root.find("resources/format").get("id")
    gap = sequence.find("spine/gap")
    assert whole(gap.get("offset")) == whole(sequence.get("tcStart"))
    assert whole(gap.get("duration")) == whole(sequence.get("duration"))
    assert not any("/" in one.get("name", "") + one.get("value", "") for one in root.iter())
    markers = []
    for marker in gap.findall("marker"):
        assert whole(marker.get("duration")) == 1 and marker.get("completed") is None
        frame = whole(marker.get("start")) - whole(gap.get("start"))
        assert frame < whole(gap.get("duration"))
        markers.append([frame, marker.get("value"), marker.get("note", "")])
    start = whole(sequence.get("tcStart"))
    return {"start": start, "isDrop": sequence.get("tcFormat") == "DF", "markers": markers}


def read_edl():
    lines = text.split("\n")
    assert lines[0].startswith("TITLE: ") and lines[1] in ("FCM: DROP FRAME", "FCM: NON-DROP FRAME") and lines[2] == ""
    is_drop = lines[1] == "FCM: DROP FRAME"
    markers = []
    for number, at in enumerate(range(3, len(lines) - 1, 3)):
        event, note, blank = lines[at : at + 3]
        fields = re.fullmatch(r"(\d{3})  001      V     C        (\S+) (\S+) (\S+) (\S+)  ", event).groups()
        assert int(fields[0]) == number % 999 + 1 and blank == ""
        assert fields[1] == fields[3] and fields[2] == fields[4]
        assert all((";" in code) == is_drop for code in fields[1:])
        assert frame_of(fields[2]) - frame_of(fields[1]) == 1
        comment, name = re.fullmatch(r"([^|]*) \|C:ResolveColor[A-Z][a-z]+ \|M:([^|]*) \|D:1", note).groups()
        markers.append([frame_of(fields[1]), name, comment])
    return {"start": None, "isDrop": is_drop, "markers": markers}


def read_csv():
    assert text.startswith("\ufeff") and text.endswith("\r\n")
    rows = list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))
    markers = []
    for row in rows:
        assert not any(re.match(r"[=+\-@\t\r]", cell) for cell in row.values())
        # Seconds are rounded to milliseconds, up to 0.03 of a frame.
        assert Fraction(-1, 20) < Fraction(row["Seconds"]) * rate - int(row["Frame"]) < Fraction(21, 20)
        markers.append([frame_of(row["Timecode"]), row["Name"], row["Note"]])
    is_drop = any(";" in row["Timecode"] for row in rows)
    return {"start": None, "isDrop": is_drop, "markers": markers}


json.dump({"xmeml": read_xmeml, "fcpxml": read_fcpxml, "edl": read_edl, "csv": read_csv}[form](), sys.stdout)
