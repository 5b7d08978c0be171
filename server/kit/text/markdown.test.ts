import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { hostileCases, literals } from '#test/hostile/hostile-inputs.ts';
import { parsePost, renderMarkdown } from './markdown.ts';

// The package has no type declarations.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html: string) => { window: Window } };

const ORIGIN = 'https://helix.example';
const render = (text: string) => renderMarkdown(text, { origin: ORIGIN });
const renderPage = (text: string) => renderMarkdown(text, { origin: ORIGIN, headings: 'about-' });
/** One of the site's own pictures. */
const PICTURE = '/public/forum/a.webp';
const parse = (text: string) =>
  parsePost(text, {
    origin: ORIGIN,
    pictures: (address) => (address === PICTURE ? { width: 640, height: 480 } : null),
  });
const renderPost = (text: string) => parse(text).toHtml((name) => (/^(okapi|foo_bar)$/.test(name) ? `/${name}` : null));
const domOf = (html: string) => new JSDOM(html).window.document.body;

const ELEMENTS = new Set(
  'p br hr strong em s a code pre blockquote ul ol li h2 h3 h4 table thead tbody tr th td'.split(' '),
);
const ATTRIBUTES = new Set(['a href', 'a rel', 'ol start', 'h2 id', 'h3 id', 'h4 id', 'pre tabindex']);

const PICTURE_ATTRIBUTES = ['src', 'alt', 'width', 'height', 'loading'];

/**
 * Lists forbidden elements, attributes and schemes in HTML, parsed as a browser would parse it. Posts are allowed to contain
 * PICTURE.
 */
const objections = (html: string, isPost = false): string[] =>
  [...domOf(html).querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    if (isPost && name === 'img' && element.getAttribute('src') === PICTURE)
      return element.getAttributeNames().filter((key) => !PICTURE_ATTRIBUTES.includes(key));
    const strange = element.getAttributeNames().filter((key) => !ATTRIBUTES.has(`${name} ${key}`));
    const href = element.getAttribute('href');
    const scheme = href === null ? null : new URL(href, ORIGIN).protocol;
    return [
      ...(ELEMENTS.has(name) ? [] : [`<${name}>`]),
      ...strange.map((key) => `${name} ${key}`),
      ...(scheme === null || /^(https?|mailto):$/.test(scheme) ? [] : [`${href}`]),
    ];
  });

describe('markdown', () => {
  it('is converted to HTML', () => {
    const html = render('A *word* and **two**, `code`.\n\n- one\n- two\n\n3. three\n\n> said\n\n|a|b|\n|-|-|\n|1|2|');
    expect(html).toContain('<p>A <em>word</em> and <strong>two</strong>, <code>code</code>.</p>');
    expect(html).toContain('<ol start="3">');
    expect(html).toContain('<td>2</td>');
    expect(html).toContain('<blockquote>');
  });

  it('starts headings at h2, with an ID for each heading if requested', () => {
    expect(render('# One\n##### Five')).toBe('<h2>One</h2>\n<h4>Five</h4>\n');
    expect(renderPage('# How *we* do it?\n## How we do it\n### ***\n# Über uns')).toBe(
      '<h2 id="about-how-we-do-it">How <em>we</em> do it?</h2>\n<h2 id="about-how-we-do-it-2">How we do it</h2>\n' +
        '<h3 id="about-part">***</h3>\n<h2 id="about-u-ber-uns">Über uns</h2>\n',
    );
  });

  it.each([
    ['[x](/terms)', '<p><a href="/terms">x</a></p>\n'],
    ['[x](#a)', '<p><a href="#a">x</a></p>\n'],
    [`[x](${ORIGIN}/faq)`, `<p><a href="${ORIGIN}/faq">x</a></p>\n`],
    ['[x](https://a.example)', '<p><a href="https://a.example" rel="nofollow ugc noopener">x</a></p>\n'],
    ['<a@b.example>', '<p><a href="mailto:a@b.example" rel="nofollow ugc noopener">a@b.example</a></p>\n'],
    ['[x](//evil.example)', '<p>[x](//evil.example)</p>\n'],
    ['[x](/\\evil.example)', '<p><a href="/%5Cevil.example">x</a></p>\n'],
    ['[x](data:text/html,x)', '<p>[x](data:text/html,x)</p>\n'],
    ['![x](https://a.example/b.png)', '<p>!<a href="https://a.example/b.png" rel="nofollow ugc noopener">x</a></p>\n'],
    ['<b onclick=x>x</b>', '<p>&lt;b onclick=x&gt;x&lt;/b&gt;</p>\n'],
  ])('%s is a link only if the target is allowed', (text, html) => {
    expect(render(text)).toBe(html);
  });
});

describe('a link to an API call or a download of this site', () => {
  it.each([
    '/api/auth/patreon/disconnect',
    '/api',
    '/api?x=1',
    '/%61pi/auth/google?intent=link',
    '/%2561pi/auth/google',
    '/%2e%2e/api/x',
    '/wiki/../api/x',
    '/wiki/%2e%2e/api/x',
    '/wiki/%2e%2e%2fapi/x',
    '/..//api/x',
    '/./api/x',
    '/%2fapi/x',
    '/api%2fx',
    '/API/x',
    '/&#97;pi/x',
    'https://helix.example/api/x',
    'https://helix.example//api/x',
    'http://helix.example/api/x',
    'HTTPS://HELIX.EXAMPLE.:443/%41PI/x',
    'https://helix.example:8443/api/x',
    'https://user@helix.example/api/x',
    '/download/1',
    '/direct-download/1?ticket=x',
    'https://helix.example/direct-download/1',
  ])('%s becomes plain text', (href) => {
    for (const html of [render(`Take [these](${href}).`), renderPost(`Take [these](${href}).`)]) {
      expect(domOf(html).textContent).toContain('these');
      expect(domOf(html).querySelector('a')).toBeNull();
    }
  });

  it('becomes plain text when written as a URL', () => {
    const body = domOf(renderPost('See https://helix.example/api/auth/patreon/disconnect now'));
    expect(body.textContent).toContain('https://helix.example/api/auth/patreon/disconnect');
    expect(body.querySelector('a')).toBeNull();
  });

  it('is recognised under any name of this machine', () => {
    const html = renderMarkdown('[a](http://127.0.0.1:3000/api/x)', { origin: 'http://localhost:3000' });
    expect(domOf(html).querySelector('a')).toBeNull();
  });

  it.each(['/downloads', '/apiary', '/resources/1', '/wiki#api', '/wiki?next=/api/x', 'https://other.example/api/x'])(
    'does not include %s',
    (href) => {
      expect(
        domOf(render(`[here](${href})`))
          .querySelector('a')
          ?.getAttribute('href'),
      ).toBe(href);
    },
  );
});

describe('a post', () => {
  it.each([
    [
      'an own picture',
      `a ![b "c"](${PICTURE})`,
      `<p>a <img src="${PICTURE}" alt="b &quot;c&quot;" width="640" height="480" loading="lazy" /></p>\n`,
    ],
    ['another picture of this site', '![x](/public/users/a.webp)', '<p>!<a href="/public/users/a.webp">x</a></p>\n'],
    [
      'a picture of another site',
      '![x](https://a.example/b.png)',
      '<p>!<a href="https://a.example/b.png" rel="nofollow ugc noopener">x</a></p>\n',
    ],
    [
      'a URL',
      'see https://a.example/b_c_d?e=f&g.',
      '<p>see <a href="https://a.example/b_c_d?e=f&amp;g" rel="nofollow ugc noopener">https://a.example/b_c_d?e=f&amp;g</a>.</p>\n',
    ],
    ['a URL of this site', `${ORIGIN}/faq`, `<p><a href="${ORIGIN}/faq">${ORIGIN}/faq</a></p>\n`],
    [
      'words that look like URLs',
      'node.js ftp://a.example //a.example a@b.example',
      '<p>node.js ftp://a.example //a.example a@b.example</p>\n',
    ],
    [
      'a name',
      '@okapi, (@Foo_Bar) @nobody',
      '<p><a href="/okapi">@okapi</a>, (<a href="/foo_bar">@Foo_Bar</a>) @nobody</p>\n',
    ],
    [
      'a name inside something else',
      'a@okapi https://a.example/@okapi @okapi@a.example @okapis `@okapi`',
      '<p>a@okapi <a href="https://a.example/@okapi" rel="nofollow ugc noopener">https://a.example/@okapi</a> @okapi@a.example @okapis <code>@okapi</code></p>\n',
    ],
    ['a name in a link', '[ask @okapi](/faq)', '<p><a href="/faq">ask @okapi</a></p>\n'],
    [
      'code',
      '```js\nconst a = "@okapi";  // <b> https://a.example\n```',
      '<pre tabindex="0"><code>const a = "@okapi";  // &lt;b&gt; https://a.example\n</code></pre>\n',
    ],
  ])('renders %s correctly', (_name, text, html) => {
    expect(renderPost(text)).toBe(html);
  });

  it('reports its contents', () => {
    const { toHtml: _toHtml, ...contents } = parse(
      `# Hi *@okapi*\n\n[one](/resources/x) and ${ORIGIN}/y\ntwice [b](/resources/x) @OKAPI @other\n\n\`\`\`\ncode @third\n\`\`\`\n![p](${PICTURE})`,
    );
    expect(contents).toEqual({
      links: ['/resources/x', `${ORIGIN}/y`],
      names: ['okapi', 'other'],
      pictures: [PICTURE],
      words: `Hi @okapi one and ${ORIGIN}/y twice b @OKAPI @other`,
    });
    expect(parse('```\nonly  code\n```').words).toBe('only code');
    expect(parse(`![only a picture](${PICTURE})`).words).toBe('only a picture');
    expect(parse('*'.repeat(5000))).toMatchObject({ links: [], names: [], pictures: [], words: '*'.repeat(5000) });
  });

  it('with too many mentions or URLs is shown as written', () => {
    expect(renderPost('@okapi '.repeat(5000))).not.toContain('<a');
    expect(renderPost('https://a.example '.repeat(2001))).not.toContain('<a');
    expect(renderPost('https://a.example '.repeat(1000))).toContain('<a');
  });
});

describe('hostile text', () => {
  it.each(literals('markdown').map(({ id, input }) => [id, input] as const))(
    '%s yields nothing forbidden',
    (_id, input) => {
      const places = [`# ${input}`, `> - ${input}`, `|a|\n|-|\n|${input}|`, `[a][1]\n\n[1]: ${input}`];
      const inPosts = [`![${input}](${PICTURE})`, `![a](${input})`, `@${input}`, `https://a.example/${input}`];
      for (const text of [input, ...places, ...inPosts]) {
        expect(objections(renderPage(text)), text).toEqual([]);
        expect(objections(renderPost(text), true), text).toEqual([]);
      }
    },
  );

  it('from any hostile case yields nothing forbidden', () => {
    const texts = hostileCases.filter(({ how, input }) => how === 'literal' && input.length <= MARKDOWN_MAX_CHARACTERS);
    expect(texts.length).toBeGreaterThan(100);
    for (const { input } of texts) {
      expect(objections(renderPage(input)), input).toEqual([]);
      expect(objections(renderPost(input), true), input).toEqual([]);
    }
  });

  it('would be detected by this test', () => {
    expect(objections('<a href="javascript:x" onclick="y">x</a><img src="z">')).toEqual([
      'a onclick',
      'javascript:x',
      '<img>',
      'img src',
    ]);
  });
});

describe('rendering time', () => {
  const long = (part: string) => part.repeat(MARKDOWN_MAX_CHARACTERS).slice(0, MARKDOWN_MAX_CHARACTERS);
  const ordinary = long('A few words about an edit, as people write them in a post.\n\n');
  const spaced = (part: string, count: number) => part.repeat(count) + 'word '.repeat(5000);

  it.each([
    ['nested quotes', long('>')],
    ['nested emphasis', long('*a_ ')],
    ['emphasis', long('_*')],
    ['comments', long('<!--')],
    ['entities', long('&#x0;')],
    ['open brackets', long('[')],
    ['links', long('[a](')],
    ['quotation marks', long('"')],
    ['headings', long('# a\n')],
    ['lists', spaced('- a\n', 2900)],
    ['special characters up to the limit', spaced('*a_ ', 2000)],
    ['a wide table', `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${long('x\n')}`.slice(0, MARKDOWN_MAX_CHARACTERS)],
    ['a long table', `a|b\n-|-\n${'x\n'.repeat(1900)}`],
    ['URLs up to the limit', spaced('http://a.b ', 1900)],
    ['incomplete URLs', long('https://')],
    ['one long URL', `https://a.example/${'('.repeat(30_000)}`],
    ['mentions up to the limit', '@okapi '.repeat(3900)],
    ['incomplete mentions', long('@a_')],
    ['pictures', `![a](${PICTURE}) `.repeat(900)],
    ['incomplete pictures', long('![a](')],
  ])('is short for %s', (_name, text) => {
    const timeOf = (rendered: string): number => {
      const started = performance.now();
      renderPost(rendered);
      return performance.now() - started;
    };
    // Pairs in the same moments, because a busy machine slows both down. The fastest of each is the least disturbed.
    const pairs = Array.from({ length: 6 }, () => [timeOf(text), timeOf(ordinary)] as const);
    const fastest = (index: 0 | 1): number => Math.min(...pairs.map((pair) => pair[index]));
    // The worst of these inputs takes 7 times as long as ordinary text; without the limits, 200 times.
    expect(fastest(0) / fastest(1)).toBeLessThan(25);
    expect(objections(renderPost(text).slice(0, 20_000), true).filter((found) => !found.startsWith('<'))).toEqual([]);
  });

  it('is bounded by a maximum length', () => {
    expect(() => render('x'.repeat(MARKDOWN_MAX_CHARACTERS + 1))).toThrow(RangeError);
    expect(render(long('>'))).toMatch(/^<p>(&gt;)+<\/p>$/);
  });
});
