// Every screen at two widths in both themes: its status, accessibility, console, policy, calls and width.
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { addressOf, type DemoAccount, type Screen, screens } from '../screens.ts';
import { signInByCall } from '../sign-in.ts';
import { expect, test, type Watch, watchPage } from './journey.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const TIME_LIMIT_MS = 240_000;
/** The narrowest screen that the design promises. */
const NARROWEST = 360;

type Stage = { page: Page; watch: Watch };

/** One page for each account, kept over the screens: a context costs more than a page load. */
const openStages = (browser: Browser, width: number, theme: 'dark' | 'light') => {
  const stages = new Map<DemoAccount | 'visitor', Promise<Stage>>();
  const open = async (as: DemoAccount | undefined): Promise<Stage> => {
    const context = await browser.newContext({
      baseURL: test.info().project.use.baseURL,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      colorScheme: 'dark',
    });
    const url = test.info().project.use.baseURL ?? '';
    await context.addCookies([{ name: 'theme', value: theme, url }]);
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

const inspect = async (screen: Screen, { page, watch }: Stage, width: number): Promise<string[]> => {
  const faults: string[] = [];
  watch.reset();
  await screen.before?.(page);
  const address = await addressOf(screen, page.request);
  const response = await page.goto(address);
  await page.waitForLoadState('networkidle');
  if (response?.status() !== (screen.status ?? 200)) faults.push(`status ${response?.status()}`);
  if (!screen.as) faults.push(...watch.calls().map((call) => `call on first load: ${call}`));
  await screen.prepare?.(page);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  for (const { id, nodes } of violations) {
    faults.push(
      `axe ${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
  }
  faults.push(...(await overflowing(page)).map((one) => `wider than ${width}: ${one}`));
  if (width < 768) {
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    faults.push(...(await overflowing(page)).map((one) => `wider than ${NARROWEST}: ${one}`));
    await page.setViewportSize({ width, height: 900 });
  }
  faults.push(...watch.complaints().filter((line) => !screen.complaint?.test(line)));
  await page.unrouteAll();
  return faults.map((fault) => `${screen.name}: ${fault}`);
};

for (const width of [1440, 390]) {
  for (const theme of ['dark', 'light'] as const) {
    test(`every screen holds at ${width} px, ${theme}`, async ({ browser }) => {
      test.setTimeout(TIME_LIMIT_MS);
      const stageFor = openStages(browser, width, theme);
      const faults: string[] = [];
      for (const screen of screens) {
        const stage = await stageFor(screen.as);
        faults.push(...(await inspect(screen, stage, width)));
      }
      expect(faults).toEqual([]);
    });
  }
}
