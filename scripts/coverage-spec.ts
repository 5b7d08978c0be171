// `npm run coverage:spec`: which of the words that the specification quotes stand in the product, and which are missing.
import { findMissing, readQuotedWords } from './reports/quoted-words.ts';

const quoted = readQuotedWords();
const missing = findMissing(quoted);
const sections = Map.groupBy(missing, ({ section }) => section);

for (const [section, entries] of sections) {
  process.stdout.write(`\nSection ${section}\n`);
  for (const { text, issue } of entries)
    process.stdout.write(`  ${text}${issue === undefined ? '' : ` (owed by issue ${issue})`}\n`);
}
const owed = missing.filter(({ issue }) => issue !== undefined).length;
process.stdout.write(
  `\n${quoted.length - missing.length} of ${quoted.length} quoted words found, ${missing.length} missing, ${owed} of them owed by issues that are done\n`,
);
