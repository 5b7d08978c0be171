// All screens and named states of the product, for screenshots (`npm run shots`) and accessibility journeys.
// Loads the files in test/screens.
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Screen } from '#test/screens/screen.ts';

type Exports = Readonly<Record<string, unknown>>;
type Part = { group: string; screens: Screen[] };

const folder = fileURLToPath(new URL('../screens/', import.meta.url));

/** Reads one file. It exports its screens as `<part>Screens`, and the group's name as `group` if it differs from the file's. */
const readPart = async (name: string): Promise<Part> => {
  const { group = basename(name, '.ts'), ...exports } = (await import(
    /* @vite-ignore */ `#test/screens/${name}`
  )) as Exports;
  const screens = Object.entries(exports).flatMap(([key, value]) =>
    key.endsWith('Screens') ? (value as Screen[]) : [],
  );
  return { group: String(group), screens };
};

const parts = await Promise.all(
  globSync('*.ts', { cwd: folder })
    .filter((name) => name !== 'screen.ts')
    .sort()
    .map(readPart),
);

/** Screens by group. Each group is opened by its own file `test/e2e/every-page-*.e2e.ts`. */
export const screenGroups: ReadonlyMap<string, readonly Screen[]> = new Map(
  [...Map.groupBy(parts, ({ group }) => group)].map(([group, some]) => [group, some.flatMap(({ screens }) => screens)]),
);

export const screens: readonly Screen[] = [...screenGroups.values()].flat();
