import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../.cache/browser',
  globalSetup: './start-site.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [['dot'], ['json']],
  use: {
    launchOptions: { executablePath: chromiumPath, args: chromiumFlags },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'off',
  },
});
