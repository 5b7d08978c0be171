// A run like that of `npm test`, of one program: says its temporary folder on its output, and starts the program. Started as
// `node test/harness/run-child.ts <program of node_modules/.bin> <arguments>`, where FOLDER in an argument is that folder.
import { startRun } from '../../scripts/run/run.ts';

const [, , program = '', ...args] = process.argv;
const { folder, run, end } = startRun();
console.log(folder);
await run(
  program,
  args.map((arg) => arg.replace('FOLDER', folder)),
);
await end();
