"""A Spark cluster of local processes: a master and workers with one core each, which are all ended
afterwards."""

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
# The timeout for starts and stops of processes, in seconds.
PATIENCE = 60


class Cluster:
    """A master, its workers and their child processes, which are identified by their session."""

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
        """Starts a master or worker in a new session, and returns its process id."""
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
        """Kills a worker, its executor and its Python processes, as a power failure would."""
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
    """Runs a cluster during the body, and stops it even after an error."""
    cluster = Cluster.__new__(Cluster)
    cluster.sessions = []
    try:
        cluster.__init__(folder, **options)
        yield cluster
    finally:
        cluster.stop()


def environment():
    """Returns the environment of the processes: loopback only, and the current Python."""
    return os.environ | {
        "SPARK_HOME": str(HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable,
    }


def die_with_parent():
    """Makes Linux kill the process when its parent dies (prctl, PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def members(session):
    """Returns the running processes of a session."""
    return [process for process, state, of in processes() if of == session and state != "Z"]


def processes():
    """Yields the id, state and session of each process."""
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
    """Returns the name of a process and its peak resident memory in bytes."""
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
