// Every screen at its widths in both themes: its status, accessibility, console, policy, calls, and whether it fits.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import { screenGroups } from '#test/harness/screens.ts';
import { signInByCall } from '#test/harness/sign-in.ts';
import { addressOf, type DemoAccount, type Screen } from '../screens/screen.ts';
import { expect, test, untilTakenOver, type Watch, watchPage } from './journey.ts';
import { smallTargets, tinyText } from './sizes.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What colours decide. A theme is colours alone (client/ui/tokens.test.ts), so the other rules are asked in one of them. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const TIME_LIMIT_MS = 300_000;

/**
 * Where a screen is also looked at for its width alone. On phones: the narrowest that the design promises, and a screen of
 * 1280 pixels at 400 % (WCAG 2.2, 1.4.10). On others: a screen of 1440 pixels at 200 %.
 */
const alsoFits = (width: number): number[] => (width <= 768 ? [360, 320] : [720]);

/** What axe says of parts that are right as they are. The only rules that are ever set aside. */
const ACCEPTED: { rule: string; part: RegExp; because: string }[] = [
  {
    rule: 'aria-hidden-focus',
    part: /data-base-ui-focus-guard/,
    because: 'Base UI puts them at both ends of a pop-up: they take the focus only to hand it on at once.',
  },
  { rule: 'region', part: /role="menu"/, because: 'A menu belongs to its button, not to the outline of the page.' },
];

type Stage = {
  page: Page;
  watch: Watch;
};

/** One page for each account, kept over the screens: a context costs more than a page load. */
const openStages = (browser: Browser) => {
  const stages = new Map<DemoAccount | 'visitor', Promise<Stage>>();
  const open = async (as: DemoAccount | undefined): Promise<Stage> => {
    const context = await browser.newContext({
      baseURL: test.info().project.use.baseURL,
      reducedMotion: 'reduce',
      colorScheme: 'dark',
    });
    // What one screen has begun to write is no part of the next one.
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

/** Elements that reach beyond the right edge; empty when the page does not scroll sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth,
    );
    return wide.slice(0, 5).map((one) => `${one.tagName} ${one.className}`);
  });

/** The copy that Playwright's part of axe brings along. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

type RunOnly = { type: 'tag' | 'rule'; values: string[] };

type Axe = {
  run(
    context: Document,
    options: { runOnly: RunOnly; reporter: string },
  ): Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>;
};

/** Speaks to axe without its builder, which brings the whole of it to the page again for every look. */
const findFaults = async (page: Page, rules: RunOnly): Promise<string[]> => {
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run(document, { runOnly, reporter: 'no-passes' });
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, any }) => ({ html, message: any[0]?.message ?? '' })),
    }));
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !ACCEPTED.some(({ rule, part }) => rule === id && part.test(html)))
      .map(({ html, message }) => `axe ${id}: ${html.slice(0, 200)} ${message}`),
  );
};

/** In both themes: an attribute is all that the theme is, so nothing has to be loaded again. */
const accessibilityFaults = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const dark = await findFaults(page, { type: 'tag', values: RULES });
  const setTheme = (theme: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  await setTheme('light');
  const light = await findFaults(page, { type: 'rule', values: COLOUR_RULES });
  await setTheme('dark');
  return [...dark, ...light.map((fault) => `in light, ${fault}`)];
};

/** Until React has the page, and what its first effects ask for has been asked. */
const untilSettled = async (page: Page): Promise<void> => {
  await untilTakenOver(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
};

/** What floats takes its new place in the frame after the one that the window changed in. */
const setWidth = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};

/** Number of open menus, dialogs and other parts. */
const openParts = (page: Page): Promise<number> =>
  page
    .locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-expanded=true], dialog[open]')
    .count();

/** What is wrong with the page as it stands, at this width and at those that only have to fit. */
const faultsAt = async (page: Page, width: number): Promise<string[]> => {
  await setWidth(page, width);
  const faults = (await accessibilityFaults(page)).map((fault) => `at ${width} px, ${fault}`);
  for (const fits of [width, ...alsoFits(width)]) {
    await setWidth(page, fits);
    faults.push(...(await overflowing(page)).map((one) => `wider than ${fits}: ${one}`));
    const small = [...(await tinyText(page)), ...(await smallTargets(page))];
    faults.push(...small.map((one) => `too small at ${fits} px: ${one}`));
  }
  await setWidth(page, width);
  return faults;
};

/** Opens a screen at the first of these widths, brings it about there, and looks at it at each of them. */
const inspect = async (screen: Screen, { page, watch }: Stage, widths: number[]): Promise<string[]> => {
  const faults: string[] = [];
  const address = await addressOf(screen, page.request);
  // An address that differs behind the '#' alone would not be loaded again.
  if (address.includes('#')) await page.goto('about:blank');
  await setWidth(page, widths[0] ?? NaN);
  watch.reset();
  await screen.before?.(page);
  const response = await page.goto(address);
  if (response?.status() !== (screen.status ?? 200)) faults.push(`status ${response?.status()}`);
  await untilSettled(page);
  // Calls that come late count as well; a state is brought about after them.
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
  // A state must not reach the next screen; and a call that is held would go out once nothing holds it: the page goes first.
  if (screen.before || screen.prepare) await page.goto('about:blank');
  await page.unrouteAll();
  return faults.map((fault) => `${screen.name}: ${fault}`);
};

/** Tests of one part, so that a part of many screens does not hold the others up. */
const SCREENS_A_TEST = 12;

/** Declares the tests of one part of the site at these widths, narrow ones first; a file each. */
export function everyPageHolds(group: string, ...widths: number[]): void {
  const screens = screenGroups.get(group);
  if (!screens) throw new Error(`no screens of ${group}`);
  const parts = Math.ceil(screens.length / SCREENS_A_TEST);
  for (let part = 0; part < parts; part += 1)
    test(`every screen of ${group} holds at ${widths.join(' and ')} px in both themes, part ${part + 1} of ${parts}`, async ({
      browser,
    }) => {
      test.setTimeout(TIME_LIMIT_MS);
      const stageFor = openStages(browser);
      const faults: string[] = [];
      for (const screen of screens.slice(part * SCREENS_A_TEST, (part + 1) * SCREENS_A_TEST)) {
        const stage = await stageFor(screen.as);
        const openings = screen.opensAtEachWidth ? widths.map((width) => [width]) : [widths];
        for (const opening of openings) faults.push(...(await inspect(screen, stage, opening)));
      }
      expect(faults).toEqual([]);
    });
}
