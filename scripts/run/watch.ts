// Ends a run whose own process is gone, even by SIGKILL: that process holds the other end of this one's input. Started as
// `node scripts/run/watch.ts <the run's temporary folder>`.
import { endRun } from './processes.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error('The temporary folder of a run is missing.');
process.stdin.resume().once('close', () => endRun(folder));
