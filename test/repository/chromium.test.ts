import { chromium } from '@playwright/test';
import { expect, it } from 'vitest';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';

const PREFIX = '--disable-features=';
const turnedOffBy = (flags: readonly string[]): string[][] =>
  flags.filter((flag) => flag.startsWith(PREFIX)).map((flag) => flag.slice(PREFIX.length).split(','));

it('turns off every feature that Playwright turns off, because the last --disable-features wins', async () => {
  const browser = await chromium.launchServer({ executablePath: chromiumPath, args: playwrightFlags });
  const { spawnargs } = browser.process();
  await browser.close();
  const [playwrights = [], ours = [], ...more] = turnedOffBy(spawnargs);
  expect(more).toEqual([]);
  expect(playwrights).not.toEqual([]);
  expect(ours).toEqual(expect.arrayContaining(playwrights));
});
