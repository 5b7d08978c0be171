// Checks every screen at several widths: status, accessibility, console messages, content security policy, requests and overflow.
// The narrowest width is checked in the light theme, the widest in the dark one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import { screenGroups } from '#test/harness/screens.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { addressOf, type DemoAccount, type Screen } from '../screens/screen.ts';
import { expect, test, untilTakenOver, type Watch, watchPage } from './journey.ts';
import { smallTargets, tinyText } from './sizes.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const TIME_LIMIT_MS = 300_000;

/**
 * Additional widths at which a screen must fit. For phones: the narrowest width that the design supports, and the width of a
 * 1280 px screen at 400 % zoom (WCAG 2.2, 1.4.10). For all other widths: the width of a 1440 px screen at 200 % zoom.
 */
const alsoFits = (width: number): number[] => (width <= 768 ? [360, 320] : [720]);

/** Axe findings that are intentional. No other findings are ignored. */
const ACCEPTED: { rule: string; part: RegExp; because: string }[] = [
  {
    rule: 'aria-hidden-focus',
    part: /data-base-ui-focus-guard/,
    because: 'Base UI puts them at both ends of a pop-up: when focused, they pass focus on immediately.',
  },
  { rule: 'region', part: /role="menu"/, because: 'A menu belongs to its button, not to a page landmark.' },
];

type Stage = {
  page: Page;
  watch: Watch;
};

/** One page per account, reused across screens, because creating a context takes longer than loading a page. */
const openStages = (browser: Browser) => {
  const stages = new Map<DemoAccount | 'visitor', Promise<Stage>>();
  const open = async (as: DemoAccount | undefined): Promise<Stage> => {
    const context = await browser.newContext({
      baseURL: test.info().project.use.baseURL,
      reducedMotion: 'reduce',
      colorScheme: 'dark',
    });
    // Drafts saved on one screen must not appear on the next.
    await context.addInitScript(() => {
      if (!location.protocol.startsWith('http')) return;
      for (const key of Object.keys(localStorage)) if (key.startsWith('helix_draft:')) localStorage.removeItem(key);
    });
    const url = test.info().project.use.baseURL ?? '';
    await context.addCookies([{ name: 'theme', value: 'dark', url }]);
    if (as) await signInByCall(context.request, as);
    const page = await context.newPage();
    return { page, watch: await watchPage(page) };
  };
  return (as: DemoAccount | undefined): Promise<Stage> => {
    const key = as ?? 'visitor';
    const stage = stages.get(key) ?? open(as);
    stages.set(key, stage);
    return stage;
  };
};

/** Elements that extend beyond the right edge; empty if the page does not scroll sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    return wide.slice(0, 5).map((one) => `${one.tagName} ${one.className}`);
  });

/** Source of the axe-core copy that @axe-core/playwright depends on. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

type Axe = {
  run(
    context: Document,
    options: { runOnly: { type: 'tag'; values: string[] }; reporter: string },
  ): Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>;
};

/** Runs axe without its builder, which would inject the whole library again for every check. */
const findFaults = async (page: Page): Promise<string[]> => {
  const violations = await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run(document, { runOnly: { type: 'tag', values }, reporter: 'no-passes' });
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, any }) => ({ html, message: any[0]?.message ?? '' })),
    }));
  }, RULES);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !ACCEPTED.some(({ rule, part }) => rule === id && part.test(html)))
      .map(({ html, message }) => `axe ${id}: ${html.slice(0, 200)} ${message}`),
  );
};

/**
 * Axe findings at a width. Each width has its theme, because measuring contrast takes longer than all other checks together. The
 * themes differ only in colour (client/ui/tokens.test.ts), and switching them only changes an attribute, so nothing reloads.
 */
const accessibilityFaults = async (page: Page, width: number): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const theme = width < 1440 ? 'light' : 'dark';
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  return (await findFaults(page)).map((fault) => `at ${width} px in ${theme}, ${fault}`);
};

/** Waits until React has hydrated the page and its first effects have sent their requests. */
const untilSettled = async (page: Page): Promise<void> => {
  await untilTakenOver(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
};

/** Resizes the window and waits two frames, because floating elements are repositioned one frame after the resize. */
const setWidth = async (page: Page, width: number): Promise<void> => {
  if (page.viewportSize()?.width === width) return;
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};

/** Number of open menus, dialogs and other pop-ups. Toasts, which are dialogs too, don't count because they disappear. */
const openParts = (page: Page): Promise<number> =>
  page
    .locator('[role=dialog]:not(.toast), [role=alertdialog]:not(.toast), [role=menu], [role=listbox]')
    .or(page.locator('[aria-expanded=true], dialog[open]'))
    .count();

/** Faults of the page in its current state, at this width and at the additional widths that it must fit. */
const faultsAt = async (page: Page, width: number): Promise<string[]> => {
  await setWidth(page, width);
  const faults = await accessibilityFaults(page, width);
  for (const fits of [width, ...alsoFits(width)]) {
    await setWidth(page, fits);
    faults.push(...(await overflowing(page)).map((one) => `wider than ${fits}: ${one}`));
    const small = [...(await tinyText(page)), ...(await smallTargets(page))];
    faults.push(...small.map((one) => `too small at ${fits} px: ${one}`));
  }
  await setWidth(page, width);
  return faults;
};

/** Opens a screen at the first width, brings it into the state to check, and checks it at each width. */
const inspect = async (screen: Screen, { page, watch }: Stage, widths: number[]): Promise<string[]> => {
  const faults: string[] = [];
  const address = await addressOf(screen, page.request);
  // A URL that differs only in its hash would not be loaded again.
  if (address.includes('#')) await page.goto('about:blank');
  await setWidth(page, widths[0] ?? NaN);
  watch.reset();
  await screen.before?.(page);
  const response = await page.goto(address);
  if (response?.status() !== (screen.status ?? 200)) faults.push(`status ${response?.status()}`);
  await untilSettled(page);
  // `callsBefore` must include requests that the page sends late while loading, so wait for them before preparing the state.
  const untilSilent = async () => screen.isHeld || (await page.waitForLoadState('networkidle'));
  if (screen.prepare) await untilSilent();
  const callsBefore = watch.calls();
  await screen.prepare?.(page);
  const open = new Set<number>();
  for (const width of widths) {
    faults.push(...(await faultsAt(page, width)));
    if (screen.prepare) open.add(await openParts(page));
  }
  if (open.size > 1) faults.push('a part opens or closes between the widths: the screen needs opensAtEachWidth');
  await untilSilent();
  const calls = screen.prepare ? callsBefore : watch.calls();
  if (!screen.as) faults.push(...calls.map((call) => `call on first load: ${call}`));
  faults.push(...watch.complaints().filter((line) => !screen.complaint?.test(line)));
  // Leave the page before removing the routes. Otherwise, held requests would be sent, and state could leak into the next screen.
  if (screen.before || screen.prepare) await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return faults.map((fault) => `${screen.name}: ${fault}`);
};

/** Maximum number of screens per test. Large groups are split, so that they do not delay the other groups. */
const SCREENS_A_TEST = 12;

/** Declares the tests for one group of screens at these widths, narrowest first. Each group has its own file. */
export function everyPageHolds(group: string, ...widths: number[]): void {
  const screens = screenGroups.get(group);
  if (!screens) throw new Error(`no screens in group ${group}`);
  const parts = Math.ceil(screens.length / SCREENS_A_TEST);
  const size = Math.ceil(screens.length / parts);
  for (let part = 0; part < parts; part += 1)
    test(`every screen of ${group} passes at ${widths.join(' and ')} px, part ${part + 1} of ${parts}`, async ({
      browser,
    }) => {
      test.setTimeout(TIME_LIMIT_MS);
      const stageFor = openStages(browser);
      const faults: string[] = [];
      for (const screen of screens.slice(part * size, (part + 1) * size)) {
        const stage = await stageFor(screen.as);
        const openings = screen.opensAtEachWidth ? widths.map((width) => [width]) : [widths];
        for (const opening of openings) faults.push(...(await inspect(screen, stage, opening)));
      }
      expect(faults).toEqual([]);
    });
}
