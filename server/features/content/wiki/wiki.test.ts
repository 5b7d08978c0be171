// The wiki's content: statements match the code, links lead to existing pages, and searches find what they should.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WIKI_SECTIONS } from '#contract/content/limits.ts';
import type { searchWiki, Wiki } from '#contract/content/wiki.ts';
import type { ReplyOf } from '#contract/http.ts';
import { pagePatterns } from '#contract/paths.ts';
import { textOfHtml } from '#server/kit/text/passages.ts';
import type { SettingsChange } from '#server/platform/settings.ts';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { expectHarmless, hostileCases } from '#test/hostile/hostile-inputs.ts';
import { createWikiTexts } from './texts.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const get = (url: string, accept = 'application/json') => test.call({ method: 'GET', url, headers: { accept } });
const readWiki = async () => (await get('/api/wiki')).json<Wiki>();
const textOf = ({ sections }: Wiki): string =>
  sections.flatMap(({ html, parts }) => [html, ...parts.map((part) => part.html)]).join('\n');
const settle = async (change: SettingsChange) => {
  const actor = { id: null, name: 'test', at: new Date() };
  await test.db.transaction().execute((trx) => test.deps.settings.put(trx, change, actor));
};
const search = async (words: string) => {
  const reply = await get(`/api/wiki/search?${new URLSearchParams({ search: words })}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReplyOf<typeof searchWiki>>().hits;
};

it('reads the wiki again after a failed read', async () => {
  const projectDir = mkdtempSync(join(tmpdir(), 'helix-wiki-'));
  const app = await startTestApp({ beside: test, projectDir });
  try {
    const ask = async (path: string) => (await app.call({ method: 'GET', url: path })).statusCode;
    expect([await ask('/api/wiki'), await ask('/api/wiki/search?search=upload')]).toEqual([503, 503]);
    cpSync(join(test.deps.config.projectDir, 'content'), join(projectDir, 'content'), { recursive: true });
    expect((await app.call({ method: 'GET', url: '/api/wiki' })).json()).toEqual(await readWiki());
    rmSync(projectDir, { recursive: true });
    expect(await ask('/api/wiki/search?search=upload')).toBe(200);
  } finally {
    await app.stop();
    rmSync(projectDir, { recursive: true, force: true });
  }
});

describe('the wiki', () => {
  it('has the six sections of the specification in order, each with parts', async () => {
    const { sections } = await readWiki();
    expect(sections.map(({ slug }) => slug)).toEqual([...WIKI_SECTIONS]);
    for (const { slug, html, parts } of sections) {
      expect(textOfHtml(html).length, slug).toBeGreaterThan(30);
      expect(parts.length, slug).toBeGreaterThan(4);
      for (const part of parts) expect(textOfHtml(part.html).length, part.id).toBeGreaterThan(30);
    }
  });

  it('gives every part of the page a unique id', async () => {
    const ids = (await readWiki()).sections.flatMap(({ slug, parts }) => [slug, ...parts.map(({ id }) => id)]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
  });

  it('only links to existing pages and anchors, including all that the specification names', async () => {
    const { sections } = await readWiki();
    const ids = new Set(sections.flatMap(({ slug, parts }) => [slug, ...parts.map(({ id }) => id)]));
    const links = [...textOf({ sections }).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    for (const href of links) {
      const [path = '', hash] = href.split('#');
      expect(pagePatterns as readonly string[], href).toContain(path);
      if (hash !== undefined) expect([path, ids.has(hash)], href).toEqual(['/wiki', true]);
    }
    expect(links).toEqual(
      expect.arrayContaining(['/login', '/resources', '/community', '/premium', '/request', '/faq']),
    );
    // Pages that require a login redirect to the login page.
    for (const path of new Set(links)) expect([200, 302], path).toContain((await get(path, 'text/html')).statusCode);
  });

  it('resolves every placeholder and uses every value', async () => {
    const text = textOf(await readWiki());
    expect(text).not.toMatch(/\{\{|\}\}/);
    const written = JSON.stringify(await createWikiTexts(test.deps.config)());
    const used = new Set([...written.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    const { wikiValues } = await import('./rules.ts');
    expect([...used].sort()).toEqual(Object.keys(wikiValues(await test.deps.settings.get())).sort());
  });

  it('mentions linked accounts, the chat and its command only if the site has them', async () => {
    const faq = async (app: TestApp) =>
      (await app.call({ method: 'GET', url: '/api/texts/faq' })).json<{ html: string }>().html;
    const bare = textOf(await readWiki());
    expect(bare).not.toMatch(/Google|Discord|\/bypass|[Cc]onnect(?:ed)? (?:your )?Patreon|linked accounts/);
    expect(bare).toContain('We match Premium by your email address');
    expect(await faq(test)).not.toContain('Link your Patreon account');
    const fakes = await startProviderFakes();
    const full = await startTestApp({ beside: test, env: { ...fakes.env, DISCORD_PUBLIC_KEY: 'ab'.repeat(32) } });
    const wiki = (await full.call({ method: 'GET', url: '/api/wiki' })).json<Wiki>();
    for (const words of ['continue with Google or Discord. If', '<code>/bypass</code>', 'linked accounts and'])
      expect(textOf(wiki)).toContain(words);
    const titles = wiki.sections.flatMap(({ parts }) => parts.map(({ title }) => title));
    expect(titles).toEqual(expect.arrayContaining(['Connect or disconnect Patreon', 'Chat', 'Cancel']));
    expect(textOf(wiki)).not.toMatch(/\{\{|\}\}/);
    expect(await faq(full)).toContain('Link your Patreon account');
    await full.stop();
    await fakes.stop();
  });

  it.each([
    ['Content Length Mismatch', ['refresh', 'another browser', 'clear the cache', 'individual files', 'report it in']],
    ['Download not starting', ['log in', 'ad blocker', 'private mode', 'disk space']],
    ['Corrupt ZIP', ['retry', 'another extractor', 'antivirus']],
    ['Login problems', ['forgot password']],
    ['Premium not working', ['verify your payment', 'emails match', 'wait 24 hours', 'log out and log in again']],
  ])('has the fixes for "%s"', async (title, remedies) => {
    const { sections } = await readWiki();
    const part = sections.find(({ slug }) => slug === 'troubleshooting')?.parts.find((one) => one.title === title);
    const text = textOfHtml(part?.html ?? '').toLowerCase();
    for (const remedy of remedies) expect(text).toContain(remedy);
  });

  it('describes the four statuses of requests', async () => {
    const { sections } = await readWiki();
    const html = sections.find(({ slug }) => slug === 'requesting-resources')?.parts.map((part) => part.html);
    for (const status of ['Pending', 'Searching', 'Fulfilled', 'Rejected'])
      expect(html?.join('')).toContain(`<td>${status}</td>`);
  });

  it('works as a page without scripts, with questions collapsed', async () => {
    const { body } = await get('/wiki', 'text/html');
    expect(body).toContain('<h1 class="display min-w-0 text-page wrap-anywhere">Wiki</h1>');
    expect(body).toContain('id="troubleshooting-content-length-mismatch"');
    expect(body).toMatch(/<details><summary[^>]*><h3[^>]*>Do I need an account to download\?/);
  });
});

describe('numbers in the wiki', () => {
  it('follow the settings immediately', async () => {
    expect(textOf(await readWiki())).toContain('The download starts after 5 seconds');
    await settle({
      adCountdownSeconds: 1,
      monthlyPrice: 4.5,
      yearlyPrice: 54,
      yearlyListPrice: 54,
      maxUploadSize: 3,
      defaultUserQuota: 7,
      siteName: 'Cut *and* <b>Paste</b> & Co',
      supportContact: 'help@helix.example',
      chatInviteUrl: 'https://chat.example/join_us',
    });
    await expect.poll(async () => textOf(await readWiki())).toContain('The download starts after 1 second');
    const text = textOf(await readWiki());
    expect(text).toContain('<td>$4.50 per month</td>');
    // If the yearly plan saves nothing, the text must not mention savings.
    expect(text).toContain('<td>$54 per year</td>');
    expect(text).toContain('Each file can be up to 3 GB, and you have 7 GB of storage');
    expect(text).toContain('Cut *and* &lt;b&gt;Paste&lt;/b&gt; &amp; Co is where');
    expect(text).toContain('<a href="mailto:help@helix.example" rel="nofollow ugc noopener">help@helix.example</a>');
    expect(text).toMatch(
      /report it in <a href="https:\/\/chat\.example\/join_us" rel="[^"]*noopener[^"]*">our chat<\/a>/,
    );
    await expect.poll(async () => (await get('/wiki', 'text/html')).body).toContain('$4.50 per month');
  });
});

describe('a search', () => {
  it.each([
    ['content length mismatch', 'troubleshooting-content-length-mismatch'],
    ['MISMATCH Content', 'troubleshooting-content-length-mismatch'],
    ['  zip   corrupt ', 'troubleshooting-corrupt-zip'],
    ['corrupt zips', 'troubleshooting-corrupt-zip'],
    ['two-factor', 'getting-started-protect-your-account'],
    ['rejected', 'requesting-resources-statuses'],
    ['usernam', 'faq-can-i-change-my-username'],
    ['email', 'troubleshooting-premium-not-working'],
    ['e-mail', 'troubleshooting-premium-not-working'],
    ['7zip', 'troubleshooting-corrupt-zip'],
    ['7-Zip', 'troubleshooting-corrupt-zip'],
    ['2fa', 'getting-started-protect-your-account'],
    ['sha256', 'downloading-resources-check-your-files'],
    ['the download does not start', 'troubleshooting-download-not-starting'],
    ['does not start', 'troubleshooting-download-not-starting'],
    ['licenses', 'downloading-resources-licences'],
    ['donwload', 'downloading-resources-free-downloads'],
    ['refund', 'premium-subscription-cancel'],
    ['patreon email', 'troubleshooting-premium-not-working'],
    ['corrupt zip zoetrope', 'troubleshooting-corrupt-zip'],
  ])('for "%s" finds %s', async (words, id) => {
    const hits = await search(words);
    expect(hits.map((hit) => hit.id)).toContain(id);
    for (const { excerpt } of hits) expect(excerpt.map(({ text }) => text).join('').length).toBeLessThan(200);
  });

  it('ranks title matches first and marks the words in the excerpt', async () => {
    const [first] = await search('corrupt zip');
    expect(first).toMatchObject({ id: 'troubleshooting-corrupt-zip', section: 'Troubleshooting' });
    const marked = (await search('antivirus')).flatMap(({ excerpt }) => excerpt.filter(({ isHit }) => isHit));
    expect(marked.length).toBeGreaterThan(0);
    for (const { text } of marked) expect(text.toLowerCase()).toBe('antivirus');
  });

  it.each(['', '   ', '!?', 'zoetrope', 'zo', 'xylophone zoetrope'])('for %j finds nothing', async (words) => {
    expect(await search(words)).toEqual([]);
  });

  it('ignores two-letter prefixes and stop words', async () => {
    const marked = (await search('zi corrupt')).flatMap(({ excerpt }) => excerpt.filter(({ isHit }) => isHit));
    expect(marked.length).toBeGreaterThan(0);
    for (const { text } of marked) expect(text).not.toMatch(/^zi/i);
    expect(await search('a')).toEqual([]);
  });

  it('works as a page without scripts', async () => {
    const { body, statusCode } = await get('/wiki?search=antivirus', 'text/html');
    expect(statusCode).toBe(200);
    expect(body).toContain('<mark>antivirus</mark>');
    expect(body).toContain('href="/wiki#troubleshooting-corrupt-zip"');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect((await get('/wiki?search=zoetrope', 'text/html')).body).toContain('Nothing found in the wiki');
  });

  it('copes with hostile input', async () => {
    for (const { id, input } of hostileCases.filter(({ how, kind }) => how === 'literal' && kind === 'text')) {
      const query = new URLSearchParams({ search: input });
      const replies = await Promise.all([get(`/api/wiki/search?${query}`), get(`/wiki?${query}`, 'text/html')]);
      for (const reply of replies) expectHarmless(reply, id, input);
    }
  });
});
