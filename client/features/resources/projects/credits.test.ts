import { expect, it } from 'vitest';
import type { ProjectItem } from '#contract/resources/projects.ts';
import { creditLine, creditsCsv, creditsText, exportName } from './credits.ts';

const SITE = 'https://helix.example';
const item = (changes: Partial<ProjectItem>): ProjectItem => ({
  ...{ id: 'a1', title: 'Glow', author: 'mira', editor: 'Any', type: 'LUT', licence: 'CC BY 4.0', isPremium: false },
  licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  ...{ thumbnailUrl: '', note: '', status: 'used', receiptId: null, ...changes },
});

it('credits title, creator, source and licence with its address', () => {
  expect(creditLine(item({}), SITE)).toBe(
    '"Glow" by mira, https://helix.example/resources/a1, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
  );
  expect(creditLine(item({ licence: null, licenceUrl: null }), SITE)).toMatch(/, No licence named$/);
  expect(creditLine(item({ licence: 'Helix Standard', licenceUrl: '/terms' }), SITE)).toMatch(
    /, Helix Standard \(https:\/\/helix.example\/terms\)$/,
  );
});

it('leaves assets that may not be used out of the credits, but not out of the table', () => {
  const items = [
    item({ title: 'In' }),
    item({ title: 'Open', status: 'maybe' }),
    item({ title: 'Now', status: 'using' }),
  ];
  const text = creditsText({ name: 'Night drive', items }, SITE);
  expect(text.match(/"\w+" by/g)).toEqual(['"In" by', '"Now" by']);
  expect(creditsCsv({ items }, SITE).split('\r\n')).toHaveLength(5);
});

it('names the receipts that their owner has', () => {
  const items = [item({ title: 'In', receiptId: 'r1' }), item({ title: 'Without' })];
  const text = creditsText({ name: 'Night drive', items }, SITE);
  expect(text).toMatch(/\n\nReceipts\n"In": https:\/\/helix.example\/receipt\/r1\n$/);
  expect(creditsCsv({ items }, SITE)).toContain(',"https://helix.example/receipt/r1"\r\n');
  expect(creditsText({ name: 'Night drive', items: [item({})] }, SITE)).not.toContain('Receipts');
});

it('quotes cells, and disarms formulas', () => {
  const csv = creditsCsv({ items: [item({ title: '=HYPERLINK("x")', note: 'two\nlines, "quoted"' })] }, SITE);
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv).toContain('"two\nlines, ""quoted"""');
  expect(csv.startsWith('\uFEFF"Title"')).toBe(true);
});

it.each([
  ['Night: drive/cut', 'Night  drive cut credits.csv'],
  ['???', 'Project credits.csv'],
])('names the export of %s', (name, file) => {
  expect(exportName(name, 'csv')).toBe(file);
});
