import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { hostileCases, literals } from '#test/hostile-inputs.ts';
import { renderMarkdown } from './markdown.ts';

// The package brings no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html: string) => { window: Window } };

const ORIGIN = 'https://helix.example';
const render = (text: string) => renderMarkdown(text, { origin: ORIGIN });
const renderPage = (text: string) => renderMarkdown(text, { origin: ORIGIN, headings: 'about-' });
const domOf = (html: string) => new JSDOM(html).window.document.body;

const ELEMENTS = new Set(
  'p br hr strong em s a code pre blockquote ul ol li h2 h3 h4 table thead tbody tr th td'.split(' '),
);
const ATTRIBUTES = new Set(['a href', 'a rel', 'ol start', 'h2 id', 'h3 id', 'h4 id']);

/** What a page must never get from a text, read as a browser reads it. */
const objections = (html: string): string[] =>
  [...domOf(html).querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
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
  it('becomes what it stands for', () => {
    const html = render('A *word* and **two**, `code`.\n\n- one\n- two\n\n3. three\n\n> said\n\n|a|b|\n|-|-|\n|1|2|');
    expect(html).toContain('<p>A <em>word</em> and <strong>two</strong>, <code>code</code>.</p>');
    expect(html).toContain('<ol start="3">');
    expect(html).toContain('<td>2</td>');
    expect(html).toContain('<blockquote>');
  });

  it('begins below the heading of its page, with an id for each heading where it is asked for', () => {
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
  ])('%s is a link only where one may go', (text, html) => {
    expect(render(text)).toBe(html);
  });
});

describe('hostile text', () => {
  it.each(literals('markdown').map(({ id, input }) => [id, input] as const))(
    '%s brings nothing along',
    (_id, input) => {
      for (const text of [input, `# ${input}`, `> - ${input}`, `|a|\n|-|\n|${input}|`, `[a][1]\n\n[1]: ${input}`])
        expect(objections(renderPage(text)), text).toEqual([]);
    },
  );

  it('of any kind brings nothing along', () => {
    const texts = hostileCases.filter(({ how, input }) => how === 'literal' && input.length <= MARKDOWN_MAX_CHARACTERS);
    expect(texts.length).toBeGreaterThan(100);
    for (const { input } of texts) expect(objections(renderPage(input)), input).toEqual([]);
  });

  it('is seen by the test when it would get through', () => {
    expect(objections('<a href="javascript:x" onclick="y">x</a><img src="z">')).toEqual([
      'a onclick',
      'javascript:x',
      '<img>',
      'img src',
    ]);
  });
});

describe('the time that it takes', () => {
  const long = (part: string) => part.repeat(MARKDOWN_MAX_CHARACTERS).slice(0, MARKDOWN_MAX_CHARACTERS);
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
    ['signs up to the limit', spaced('*a_ ', 2000)],
    ['a wide table', `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${long('x\n')}`.slice(0, MARKDOWN_MAX_CHARACTERS)],
    ['a long table', `a|b\n-|-\n${'x\n'.repeat(1900)}`],
  ])('%s: far below a second', (_name, text) => {
    render(text);
    const started = performance.now();
    const html = render(text);
    // 50 ms is the aim on an idle machine; without the bound the worst of these take a second there.
    expect(performance.now() - started).toBeLessThan(250);
    expect(objections(html.slice(0, 20_000)).filter((found) => !found.startsWith('<'))).toEqual([]);
  });

  it('is bounded by the length', () => {
    expect(() => render('x'.repeat(MARKDOWN_MAX_CHARACTERS + 1))).toThrow(RangeError);
    expect(render(long('>'))).toMatch(/^<p>(&gt;)+<\/p>$/);
  });
});
