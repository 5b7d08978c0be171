import { defineConfig } from '@playwright/test';
import { chromiumPath, playwrightFlags } from '#test/harness/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../.cache/browser',
  globalSetup: './start-site.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // How long a failing test waits. Journeys don't measure speed (bench/ does), and a busy machine may take several seconds.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['dot'], ['json']],
  use: {
    // Set by start-site.ts before the workers start, or by the caller if a site is already running.
    baseURL: process.env.SITE_URL,
    launchOptions: { executablePath: chromiumPath, args: playwrightFlags },
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'off',
  },
});
