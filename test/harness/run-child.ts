// Runs one program the way `npm test` does: prints its temporary folder, then starts the program. Usage: `node
// test/harness/run-child.ts <program in node_modules/.bin> <arguments>`; FOLDER in an argument is replaced by that folder.
import { startRun } from '../../scripts/run/run.ts';

const [, , program = '', ...args] = process.argv;
const { folder, run, end } = startRun();
console.log(folder);
await run(
  program,
  args.map((arg) => arg.replace('FOLDER', folder)),
);
await end();
