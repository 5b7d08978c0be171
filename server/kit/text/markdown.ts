// The one way from Markdown to HTML: what people write is parsed without raw HTML, then passes a short list of elements.
import MarkdownIt from 'markdown-it';
import sanitize from 'sanitize-html';
import { MARKDOWN_MAX_CHARACTERS } from '#contract/limits.ts';
import { isLoopbackName } from '#server/kit/security/loopback.ts';
import {
  addPostParts,
  type Contents,
  type PartsEnv,
  type PathOfName,
  type PictureSizeOf,
  readContents,
} from './markdown-parts.ts';

export type MarkdownOptions = {
  /** The site's own origin: links to other places tell that the site does not stand behind them. */
  origin: string;
  /** Headings get ids that begin with this, so that one can link to them. Without it they get none. */
  headings?: string;
};

export type PostMarkdownOptions = {
  origin: string;
  /** The pictures that are shown; every other one is a link. */
  pictures: PictureSizeOf;
};

/** A text that was parsed once: what it contains, and its HTML once it is known whose the names are. */
export type ParsedPost = Contents & { toHtml(pathOf: PathOfName): string };

/** How deep quotes and lists may lie in each other: deeper ones cost time and are text. */
const MAX_NESTING = 12;
const HEADING_CHARACTERS = 60;

const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|#|\/(?![/\\]))/i;

const createParser = (linkify: boolean) => {
  const parser = new MarkdownIt({ html: false, linkify, maxNesting: MAX_NESTING });
  // Pictures would be fetched from elsewhere, which the site's policy refuses: their text stays, with a link.
  parser.disable('image');
  parser.validateLink = (url) => LINK.test(url.trim());
  return parser;
};

const textParser = createParser(false);
const postParser = createParser(true);
addPostParts(postParser);

/** A page's own h1 stands above the text. */
const headingLevels: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };

/** The words of a heading as an id. */
export function idOf(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, HEADING_CHARACTERS)
      .replaceAll(/^-+|-+$/g, '') || 'part'
  );
}

/**
 * Signs and lines that no text has that somebody wrote to be read: the parser's time grows with them, faster than they do.
 * An address counts for two, a name behind an @ for one.
 */
const MAX_SIGNS = 4000;
const MAX_LINES = 3000;
/** Cells that tables could have together: rows that are too short are filled up to the width of the widest. */
const MAX_CELLS = 4000;

/** Whether a text would keep the process busy for long; it is shown as it was written then. */
const isTooDense = (text: string): boolean => {
  const lines = text.split('\n');
  const signs = text.match(/[*_~`[\]<>&"\\#|@]|:(?=\/\/)|\/\//g)?.length ?? 0;
  if (signs > MAX_SIGNS || lines.length > MAX_LINES) return true;
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length - 1), 0);
  return widest * lines.length > MAX_CELLS;
};

const asWritten = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${textParser.utils.escapeHtml(part)}</p>`)
    .join('\n');

type Tokens = ReturnType<typeof textParser.parse>;

/** Sets the levels of headings and, with a prefix, their ids: each once on the page. */
const settleHeadings = (tokens: Tokens, prefix: string | undefined): void => {
  const given = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = headingLevels[token.tag] ?? 'h4';
    if (token.type !== 'heading_open' || prefix === undefined) continue;
    const words = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = idOf(words);
    const count = (given.get(id) ?? 0) + 1;
    given.set(id, count);
    token.attrSet('id', count === 1 ? `${prefix}${id}` : `${prefix}${id}-${count}`);
  }
};

/** Calls and downloads: what a reader's click on someone else's words must not start. */
const ACTS = /^\/(?:api|download|direct-download)(?:\/|$)/;
/** Each round undoes one level of percent-encoding; deeper ones lead nowhere on this site. */
const MAX_DECODING = 4;

const decodePath = (path: string): string => {
  let plain = path;
  for (let round = 0; round < MAX_DECODING && plain.includes('%'); round += 1) {
    plain = plain.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return new URL(`http://localhost/${plain.replaceAll(/[?#]/g, '')}`).pathname.replaceAll(/\/{2,}/g, '/').toLowerCase();
};

const hostOf = ({ hostname }: URL): string => {
  const name = hostname.replace(/\.$/, '');
  return isLoopbackName(name) ? 'localhost' : name;
};

/** What a link is to this site: `act` calls its API or starts a download, in any spelling, scheme or port. */
const judgeLink = (href: string, site: URL): 'own' | 'foreign' | 'act' => {
  if (!URL.canParse(href, site.origin)) return 'foreign';
  const url = new URL(href, site);
  if (hostOf(url) === hostOf(site) && ACTS.test(decodePath(url.pathname))) return 'act';
  return url.origin === site.origin ? 'own' : 'foreign';
};

const allowedTags = [
  ...['p', 'br', 'hr', 'strong', 'em', 's', 'a', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'h2', 'h3', 'h4'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

type Allowed = { origin: string; headings?: string | undefined; pictures?: PictureSizeOf | undefined };

/** The parser writes nothing else already: this is what holds should it ever be wrong. */
const clean = (html: string, { origin, headings, pictures }: Allowed): string => {
  const site = new URL(origin);
  return sanitize(html, {
    allowedTags: pictures ? [...allowedTags, 'img'] : allowedTags,
    allowedAttributes: {
      a: ['href', 'rel'],
      ol: ['start'],
      pre: ['tabindex'],
      ...(headings === undefined ? {} : { h2: ['id'], h3: ['id'], h4: ['id'] }),
      ...(pictures ? { img: ['src', 'alt', 'width', 'height', 'loading'] } : {}),
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !pictures?.(attribs.src ?? ''),
    transformTags: {
      a: (tagName, { href = '' }) => {
        const kind = judgeLink(href, site);
        const attribs: sanitize.Attributes = kind === 'foreign' ? { href, rel: 'nofollow ugc noopener' } : { href };
        // A tag that is not allowed is left out; its words stay.
        return { tagName: kind === 'act' ? kind : tagName, attribs };
      },
      // Long lines are scrolled to, also by keyboard.
      pre: (tagName) => ({ tagName, attribs: { tabindex: '0' } }),
    },
  });
};

const demandShort = (text: string): void => {
  if (text.length > MARKDOWN_MAX_CHARACTERS) throw new RangeError(`This text has ${text.length} characters.`);
};

/**
 * HTML of a Markdown text, safe to be put into a page: no raw HTML, no pictures, links to http, https, mailto and this
 * site's pages, but not to its calls and downloads. Foreign links carry `rel="nofollow ugc noopener"`. What is all signs is shown as it was written.
 * @throws RangeError beyond MARKDOWN_MAX_CHARACTERS: the time that it takes is bounded by the length
 */
export function renderMarkdown(text: string, { origin, headings }: MarkdownOptions): string {
  demandShort(text);
  if (isTooDense(text)) return asWritten(text);
  const env = {};
  const tokens = textParser.parse(text, env);
  settleHeadings(tokens, headings);
  return clean(textParser.renderer.render(tokens, textParser.options, env), { origin, headings });
}

/**
 * Parses a post: as `renderMarkdown`, with addresses as links, pictures of this site and names of people.
 * @throws RangeError beyond MARKDOWN_MAX_CHARACTERS
 */
export function parsePost(text: string, { origin, pictures }: PostMarkdownOptions): ParsedPost {
  demandShort(text);
  if (isTooDense(text))
    return {
      links: [],
      names: [],
      pictures: [],
      words: text.replace(/\s+/g, ' ').trim(),
      toHtml: () => asWritten(text),
    };
  const env: PartsEnv = { pictures };
  const tokens = postParser.parse(text, env);
  settleHeadings(tokens, undefined);
  return {
    ...readContents(tokens),
    toHtml: (pathOf) =>
      clean(postParser.renderer.render(tokens, postParser.options, { ...env, pathOf }), { origin, pictures }),
  };
}
