import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'scripts/**/*.test.ts',
      'demo/**/*.test.ts',
      'client/**/*.test.{ts,tsx}',
      'test/**/*.test.ts',
    ],
    exclude: ['test/e2e/**', 'node_modules/**'],
    globalSetup: ['test/harness/global-setup.ts'],
    setupFiles: ['test/harness/dom-setup.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
