// Vitest reporter for the duration of each test file, including imports and hooks. Vitest's own JSON only covers the tests, so a
// file that starts a whole site in `beforeAll` would look fast.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** File name in the TEST_REPORTS folder, read by `npm test`. */
export const FILE_TIMES = 'file-times.json';

export type FileTime = { file: string; ms: number };

// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from its file's default export
export default class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = process.env.TEST_REPORTS;
    if (!folder) return;
    const times: FileTime[] = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        module.diagnostic();
      return {
        file: module.relativeModuleId,
        ms: environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration,
      };
    });
    writeFileSync(join(folder, FILE_TIMES), JSON.stringify(times));
  }
}
