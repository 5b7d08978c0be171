import { defineConfig } from 'vitest/config';

/** Milliseconds that `expect.poll` waits at most. Its own limit of a second is too short for a busy machine. */
const expectations = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        // Node loads these files the way it loads the site, without Vite. One process runs many files and loads the server once,
        // so each test file must restore what it changes in its process (environment, globals, module state).
        test: {
          name: 'node',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'demo/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['test/e2e/**'],
          isolate: false,
          experimental: { viteModuleRunner: false },
          expect: expectations,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          include: ['client/**/*.test.ts'],
          setupFiles: ['test/harness/dom-setup.ts'],
          isolate: false,
          expect: expectations,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // React and its testing library keep a reference to the first document they see, so each file runs in its own process.
        test: {
          name: 'components',
          include: ['client/**/*.test.tsx'],
          setupFiles: ['test/harness/dom-setup.ts'],
          expect: expectations,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
