import { readFileSync } from 'node:fs';
import tailwind from '@tailwindcss/vite';
import reactPlugin from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { siteFonts } from './scripts/build/site-fonts.ts';

/** Records the modules in each chunk, for the test that checks what visitors receive. Package files are listed by package. */
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

/**
 * Modules that only logged-in users need, including some of the design system. The main style sheet lacks their utility classes.
 */
const signedIn =
  /\/client\/(features\/((admin|applications|dashboard|(accounts|members)\/settings|toolbox|uploads|[a-z-]+\/admin)\/|downloads\/history-page).*|kit\/((admin|settings)\/.*|tags-field)|ui\/(charts\/(bar-chart|chart-panel|doughnut-chart|line-chart|usage-bar)|table\/data-table))\.tsx$/;

/** Adds an import of the additional style sheet to these modules. */
const signedInStyles = (): Plugin => ({
  name: 'signed-in-styles',
  transform: {
    filter: { id: signedIn },
    handler: (code) => ({ code: `${code}\nimport '#client/signed-in.css';\n`, map: null }),
  },
});

/** The bundler's name for the chunk with its runtime, which every script imports. */
const RUNTIME = 'rolldown-runtime';

/** Inlines client/early.ts into the first and smallest chunk, because a separate request would cost more than its content. */
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
/** The project's own modules, including the entry but not the pages. */
const parts = /\/(contract|client)\/(?!.*-page\.tsx)/;

/** Pages for visitors, and the entry. (Pages for logged-in users also need forms, schemas and pop-ups.) */
const opened =
  /\/client\/(main|shell\/.*-page|features\/(?!admin\/).*\/(home|listing|resource|element|elements|ad|download|profile|collection|community|subcategory|thread|post|premium|request|board)-page)\.tsx$/;

type Importers = (id: string) => { importers: readonly string[] } | null;

/** The visitor pages that statically import a module. */
const openersOf = (id: string, info: Importers, seen = new Set<string>()): string[] => {
  if (opened.test(id)) return [id];
  if (seen.has(id)) return [];
  seen.add(id);
  return (info(id)?.importers ?? []).flatMap((importer) => openersOf(importer, info, seen));
};

/**
 * Page groups: files, downloads, forum, requests, and cards (pages that list cards). Each page loads the common chunk and the chunks of its
 * groups.
 */
const ofFiles = /\/(resource|element)-page\.tsx$/;
const ofDownloads = /\/(resource|element|ad|download)-page\.tsx$/;
const ofForum = /\/(community|subcategory|thread|post)-page\.tsx$/;
const ofRequests = /\/(request|board)-page\.tsx$/;
const ofCards = /\/(home|listing|elements|profile|collection|board)-page\.tsx$/;

/** Modules too small for a file of their own. They are added to the cards chunk, which the home page loads anyway. */
const SMALL = /\/client\/(ui\/(media\/track|section-heading)\.tsx|features\/resources\/listing-query\.ts)$/;

/** The shared chunk that a module belongs to; null if only one page needs it. Modules that the entry needs are in `parts`. */
const chunkOf = (id: string, openers: string[]): string | null => {
  const pages = new Set(openers);
  if (openers.some((page) => /\/main\.tsx$/.test(page))) return 'parts';
  if (pages.size < 2) return pages.size === 1 && SMALL.test(id) ? 'cards' : null;
  if (openers.every((page) => ofFiles.test(page))) return 'files';
  if (openers.every((page) => ofDownloads.test(page))) return 'downloads';
  if (openers.every((page) => ofForum.test(page))) return 'forum';
  if (openers.every((page) => ofRequests.test(page))) return 'requests';
  return openers.every((page) => ofCards.test(page)) ? 'cards' : 'parts';
};

/**
 * Shared modules outside the page groups that are put into one file instead of one each. Every file costs a request, and its
 * name makes the entry longer. A module must not import what visitors do without, because that would be in the file, too.
 */
const together: Record<string, RegExp> = {
  // Small modules of several pages, each too small for a file of its own. First, because other groups need some of them.
  'small-parts':
    /\/(contract\/(uploads|reports)\/limits|client\/(features\/forum\/components\/composer\/draft-store|kit\/data\/use-act|ui\/(breadcrumbs|charts\/countdown|pill|section-failure)))\.tsx?$/,
  // The bell with the lists that the page of notifications shares. In one file, because every page of logged-in users loads it.
  bell: /\/(client\/features\/notifications\/(api|components\/(addresses|bell|filter-labels|list-changes|lists|live))|contract\/notifications\/limits)\.tsx?$/,
  // What the header loads after the page, on every page: the menu of phones, and what listens for the keys of the site.
  'header-parts': /\/client\/(shell\/(mobile-menu|palette-opener)|kit\/keys\/(key-groups|single-keys))\.tsx?$/,
  // The parts of the pages of assets that are loaded after them: nearly every asset needs all of them.
  'asset-parts':
    /\/client\/features\/resources\/(components\/(resource-(title|facts|tags)|licence-(card|answers)|creator-about|files\/(file-details|checksums)|shelves\/shelf-list)|stage\/stage-note)\.tsx$/,
  // What several pages of the admin panel share. In one file, because the entry lists every file of a page.
  'admin-parts':
    /\/(contract\/(admin|content)\/limits|client\/(kit\/admin\/(admin-labels|fact-list|lazy-reason-window|more-icon|refresh-turn|status-badge|use-(deciding|settled|table))|features\/admin\/(components\/admin-sections|settings\/groups-api)|ui\/charts\/usage-bar))\.tsx?$/,
  // What logging in, signing up and the pages of an emailed link share.
  'account-parts':
    /\/client\/features\/accounts\/(components\/(account-card|link-failure)|oauth\/(api|components\/link-failure)|api)\.tsx?$/,
  // What the pages of Premium, of one's own membership and of its settings share.
  'premium-parts':
    /\/(contract\/premium\/prices|client\/features\/premium\/(api|components\/(premium-reads|membership-labels)))\.ts$/,
  // Names that the palette lists and their pages show.
  'settings-titles':
    /\/client\/features\/(accounts\/settings\/components\/settings-sections|admin\/settings\/components\/settings-titles)\.ts$/,
  // What writing in the forum shares: the editor, drafts and calls.
  composer:
    /\/client\/features\/forum\/(writing-api\.ts|composer\.css|components\/(composer\/[\w-]+|newcomers\/[\w-]+)\.tsx?)$/,
  // What all schemas of requests need, with the package that checks them.
  schemas: /\/contract\/(http|pagination)\.ts$/,
};

// There are two builds: the browser files with a manifest, and a single file for server rendering. The latter bundles everything
// with a fixed NODE_ENV, so that it does not include both builds of React. scripts/build/build-client.ts chooses their folders.
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
        // The oldest browsers that Tailwind supports. All of them support oklch() and color-mix(), so colours need no fallbacks.
        cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          // Constants become literals, so that no page loads the file of another group for a number.
          optimization: { inlineConst: { mode: 'all' } },
          input: 'client/main.tsx',
          // Every file costs time on slow connections, so there are few: one for all pages, and some for groups of pages.
          output: {
            // Hashes of seven characters rather than eight: the entry lists every file, and hashes can't be compressed.
            chunkFileNames: ({ name }) =>
              name === RUNTIME ? 'assets/early-[hash:7].mjs' : 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'react', test: react, priority: 4 },
                // The chunk shared by all pages has priority. Otherwise, the other chunks would include modules from it, because
                // each chunk also includes what its modules import.
                ...[['parts'], ['downloads'], ['cards', 'files', 'forum', 'requests']].map((names, index) => ({
                  name: (id: string, context: { getModuleInfo: Importers }) => {
                    const chunk = chunkOf(
                      id,
                      openersOf(id, (module) => context.getModuleInfo(module)),
                    );
                    return chunk && names.includes(chunk) ? chunk : null;
                  },
                  debugName: names[0] ?? '',
                  test: parts,
                  priority: 3 - index,
                })),
                ...Object.entries(together).map(([name, test]) => ({ name, test, priority: 0 })),
              ],
            },
          },
        },
      },
  ssr: { noExternal: true },
}));
