// Deterministic budgets: the size of a public page's code, styles and fonts, and the number of SQL statements per page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionPath, resourcePath } from '#contract/paths.ts';
import { addSubcategory, addThread, type TestThread } from '#test/harness/forum.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';
import config from '../../vite.config.ts';

/**
 * Gzipped size. Issue 2, "Pages", allows 125 kB of scripts and 85 kB of fonts. Scripts exceed this because the router is bundled
 * without modification, which adds 8.2 kB (decision 0029). The limit here is the current size.
 */
const SCRIPT_BYTES = 129_700;
const STYLE_BYTES = 12_000;
/** Size of all fonts, and of the fonts that nearly every page needs. */
const FONT_BYTES = 62_500;
const FIRST_FONT_BYTES = 55_000;

/**
 * Sizes below are Brotli-compressed, as transferred, and include this many bytes of headers per response. The requirement is 100
 * KiB of scripts for the home page, 120 KiB of scripts for a thread, and 67.4 KiB of styles and fonts.
 */
const HEADER_BYTES = 790;
/** Exceeds the requirement because of the code of React DOM and React Router, which we don't modify (decision 0029). */
const HOME_SCRIPTS = 111.3 * 1024;
const THREAD_SCRIPTS = 125.9 * 1024;
const STYLES_AND_FONTS = 67.4 * 1024;

const project = fileURLToPath(new URL('../..', import.meta.url));
const built = join(project, 'dist/client');

type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; assets?: string[]; isEntry?: boolean };
const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

const ENTRY = 'client/main.tsx';
const publicPages = [
  'client/features/content/home/home-page.tsx',
  'client/features/resources/listing-page.tsx',
  'client/features/resources/resource-page.tsx',
  'client/features/resources/elements-page.tsx',
  'client/features/resources/element-page.tsx',
  'client/features/members/profile-page.tsx',
  'client/features/resources/collections/collection-page.tsx',
  'client/features/resources/projects/project-page.tsx',
  'client/features/downloads/ad-page.tsx',
  'client/features/downloads/download-page.tsx',
  'client/features/downloads/receipts/receipt-page.tsx',
  'client/features/content/pages/text-page.tsx',
  'client/features/reports/report-page.tsx',
  'client/features/developers/developers-page.tsx',
  'client/features/premium/premium-page.tsx',
  'client/features/content/wiki/wiki-page.tsx',
  'client/features/requests/request-page.tsx',
  'client/features/requests/board-page.tsx',
  'client/features/forum/community-page.tsx',
  'client/features/forum/subcategory-page.tsx',
  'client/features/forum/search/search-page.tsx',
  'client/features/forum/thread-page.tsx',
  'client/features/forum/post-page.tsx',
  'client/shell/processing-page.tsx',
  'client/shell/not-found-page.tsx',
];

/** A page's chunk and all chunks that are loaded with it. */
const chunksOf = (key: string, seen = new Set<string>()): Chunk[] => {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (seen.has(key)) return [];
  seen.add(key);
  return [chunk, ...(chunk.imports ?? []).flatMap((inner) => chunksOf(inner, seen))];
};

const zipped = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file)), { level: 9 }).length, 0);

/** Modules in each chunk: project files, and package files as `node_modules/…`. */
const modules = JSON.parse(readFileSync(join(built, '.vite/modules.json'), 'utf8')) as Record<string, string[]>;

/** The only packages that a public page may contain. Pop-ups, forms, schemas and developer tools are not among them. */
const PUBLIC_PACKAGES = ['react', 'react-dom', 'react-router', 'scheduler'];

/** Components of the design system that are loaded on first use, together with the packages that they need. */
const ON_DEMAND = /^client\/ui\/overlay\/(menu|dialog|popover|toast)\.tsx$/;

const packageOf = (module: string): string | null => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? null;

describe('the build', () => {
  it.each(publicPages)('keeps %s within its size budget', (page) => {
    const seen = new Set<string>();
    const chunks = [ENTRY, page].flatMap((key) => chunksOf(key, seen));
    const scripts = zipped(chunks.map(({ file }) => file));
    const styles = zipped(chunks.flatMap(({ css }) => css ?? []));
    expect(scripts, 'scripts').toBeLessThanOrEqual(SCRIPT_BYTES);
    expect(styles, 'styles').toBeLessThanOrEqual(STYLE_BYTES);
    // Guards against a measurement that finds nothing and would always pass.
    expect(scripts).toBeGreaterThan(50_000);
    expect(styles).toBeGreaterThan(2_000);
  });

  it.each(publicPages)('sends %s with no packages other than React and its router', (page) => {
    const seen = new Set<string>();
    const files = [...chunksOf(ENTRY, seen), ...chunksOf(page, seen)].map(({ file }) => file);
    const sent = files.flatMap((file) => modules[file] ?? []);
    expect(sent).toEqual(expect.arrayContaining([ENTRY, page]));
    const packages = new Set(sent.map(packageOf).filter((name) => name !== null));
    expect([...packages].sort()).toEqual(PUBLIC_PACKAGES);
    expect(sent.filter((module) => ON_DEMAND.test(module))).toEqual([]);
    // Development builds are several times larger, and log warnings in the browser.
    expect(sent.filter((module) => /\bdevelopment\b|devtools/.test(module))).toEqual([]);
  });

  it('sends packages as published', () => {
    const ids = Object.values(modules).flat();
    // The ids of virtual modules begin with a NUL; only the bundler's own helpers may be virtual.
    expect(ids.filter((id) => id.startsWith('\0') && !/^\0(rolldown|vite)\//.test(id))).toEqual([]);
    const { plugins = [] } = config({ command: 'build', mode: 'production' });
    const own = (plugins.flat() as Plugin[]).filter(({ name }) => !/^(vite:|@tailwindcss\/)/.test(name));
    expect(own.map(({ name }) => name)).toContain('early-presses');
    for (const { name, resolveId, load, transform } of own) {
      expect([resolveId, load], name).toEqual([undefined, undefined]);
      if (!transform) continue;
      const { id: pattern } = (transform as { filter?: { id?: unknown } }).filter ?? {};
      expect(pattern, `${name} lists the files it changes`).toBeInstanceOf(RegExp);
      const changed = ids.map((id) => `${project}${id}`).filter((id) => (pattern as RegExp).test(id));
      expect(changed.filter((id) => id.includes('/node_modules/'))).toEqual([]);
    }
  });

  it('records early presses in its smallest file, which imports no other', () => {
    const early = chunksOf(ENTRY).filter(({ name }) => name === 'rolldown-runtime');
    expect(early.map(({ imports }) => imports ?? [])).toEqual([[]]);
    const files = early.map(({ file }) => file);
    expect(readFileSync(join(built, files[0] ?? ''), 'utf8')).toContain('takePresses');
    expect(zipped(files)).toBeLessThanOrEqual(800);
  });

  it('contains the on-demand parts under the expected file names', () => {
    const all = Object.values(modules).flat();
    expect(all.filter((module) => ON_DEMAND.test(module))).toHaveLength(4);
    expect(all.map(packageOf)).toContain('@base-ui/react');
  });

  it('has only known public pages', () => {
    const signedIn = [
      'client/features/admin/admin-page.tsx',
      'client/features/admin/settings/admin-settings-page.tsx',
      'client/features/admin/audit/audit-page.tsx',
      'client/features/admin/reports-page.tsx',
      'client/features/admin/requests-page.tsx',
      'client/features/admin/review-page.tsx',
      'client/features/admin/settings/settings-start-page.tsx',
      'client/features/accounts/forgot-password-page.tsx',
      'client/features/accounts/login-page.tsx',
      'client/features/accounts/reset-password-page.tsx',
      'client/features/accounts/verify-email-page.tsx',
      'client/features/dashboard/dashboard-page.tsx',
      'client/features/uploads/dashboard/leaker-page.tsx',
      'client/features/uploads/upload-page.tsx',
      'client/features/reports/queue/queue-page.tsx',
      'client/features/downloads/history-page.tsx',
      'client/features/members/profile-redirect-page.tsx',
      'client/features/members/settings/settings-page.tsx',
      'client/features/notifications/notifications-page.tsx',
      'client/features/notifications/unsubscribe-page.tsx',
      'client/features/admin/toolbox-page.tsx',
      'client/features/resources/library/library-page.tsx',
    ];
    const pages = Object.keys(manifest).filter((key) => /^client\/(features|shell)\/.*-page\.tsx$/.test(key));
    expect(pages.filter((page) => !signedIn.includes(page)).sort()).toEqual([...publicPages].sort());
  });

  const fonts = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) => /\.woff2$/.test(file));
  const bytesOf = (files: string[]): number =>
    files.reduce((sum, file) => sum + readFileSync(join(built, file)).length, 0);
  const firstFonts = fonts.filter((file) => !file.includes('-rest-'));

  it('keeps fonts within their size budget', () => {
    expect(fonts).toHaveLength(4);
    expect(firstFonts).toHaveLength(3);
    expect(bytesOf(fonts)).toBeLessThanOrEqual(FONT_BYTES);
    expect(bytesOf(firstFonts)).toBeLessThanOrEqual(FIRST_FONT_BYTES);
  });

  // Number of bytes transferred for a page and the chunks in `later`, which the page loads afterwards.
  const travelling = (page: string, kind: 'scripts' | 'styles', later: string[] = []): number => {
    const seen = new Set<string>();
    const chunks = [ENTRY, page, ...later].flatMap((key) => chunksOf(key, seen));
    const files = new Set(chunks.flatMap(({ file, css }) => (kind === 'scripts' ? [file] : (css ?? []))));
    return [...files].reduce(
      (sum, file) => sum + HEADER_BYTES + brotliCompressSync(readFileSync(join(built, file))).length,
      0,
    );
  };

  it('keeps the transfer size of the home page and a thread within budget', () => {
    const home = 'client/features/content/home/home-page.tsx';
    const thread = 'client/features/forum/thread-page.tsx';
    expect(travelling(home, 'scripts')).toBeLessThanOrEqual(HOME_SCRIPTS);
    expect(travelling(thread, 'scripts', ['client/kit/socket.ts'])).toBeLessThanOrEqual(THREAD_SCRIPTS);
    const fontBytes = bytesOf(firstFonts) + firstFonts.length * HEADER_BYTES;
    expect(travelling(home, 'styles') + fontBytes).toBeLessThanOrEqual(STYLES_AND_FONTS);
  });
});

describe('a render', () => {
  let test: TestApp;
  let statements: string[];
  let resourceId: string;
  let author: string;
  let collectionId: string;
  let forum: string;
  let thread: TestThread;

  beforeAll(async () => {
    test = await startTestApp();
    statements = noteStatements(test);
    const leaker = await test.addPerson('leaker');
    author = leaker.username;
    for (let count = 0; count < 25; count += 1) {
      resourceId = await addResource(test, {
        authorId: leaker.id,
        title: `Pack ${count}`,
        tags: ['lut', `tag ${count}`],
      });
    }
    const at = test.deps.now();
    const added = await test.db
      .insertInto('collections')
      .values({ user_id: leaker.id, name: 'Looks', is_public: true, position: 0, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    collectionId = added.id;
    const item = { collection_id: collectionId, resource_id: resourceId, position: 0, added_at: at };
    await test.db.insertInto('collection_items').values(item).execute();
    const subcategory = await addSubcategory(test);
    forum = subcategory.address;
    thread = await addThread(test, { subcategoryId: subcategory.id, authorId: leaker.id, posts: 3 });
    await open('/login');
  });
  afterAll(() => test.stop());

  // SELECT statements of one page view. View counts are written separately, in batches.
  const open = async (url: string): Promise<string[]> => {
    statements.length = 0;
    const reply = await test.call({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(reply.statusCode).toBe(200);
    return statements.filter((text) => /^\s*(select|with)\b/i.test(text) && !/\binsert into\b/i.test(text));
  };

  it.each([
    ['home', () => '/', 7],
    ['the listing', () => '/resources', 4],
    // Reads the type and editor lists, counts for the filter values, the days (cached for a minute), the matches, and the matches' cards.
    ['a filtered listing', () => '/resources?category=free&sort=oldest&page=2', 6],
    ['a search', () => '/resources?search=pack', 5],
    // Reads the resource, its files and their total, and their previews; for the stage the resource again, the first file with a
    // preview, and what is still to be made; for the shelves the resource again, two lists of assets, and the threads.
    ['a resource', () => resourcePath(resourceId), 11],
    ['the elements', () => '/elements', 1],
    // Reads the user, the setting for whether their uploads are shown, and the uploads.
    ['a profile', () => `/${author}`, 3],
    ['a search in a profile', () => `/${author}?search=pack&page=2`, 4],
    ['the collections of a profile', () => `/${author}?tab=collections`, 3],
    ['a collection', () => collectionPath(collectionId), 2],
    ['the forum', () => '/community', 1],
    // Splits the words of new posts, and reads the hits and the categories for the filter.
    ['a search of the forum', () => '/community/search?search=post', 3],
    ['a list of threads', () => `/community/${forum}`, 1],
    ['a thread', () => `/community/${forum}/${thread.id}`, 1],
    // Reads the post, its thread with the position of the post, and the neighbouring posts.
    ['one post', () => `/community/${forum}/${thread.id}/${thread.postIds[1]}`, 3],
  ])('of %s runs the expected number of queries, and none when cached', async (_, url, expected) => {
    const asked = await open(url());
    expect(asked.length, asked.join('\n')).toBe(expected);
    expect(await open(url())).toEqual([]);
  });

  it.each([
    ['/', 'client/features/content/home/home-page.tsx'],
    ['/resources', 'client/features/resources/listing-page.tsx'],
    ['/resources/:id', 'client/features/resources/resource-page.tsx'],
    ['/elements', 'client/features/resources/elements-page.tsx'],
    ['/elements/none', 'client/features/resources/element-page.tsx'],
    ['/nobody-here', 'client/features/members/profile-page.tsx'],
    ['/collections/none', 'client/features/resources/collections/collection-page.tsx'],
    ['/premium', 'client/features/premium/premium-page.tsx'],
    ['/request', 'client/features/requests/request-page.tsx'],
    ['/requests', 'client/features/requests/board-page.tsx'],
    ['/community', 'client/features/forum/community-page.tsx'],
    ['/community/search', 'client/features/forum/search/search-page.tsx'],
    ['/community/none/here', 'client/features/forum/subcategory-page.tsx'],
    ['/community/none/here/none', 'client/features/forum/thread-page.tsx'],
    ['/community/none/here/none/none', 'client/features/forum/post-page.tsx'],
  ])('of %s preloads all of its code', async (path, source) => {
    const url = path.replace(':id', resourceId);
    const { body } = await test.call({ method: 'GET', url, headers: { accept: 'text/html' } });
    const seen = new Set<string>();
    const files = [...chunksOf(ENTRY, seen), ...chunksOf(source, seen)].map(({ file }) => `/${file}`);
    const asked = [...body.matchAll(/<script type="module" src="([^"]+)"|<link rel="modulepreload" href="([^"]+)"/g)];
    expect(asked.map(([, script, preload]) => script ?? preload).sort()).toEqual(files.sort());
  });
});
