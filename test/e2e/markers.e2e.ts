// Markers of a sound (next.md LE-7): beats are found, edited, kept, and exported, by mouse and by keys.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { resourcePath } from '#contract/paths.ts';
import { makeClicks, makeTone } from '#test/harness/stage-files.ts';
import { expect, test } from './journey.ts';
import { newPack, type Pack } from './stage-steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const READER = fileURLToPath(new URL('../reference/markers/read_markers.py', import.meta.url));

test.describe.configure({ mode: 'serial' });

/** Clicks at 120 bpm, the first after half a second. */
const SECONDS = 12;
const BEATS = Array.from({ length: 23 }, (_, beat) => 0.5 + beat / 2);
let pack: Pack;

test.beforeAll(async ({ browser, baseURL }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ baseURL });
  const files = [makeClicks('Clicks.wav', 120, SECONDS), makeTone('Hum.wav', 220, 6)];
  pack = await newPack(await context.newPage(), browser, baseURL, 'Free', files);
  await context.close();
});

const partsOf = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Preview' });
  return {
    stage,
    markers: stage.getByText('Markers', { exact: true }),
    list: stage.getByRole('listbox', { name: 'Markers' }),
    rows: stage.getByRole('listbox', { name: 'Markers' }).getByRole('option'),
    field: (name: string) => stage.getByRole('textbox', { name, exact: true }),
    press: (name: string) => stage.getByRole('button', { name, exact: true }),
    said: (text: string | RegExp) => stage.getByRole('status').filter({ hasText: text }),
  };
};

const openMarkers = async (page: Page, file: string) => {
  await page.goto(`${resourcePath(pack.id)}?file=${file}`);
  const parts = partsOf(page);
  await parts.markers.click();
  await expect(parts.press('Find beats')).toBeVisible();
  return parts;
};

type Saved = { name: string; text: string };

const save = async (page: Page, button: string): Promise<Saved> => {
  const coming = page.waitForEvent('download');
  await partsOf(page).press(button).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
};

const reread = (form: string, { text }: Saved, rate: [number, number]) =>
  JSON.parse(
    execFileSync('python3', [READER, form, `${rate[0]}`, `${rate[1]}`], { input: text, encoding: 'utf8' }),
  ) as { isDrop: boolean; markers: [number, string, string][] };

/** Times in the table. */
const secondsOf = ({ text }: Saved): number[] =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[2]?.replaceAll('"', '')));

test('beats are found where they are, can be edited, stay after a reload, and are exported', async ({ page }) => {
  const { press, rows, list, field, said, stage } = await openMarkers(page, 'Clicks.wav');
  await press('Find beats').click();
  await expect(said(/^120 bpm, 2[23] beats/)).toBeVisible({ timeout: 30_000 });
  const table = await save(page, 'CSV');
  expect(table.name).toBe('Clicks markers.csv');
  const found = secondsOf(table);
  // A beat at the very end may be missing, none may be elsewhere.
  expect(BEATS.filter((beat) => found.some((time) => Math.abs(time - beat) <= 0.04)).length).toBeGreaterThanOrEqual(22);
  expect(found.filter((time) => !BEATS.some((beat) => Math.abs(time - beat) <= 0.04))).toEqual([]);
  // AAC previews begin with 21 ms that the original does not have.
  const late = found.map((time) => time - (BEATS.find((beat) => Math.abs(time - beat) <= 0.04) ?? 0));
  expect(Math.abs(late.reduce((sum, one) => sum + one, 0) / late.length)).toBeLessThan(0.01);

  await rows.nth(1).click();
  await field('Name').fill(`Drop <&"'/|`);
  await field('Time').fill('01:00:01:05');
  await field('Time').press('Enter');
  await expect(rows.nth(1)).toContainText('01:00:01:05');
  await field('Note').fill('Cut here');
  await stage.getByRole('combobox', { name: 'Colour' }).selectOption('red');
  await field('Time').fill('02:00:00:00');
  await field('Time').press('Enter');
  await expect(stage.getByText(/^Use a timecode from 01:00:00:00/)).toBeVisible();
  await field('Time').fill('01:00:01:05');
  await field('Time').press('Enter');
  // Counted from the selected beat, which is the second one.
  await press('Keep every 2nd beat').click();
  await expect(rows).toHaveCount(11);
  await press('Undo').click();
  await expect(stage.getByText(/^2[23] markers, kept on this device$/)).toBeVisible();
  await press('Keep every 2nd beat').click();
  await expect(stage.getByText('11 markers, kept on this device')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  // A marker is dragged on the waveform.
  const strip = stage.locator('.markers-strip');
  await strip.scrollIntoViewIfNeeded();
  const lane = await strip.boundingBox();
  if (!lane) throw new Error('markers are not drawn');
  const xOf = (seconds: number): number => lane.x + (seconds / SECONDS) * lane.width;
  await page.mouse.move(xOf(1.2), lane.y + 8);
  await page.mouse.down();
  await page.mouse.move(xOf(1.8), lane.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(rows.first()).toContainText(/01:00:01:(?:19|20|21)/);
  await press('Undo').click();
  await expect(rows.first()).toContainText('01:00:01:05');
  await expect(stage.getByText('11 markers, kept on this device')).toBeVisible();

  await page.reload();
  await partsOf(page).markers.click();
  await expect(rows).toHaveCount(11);
  await expect(list).toContainText(`Drop <&"'/|`);

  const begin = field('Timeline starts at');
  await begin.fill('23:59:50:00');
  await begin.press('Enter');
  await expect(stage.getByText(/^The sound would play past midnight/)).toBeVisible();
  await begin.press('Escape');
  await expect(begin).toHaveValue('01:00:00:00');
  await expect(stage.getByText(/^The sound would play past midnight/)).toBeHidden();
  await stage.getByRole('combobox', { name: 'Frame rate' }).selectOption('29.97');
  await stage.getByRole('checkbox', { name: 'Drop-frame' }).check();
  await begin.fill('00:59:59;20');
  await begin.press('Enter');
  await expect(rows.first()).toContainText('01:00:00;');
  const rate: [number, number] = [30_000, 1001];
  const start = 107_882;
  const first = Math.floor((1.2 * rate[0]) / rate[1]);
  const forms = [
    ['xmeml', 'Premiere XML', 'Clicks markers.xml', `Drop <&"'/|`, 0],
    ['fcpxml', 'FCPXML', 'Clicks markers.fcpxml', `Drop <&"'-|`, 0],
    ['edl', 'Resolve EDL', 'Clicks markers.edl', `Drop <&"'//`, start],
    ['csv', 'CSV', 'Clicks markers.csv', `Drop <&"'/|`, start],
  ] as const;
  for (const [form, button, name, shown, begins] of forms) {
    const saved = await save(page, button);
    expect(saved.name).toBe(name);
    const { isDrop, markers } = reread(form, saved, rate);
    expect(isDrop).toBe(true);
    expect(markers).toHaveLength(11);
    expect(markers[0]).toEqual([begins + first, shown, 'Cut here']);
  }
});

test('by keys: markers are added at the playhead, chosen, moved by frames, and deleted', async ({ page }) => {
  await page.goto(`${resourcePath(pack.id)}?file=Hum.wav`);
  const { stage, markers, rows, list, press } = partsOf(page);
  await markers.focus();
  await page.keyboard.press('Enter');
  await expect(press('Add marker')).toBeEnabled();
  await stage.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('t');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await expect(rows).toHaveCount(2);
  await list.focus();
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(rows.first()).toContainText('01:00:00:02');
  await page.keyboard.press('ArrowLeft');
  await expect(rows.first()).toContainText('01:00:00:01');
  await page.keyboard.press('Delete');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(rows).toHaveCount(2);
});

test('a sound without a beat says so, and its cues are found', async ({ page }) => {
  const { press, rows, said } = await openMarkers(page, 'Hum.wav');
  await press('Find beats').click();
  await expect(said('No steady beat found.')).toBeVisible({ timeout: 30_000 });
  await press('Find cues').click();
  await expect(rows.filter({ hasText: 'Sound starts' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Sound ends' })).toHaveCount(1);
});
