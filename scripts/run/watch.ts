// Ends a run when its main process dies, even by SIGKILL. The main process holds the other end of this process's stdin, which
// closes when the main process dies. Started as `node scripts/run/watch.ts <the run's temporary folder>`.
import { endRun } from './processes.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error("The run's temporary folder must be given.");
process.stdin.resume().once('close', () => endRun(folder));
