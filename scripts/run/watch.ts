// Ends a run whose main process is gone, even by SIGKILL: that process holds the other end of this one's stdin. Started as
// `node scripts/run/watch.ts <the run's temporary folder>`.
import { endRun } from './processes.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error("The run's temporary folder must be given.");
process.stdin.resume().once('close', () => endRun(folder));
