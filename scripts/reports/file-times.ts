// How long each test file took, with its imports and its hooks: Vitest's own JSON counts the tests alone, and a file that
// starts a whole site in `beforeAll` would look quick.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Written into the folder that TEST_REPORTS names, for `npm test` to print. */
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
