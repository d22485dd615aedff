"""A Spark cluster of processes on loopback: a master and workers, each with one core, all gone at
the end."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pyspark

HOME = Path(pyspark.__file__).parent
# How long anything may take to come up or to go away.
PATIENCE = 60


class Cluster:
    """A master, its workers, and what they have started: each process is known by the session it is
    in."""

    def __init__(self, folder, workers=2, memory="1g"):
        self.folder, self.memory = Path(folder), memory
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"spark://127.0.0.1:{self.port}"
        self.sessions = [self.start("master.Master", "--port", str(self.port))]
        wait_for(lambda: answers(self.port), "the master")
        self.workers = [self.start_worker() for _ in range(workers)]

    def start_worker(self):
        options = ("--cores", "1", "--memory", self.memory, "--work-dir", str(self.folder / "work"))
        worker = self.start("worker.Worker", *options, self.url)
        self.sessions.append(worker)
        return worker

    def start(self, name, *arguments):
        """Starts a part of the cluster in a session of its own, and answers its number."""
        command = [HOME / "bin/spark-class", f"org.apache.spark.deploy.{name}"]
        log = open(self.folder / f"{name}-{time.monotonic_ns()}.log", "w")
        with log:
            return subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--webui-port", "0", *arguments],
                env=environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent,
            ).pid

    def kill(self, worker):
        """Kills a worker, its executor and that one's Python, as when a machine loses its power."""
        found = members(worker)
        end(found)
        self.workers.remove(worker)
        return len(found)

    def stop(self):
        for session in self.sessions:
            end(members(session))
        wait_for(lambda: not any(map(members, self.sessions)), "the end of the cluster")


@contextmanager
def running(folder, **options):
    """A cluster while the body runs, whatever becomes of it."""
    cluster = Cluster.__new__(Cluster)
    cluster.sessions = []
    try:
        cluster.__init__(folder, **options)
        yield cluster
    finally:
        cluster.stop()


def environment():
    """What all parts run with: nothing listens to other machines, and Python is this one."""
    return os.environ | {
        "SPARK_HOME": str(HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable,
    }


def die_with_parent():
    """Whoever kills the check kills what it has started: Linux does it (prctl,
    PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def members(session):
    """The processes of a session that are alive."""
    return [process for process, state, of in processes() if of == session and state != "Z"]


def processes():
    """Each process with its state and session."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        yield int(path.parent.name), fields[0], int(fields[3])


def end(found):
    for process in found:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def peak(process):
    """The name of a process and the most memory that it has had, in bytes."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return "", 0
    lines = dict(line.split(":", 1) for line in status.splitlines())
    return lines["Name"].strip(), int(lines.get("VmHWM", "0 kB").split()[0]) << 10


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def wait_for(is_so, what, patience=PATIENCE):
    limit = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > limit:
            raise TimeoutError(f"{what} has not come within {patience} s")
        time.sleep(0.1)
