"""`nacformats query`: SQL over the tables of a file, which sees nothing else."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nacformats.cli import main
from tests.partners import partner

duckdb = partner("duckdb")
ROOT = Path(__file__).resolve().parents[2]
STORY, MLP = ROOT / "examples" / "story" / "story.nac", ROOT / "examples" / "mlp.nac"


def query(*words: object, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["query", *map(str, words)], input=stdin, prog_name="nacformats")


def answer(sql: str, file: Path = MLP) -> Any:
    result = query(file, sql, "--to", "json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_rows_of_a_query() -> None:
    found = answer("select name, count(*) n from ops group by name order by n desc, name limit 2", STORY)
    assert found == [{"name": "<INPUT>", "n": 32}, {"name": "aten.linear.default", "n": 13}]
    assert answer("from parameters select name, shape where bytes > 100") == [{"name": "fc1.weight", "shape": [16, 8]}]
    assert [row["index"] for row in answer("from ops")] == list(range(10)), "rows keep their order"
    assert answer("select o.name from operands join ops o on o.index = source where op = 8") == [
        {"name": "aten.linear.default"}
    ]


def test_without_a_query_the_tables_are_listed() -> None:
    shown = query(STORY).stdout
    assert "ops  123 rows\n    index int32, name, signature" in shown
    assert "tokenizer  6 rows" in shown


def test_rows_are_shown_as_a_table() -> None:
    shown = query(STORY, "from ops").stdout
    assert "aten.sym_size.int" in shown
    assert "more rows (--all" in shown
    assert "more rows" not in query(STORY, "from ops", "--all").stdout


def test_any_schema() -> None:
    data = b"SCOR\x02\x03Ada\xa4\x01\x04Alan\x8c\x01"
    result = query("--schema", ROOT / "docs" / "scores.ksy", "-", "select max(score) from entries", stdin=data)
    assert "420" in result.stdout


def test_answers_as_files(tmp_path: Path) -> None:
    sql = "select id, name, bytes from parameters"
    for suffix in ("csv", "json"):
        assert query(MLP, sql, "-o", tmp_path / f"a.{suffix}").exit_code == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text())))
    assert rows[0] == {"id": "1", "name": "fc1.weight", "bytes": "512"}
    assert json.loads((tmp_path / "a.json").read_text())[0] == {"id": 1, "name": "fc1.weight", "bytes": 512}
    assert "exists" in query(MLP, sql, "-o", tmp_path / "a.csv").stderr
    assert "--to names one" in query(MLP, sql, "-o", tmp_path / "a.xls").stderr
    assert "a query is missing" in query(MLP, "--to", "csv").stderr


def test_answers_as_columns(tmp_path: Path) -> None:
    pa = partner("pyarrow")
    parquet = partner("pyarrow.parquet")
    for suffix in ("parquet", "arrow"):
        result = query(MLP, "select index, name, shape from ops", "-o", tmp_path / f"a.{suffix}")
        assert result.exit_code == 0, result.stderr
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.column("name").to_pylist()[0] == "<INPUT>"
    with pa.memory_map(str(tmp_path / "a.arrow")) as source:
        assert pa.ipc.open_file(source).read_all().num_rows == 10


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("selec 1", "syntax error"),
        ("select nam from ops", 'Referenced column "nam" not found'),
        ("from op", "does not exist: there are ops, operands"),
        ("", "one query is wanted"),
        ("select 1; select 2", "one query is wanted"),
        ("create table x as select 1", "one query is wanted"),
        ("select error('x\x1b[31m\ny')", "x"),
        ("select sum(name) from ops", "No function matches"),
    ],
)
def test_an_error_is_one_line(sql: str, reason: str) -> None:
    result = query(MLP, sql)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize(
    "sql",
    [
        "from read_csv('/etc/passwd')",
        "from '/etc/passwd'",
        "from read_text('/etc/passwd')",
        "from glob('/*')",
        "from 'https://example.org/x.csv'",
        "copy ops to '{folder}/x.csv'",
        "attach '{folder}/x.db'",
        "install httpfs",
        "load httpfs",
        "set enable_external_access = true",
        "export database '{folder}/x'",
        "from table_of_the_caller",
        "select getenv('HOME')",
        "from duckdb_settings()",
        "from system.main.duckdb_settings()",
        "from pg_settings",
        "from query('from duckdb_settings()')",
        "with a as (from pg_catalog.pg_settings) from a",
        "explain from duckdb_settings()",
        "select current_setting('home_directory')",
        "select list_apply([1], x -> current_setting('secret_directory'))",
        "from duckdb_secrets()",
        "from pragma_database_size()",
    ],
)
def test_a_query_sees_nothing_but_the_file(sql: str, tmp_path: Path) -> None:
    table_of_the_caller = {"x": [1]}
    result = query(MLP, sql.format(folder=tmp_path))
    assert result.exit_code == 2, result.stdout
    assert list(tmp_path.iterdir()) == []
    assert table_of_the_caller


def test_settings_are_locked_and_name_no_folder_of_the_user() -> None:
    from nacformats.querying import FileTables
    from nacformats.querying.engine import QueryEngine

    with QueryEngine(FileTables([])) as engine:
        found = dict(engine._database.execute("select name, value from duckdb_settings()").fetchall())
    locked = ("enable_external_access", "lock_configuration", "python_enable_replacements")
    assert [found[name] for name in locked] == ["false", "true", "false"]
    assert [name for name, value in found.items() if value and str(Path.home()) in value] == []


def test_columns_of_any_name_have_their_values() -> None:
    import numpy as np

    from nacformats.querying import ColumnTable, FileTables
    from nacformats.querying.columns import CodedColumn
    from nacformats.querying.engine import QueryEngine

    names = ["id", "ID", "Id", "", '"', "a'b", "x\ny", "\0", "select", "c0", "\ud800", ";drop table t", "x" * 70_000]
    numbers = {name: lambda place=place: np.array([place]) for place, name in enumerate(names)}
    texts = {
        name: lambda place=place: CodedColumn(np.zeros(1, np.uint8), {0: str(place)})
        for place, name in enumerate(names)
    }
    with QueryEngine(FileTables([ColumnTable("t", 1, numbers), ColumnTable("T", 1, texts)])) as engine:
        assert list(engine.query("from t").rows()) == [tuple(range(len(names)))]
        assert list(engine.query("from T_1").rows()) == [tuple(map(str, range(len(names))))]
        assert engine.query("from t").columns[:4] == ["id", "ID_1", "Id_2", "unnamed"]


def test_a_query_that_is_nested_deeply_is_refused() -> None:
    for sql in ("select " + "+".join("1" * 900), "from (" * 3000 + "ops" + ")" * 3000, "select '\udcff"):
        assert query(MLP, sql).exit_code == 2


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    result = query(MLP, "from ops")
    assert (result.exit_code, result.stderr.count("nacformats[query]")) == (2, 1)
    assert query(MLP).exit_code == 0, "tables are listed without"


def test_names_from_a_file_are_only_texts(tmp_path: Path) -> None:
    import nacformats

    evil = "x'; drop table ops; --\" \x1b[31m"
    builder = nacformats.NacBuilder()
    builder.output(builder.operation(evil, builder.input(evil)))
    nacformats.dump(builder.build(), tmp_path / "evil.nac")
    found = answer("from ops select name, input", tmp_path / "evil.nac")
    assert found[0]["input"] == evil
    assert found[1]["name"] == evil
    assert "\x1b" not in query(tmp_path / "evil.nac", "from ops").stdout


def test_a_bad_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "bad.nac").write_bytes(MLP.read_bytes()[:100])
    assert query(tmp_path / "bad.nac", "from ops").exit_code == 1


def test_the_document_shows_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "querying.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\$ nacformats (query .*)\n((?:(?!\$ |```).*\n)+)", text, re.MULTILINE)
    assert len(shown) == 3
    for command, expected in shown:
        assert query(*shlex.split(command)[1:]).stdout.replace("\r\n", "\n") == expected


def test_columns_of_one_name_are_all_written() -> None:
    assert answer("select 1 as a, 2 as a, 3 as a_1, 4 as a") == [{"a": 1, "a_1": 2, "a_1_1": 3, "a_2": 4}]


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_columns_are_written_without_a_warning(kind: str, tmp_path: Path) -> None:
    result = query(MLP, "from ops", "-o", tmp_path / f"ops.{kind}")
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_a_long_query_can_be_interrupted() -> None:
    ready = "import signal; signal.signal(2, signal.default_int_handler); from nacformats.cli import main; main()"
    endless = "select count(*) from range(1000000000000)"
    command = [sys.executable, "-c", ready, "query", str(MLP), endless]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        sleep(3)  # for the import: before it the signal would end the process as well
        running.send_signal(signal.SIGINT)
        try:
            running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode not in (0, -signal.SIGKILL)
