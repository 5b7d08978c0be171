// `npm run coverage:spec`: compares the wording that the specification quotes with the product, and lists what is missing.
import { findMissing, readQuotedWords } from './reports/quoted-words.ts';

const quoted = readQuotedWords();
const missing = findMissing(quoted);
const sections = Map.groupBy(missing, ({ section }) => section);

for (const [section, entries] of sections) {
  process.stdout.write(`\nSection ${section}\n`);
  for (const { text, issue } of entries)
    process.stdout.write(`  ${text}${issue === undefined ? '' : ` (should be there since issue ${issue})`}\n`);
}
const owed = missing.filter(({ issue }) => issue !== undefined).length;
process.stdout.write(
  `\n${quoted.length - missing.length} of ${quoted.length} quoted texts found, ${missing.length} missing, ${owed} of them for screens that are already built\n`,
);
