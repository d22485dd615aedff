"""The types of patient ids: those of a result are those of the tables it was computed from."""

from __future__ import annotations

from typing import Iterable, List, Mapping, NamedTuple, Optional, Sequence

from ._arrow import ArrowSchema, Owned, children, text
from .errors import InputError

#: The typical names of columns of patient ids in letters and digits only, most specific first, as
#: in Sources/Interchange/Tables/Plan/ColumnRole.swift.
NAMES = """
    usubjid patientid patient subjectid subject subjid participantid participant memberid member
    personid person pid mrn enrolid beneid desynpuf bene recordid caseid userid user studyid
    patientnr patientno patientnumber patientennummer patientenid patnr patid proband probandenid
    teilnehmer versichertennummer versicherte idpatient patiente paciente idpaciente pacienteid
    sujeto participante monitornumber monitorid monitor monitorno deviceid device devicenumber capid
    cap serialnumber serialno serial client clientid resident residentid initials patientname
    fullname name username who id
""".split()
#: The words that make a column one of patient ids if its name has any of them.
WORDS = ("patient", "participant", "subject", "member", "proband", "paciente")

#: The Arrow formats of integers.
INTEGERS = "cCsSiIlL"
#: The Arrow format of texts in results.
TEXT = "u"


class IDType(NamedTuple):
    """The Arrow format of a column of ids, and whether it is dictionary-encoded."""

    form: str
    is_dictionary: bool

    @property
    def is_number(self) -> bool:
        """Whether the ids are integers."""
        return self.form in INTEGERS


def column(names: Iterable[str], table: str, options: Mapping[str, object]) -> Optional[str]:
    """Returns the column of patient ids in a table, as the engine chooses it.

    >>> column(["time", "id", "Subject ID"], "outcomes", {"schedule": "daily"})
    'Subject ID'

    :param table: The name of the table.
    :param options: The options for reading the table.
    """
    found = [name for name in names if _may_be(name, table, options)]
    return min(found, key=lambda name: _rank(name) or 0, default=None)


def _may_be(name: str, table: str, options: Mapping[str, object]) -> bool:
    """Returns whether a column may have the ids of patients, by its name.

    Tables of a dataset and of fills have fixed columns; those of events and claims may have others.
    """
    if table == "patients":
        return name == "id" or "schedule" in options and _rank(name) is not None
    if table != "claims" and "schedule" not in options:
        return name == "patient"
    if options.get("patient_id") is not None:
        return False
    named = options.get("patient")
    return _rank(name) is not None if named is None else name == named


def _rank(name: str) -> Optional[int]:
    """Returns the rank of a column name as one of patient ids; None for other names."""
    folded = "".join(letter for letter in name.partition("(")[0].lower() if letter.isalnum())
    if folded in NAMES:
        return NAMES.index(folded)
    return len(NAMES) if any(word in folded for word in WORDS) else None


def kind(described: Owned[ArrowSchema], name: Optional[str]) -> Optional[IDType]:
    """Returns the type of a column of ids; None if there is no such column, or of another type."""
    for found in children(described.struct):
        if text(found.name) == name:
            values = ArrowSchema.from_address(found.dictionary) if found.dictionary else found
            form = text(values.format)
            form = TEXT if form in ("u", "U", "vu") else form
            return IDType(form, bool(found.dictionary)) if form in (*INTEGERS, TEXT) else None
    return None


def common(kinds: Mapping[str, Optional[IDType]]) -> Optional[IDType]:
    """Returns the type of the ids in several tables, that of the first one with ids.

    :raises InputError: If some tables have ids that are integers and others have texts.
    """
    known = [(table, found) for table, found in kinds.items() if found]
    for table, found in known[1:]:
        if found.is_number != known[0][1].is_number:
            first, other = (_noun(each) for each in (known[0][1], found))
            cure = "convert one of them, so that 7 and '007' cannot be confused"
            told = f"{table}: the ids are {other}, and those of {known[0][0]} are {first} ({cure})"
            raise InputError(told, source=table, field="patient")
    return known[0][1] if known else None


def _noun(kind: IDType) -> str:
    return "integers" if kind.is_number else "texts"


def numbers(ids: Sequence[Optional[str]]) -> Optional[List[Optional[int]]]:
    """Returns the integers that the engine wrote as ids; None if there are other ids.

    >>> numbers(["7", None]), numbers(["07"])
    ([7, None], None)
    """
    try:
        found = [None if id is None else int(id) for id in ids]
    except ValueError:
        return None
    are_same = all(number is None or str(number) == id for number, id in zip(found, ids))
    return found if are_same else None
