// Phrases that docs/contributing.md rules out must not appear in code, docs or interface text.
import { expect, it } from 'vitest';
import { readCode, readSources } from './source-files.ts';

const BANNED = [
  /\bwho(?:so)?ever\b/i,
  /\bwhomever\b/i,
  /\b(?:hence|henceforth|thus|anew|likewise|meanwhile|forthwith|lest|amiss|shall|upon)\b/i,
  /\b(?:(?:here|there|where)(?:in|of|upon|after)|thereby|whereby)\b/i,
  /\b(?:by itself|by themselves|of its own accord)\b/i,
  /\bat once\b/i,
  /\b(?:is|are|was|were|be|being|been) told\b/i,
  /\b(?:go|goes|going|went) on\b(?! sale)/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bways in\b/i,
  /\bsomebody\b/i,
  /\bso (?:many|long) (?:as|are|is|a|an|the|of)\b/i,
  /\be-mails?\b(?!')/i,
];

const OWN = 'test/repository/voice.test.ts';
const files = [
  ...readCode(),
  ...readSources(['*.md', 'docs/**/*.md', 'content/**/*.md', 'deploy/*.*', '.ci/run']),
].filter(({ path }) => path !== OWN);

it('no banned phrase is used in source, docs or texts', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      BANNED.flatMap((phrase) => {
        const match = phrase.exec(line);
        return match ? [`${path}:${index + 1}: ${match[0]}`] : [];
      }),
    ),
  );
  expect(found).toEqual([]);
});
