// Every screen at two widths in both themes: its status, accessibility, console, policy, calls and width.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import { addressOf, type DemoAccount, type Screen } from '../screens/screen.ts';
import { type ScreenGroup, screenGroups } from '../screens.ts';
import { signInByCall } from '../sign-in.ts';
import { expect, test, untilTakenOver, type Watch, watchPage } from './journey.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const TIME_LIMIT_MS = 240_000;
/** The narrowest screen that the design promises. */
const NARROWEST = 360;

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
const openStages = (browser: Browser, width: number) => {
  const stages = new Map<DemoAccount | 'visitor', Promise<Stage>>();
  const open = async (as: DemoAccount | undefined): Promise<Stage> => {
    const context = await browser.newContext({
      baseURL: test.info().project.use.baseURL,
      viewport: { width, height: 900 },
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

type Axe = {
  run(
    context: Document,
    options: { runOnly: { type: 'tag'; values: string[] }; reporter: string },
  ): Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>;
};

/** Speaks to axe without its builder, which brings the whole of it to the page again for every look. */
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

/** Every rule in both themes: an attribute is all that the theme is, so nothing has to be loaded again. */
const accessibilityFaults = async (page: Page): Promise<string[]> => {
  await page.evaluate(axeSource);
  const dark = await findFaults(page);
  const setTheme = (theme: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  await setTheme('light');
  const light = await findFaults(page);
  await setTheme('dark');
  return [...dark, ...light.map((fault) => `in light, ${fault}`)];
};

/** Until React has the page, and what its first effects ask for has been asked. */
const untilSettled = async (page: Page): Promise<void> => {
  await untilTakenOver(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
};

const inspect = async (screen: Screen, stage: Stage, width: number): Promise<string[]> => {
  const { page, watch } = stage;
  const faults: string[] = [];
  const address = await addressOf(screen, page.request);
  // An address that differs behind the '#' alone would not be loaded again.
  if (address.includes('#')) await page.goto('about:blank');
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
  faults.push(...(await accessibilityFaults(page)));
  faults.push(...(await overflowing(page)).map((one) => `wider than ${width}: ${one}`));
  // A screen that is looked at on a tablet is not looked at on a phone by itself: there it must fit at least.
  if (width <= 768) {
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    faults.push(...(await overflowing(page)).map((one) => `wider than ${NARROWEST}: ${one}`));
    await page.setViewportSize({ width, height: 900 });
  }
  await untilSilent();
  const calls = screen.prepare ? callsBefore : watch.calls();
  if (!screen.as) faults.push(...calls.map((call) => `call on first load: ${call}`));
  faults.push(...watch.complaints().filter((line) => !screen.complaint?.test(line)));
  // A state must not reach the next screen; and a call that is held would go out once nothing holds it: the page goes first.
  if (screen.before || screen.prepare) await page.goto('about:blank');
  await page.unrouteAll();
  return faults.map((fault) => `${screen.name}: ${fault}`);
};

/** Declares the test of one part of the site at one width; a file each, so that they run side by side. */
export const everyPageHolds = (group: ScreenGroup, width: number): void =>
  test(`every screen of ${group} holds at ${width} px in both themes`, async ({ browser }) => {
    test.setTimeout(TIME_LIMIT_MS);
    const stageFor = openStages(browser, width);
    const faults: string[] = [];
    for (const screen of screenGroups[group]) {
      const stage = await stageFor(screen.as);
      faults.push(...(await inspect(screen, stage, width)));
    }
    expect(faults).toEqual([]);
  });
