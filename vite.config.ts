import { readFileSync } from 'node:fs';
import tailwind from '@tailwindcss/vite';
import reactPlugin from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { siteFonts } from './scripts/build/site-fonts.ts';

/** Writes which modules each chunk is made of, for the test of what visitors are sent. Packages stand by their names. */
const chunkModules = (): Plugin => ({
  name: 'chunk-modules',
  generateBundle(_options, bundle) {
    const project = `${import.meta.dirname}/`;
    const nameOf = (id: string): string => id.replace(/^.*\/node_modules\//, 'node_modules/').replace(project, '');
    const modules = Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? [[chunk.fileName, Object.keys(chunk.modules).map(nameOf)]] : [],
    );
    this.emitFile({
      type: 'asset',
      fileName: '.vite/modules.json',
      source: JSON.stringify(Object.fromEntries(modules)),
    });
  },
});

/** What one has to sign in for, parts of the design system included. Its utilities are not in the style sheet that every page starts with. */
const signedIn =
  /\/client\/(features\/((admin|applications|dashboard|(accounts|members)\/settings|toolbox|uploads|[a-z-]+\/admin)\/|downloads\/history-page).*|kit\/((admin|settings)\/.*|tags-field)|ui\/(charts\/(bar-chart|chart-panel|doughnut-chart|line-chart|usage-bar)|table\/data-table))\.tsx$/;

/** Such code brings the style sheet along, wherever it is shown. */
const signedInStyles = (): Plugin => ({
  name: 'signed-in-styles',
  transform: {
    filter: { id: signedIn },
    handler: (code) => ({ code: `${code}\nimport '#client/signed-in.css';\n`, map: null }),
  },
});

/** The bundler's name for its own helpers, which every script imports. */
const RUNTIME = 'rolldown-runtime';

/** Puts client/early.ts into the first and smallest file: a file of its own would cost more than what it holds. */
const earlyPresses = (): Plugin => ({
  name: 'early-presses',
  async renderChunk(code, { name }) {
    if (name !== RUNTIME) return null;
    const source = `${import.meta.dirname}/client/early.ts`;
    const early = await transformWithOxc(readFileSync(source, 'utf8'), source);
    return { code: `${code}\n${early.code}`, map: null };
  },
});

const react = /\/node_modules\/(react|react-dom|react-router|scheduler)\//;
/** The project's own modules, the entry among them, but no pages. */
const parts = /\/(contract|client)\/(?!.*-page\.tsx)/;

/** Pages that visitors open, and the entry; the pages of signed-in people bring forms, schemas and pop-ups. */
const opened =
  /\/client\/(main|shell\/.*-page|features\/.*\/(home|listing|resource|element|elements|ad|download|profile|collection|community|subcategory|thread|post|premium|request|board)-page)\.tsx$/;

type Importers = (id: string) => { importers: readonly string[] } | null;

/** The pages that visitors open which need this module at once. What they load on demand does not count. */
const openersOf = (id: string, info: Importers, seen = new Set<string>()): string[] => {
  if (opened.test(id)) return [id];
  if (seen.has(id)) return [];
  seen.add(id);
  return (info(id)?.importers ?? []).flatMap((importer) => openersOf(importer, info, seen));
};

/** Pages about files, pages of the forum, pages of requests, and pages of cards or their search: each of them fetches what all pages share and what its own kinds do. */
const ofFiles = /\/(resource|element|ad|download)-page\.tsx$/;
const ofForum = /\/(community|subcategory|thread|post)-page\.tsx$/;
const ofRequests = /\/(request|board)-page\.tsx$/;
const ofCards = /\/(home|listing|elements|profile|collection|board)-page\.tsx$/;

/** So small that a file of their own costs more than what they hold: home comes with the cards anyway. */
const SMALL = /\/client\/ui\/(media\/track|section-heading)\.tsx$/;

/** What the entry or several pages need is shared, and in one file with the entry; what one page needs comes with it. */
const chunkOf = (id: string, openers: string[]): string | null => {
  const pages = new Set(openers);
  if (openers.some((page) => /\/main\.tsx$/.test(page))) return 'parts';
  if (pages.size < 2) return pages.size === 1 && SMALL.test(id) ? 'cards' : null;
  if (openers.every((page) => ofFiles.test(page))) return 'files';
  if (openers.every((page) => ofForum.test(page))) return 'forum';
  if (openers.every((page) => ofRequests.test(page))) return 'requests';
  return openers.every((page) => ofCards.test(page)) ? 'cards' : 'parts';
};

// Two builds, whose folders scripts/build/build-client.ts names: the browser's files with a manifest, and one file that the server renders with. In the second,
// everything is bundled and NODE_ENV is fixed, or both builds of React go in.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    reactPlugin(),
    tailwind(),
    ...(isSsrBuild ? [] : [siteFonts(), earlyPresses(), signedInStyles(), chunkModules()]),
  ],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: isSsrBuild
    ? {
        target: 'node24',
        rolldownOptions: { output: { codeSplitting: false } },
      }
    : {
        manifest: true,
        target: 'es2023',
        // Tailwind's own floor: every one of them knows oklch() and color-mix(), so no colour is written three times.
        cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: 'client/main.tsx',
          // Few files, because a slow line waits for each: what every page needs, and the small parts that pages share.
          output: {
            chunkFileNames: ({ name }) => (name === RUNTIME ? 'assets/early-[hash].mjs' : 'assets/[name]-[hash].js'),
            codeSplitting: {
              groups: [
                { name: 'react', test: react, priority: 3 },
                // What all pages share comes first: a group takes along what its files import.
                ...[['parts'], ['cards', 'files', 'forum', 'requests']].map((names, index) => ({
                  name: (id: string, context: { getModuleInfo: Importers }) => {
                    const chunk = chunkOf(
                      id,
                      openersOf(id, (module) => context.getModuleInfo(module)),
                    );
                    return chunk && names.includes(chunk) ? chunk : null;
                  },
                  debugName: names[0] ?? '',
                  test: parts,
                  priority: 2 - index,
                })),
              ],
            },
          },
        },
      },
  ssr: { noExternal: true },
}));
