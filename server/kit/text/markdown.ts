// Converts Markdown to HTML. User text is parsed without raw HTML, then sanitised with a short allow-list of elements.
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
  /** The site's own origin. Links to other origins get `rel="nofollow ugc noopener"`. */
  origin: string;
  /** Prefix for heading IDs, which make headings linkable. Without a prefix, headings get no ID. */
  headings?: string;
};

export type PostMarkdownOptions = {
  origin: string;
  /** Pictures to show; all others become links. */
  pictures: PictureSizeOf;
};

/** A parsed post: its contents, and a function that renders HTML once the mentioned usernames have been looked up. */
export type ParsedPost = Contents & { toHtml(pathOf: PathOfName): string };

/** Maximum nesting of quotes and lists. Deeper levels would take too long to parse, so they are shown as text. */
const MAX_NESTING = 12;
const HEADING_CHARACTERS = 60;

const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|#|\/(?![/\\]))/i;

const createParser = (linkify: boolean) => {
  const parser = new MarkdownIt({ html: false, linkify, maxNesting: MAX_NESTING });
  // The site's CSP blocks pictures from other sites, so they are kept as links instead.
  parser.disable('image');
  parser.validateLink = (url) => LINK.test(url.trim());
  return parser;
};

const textParser = createParser(false);
const postParser = createParser(true);
addPostParts(postParser);

/** New levels for headings in rendered text, because the page already has its own h1. */
const headingLevels: Record<string, string> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };

/** Turns a heading's text into an ID. */
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
 * Limits far above anything a person would write. They are needed because parsing time grows faster than linearly with the number
 * of special characters and lines. A URL counts as two special characters, a mention as one.
 */
const MAX_SIGNS = 4000;
const MAX_LINES = 3000;
/** Maximum number of table cells. It is needed because the parser pads short rows to the width of the widest one. */
const MAX_CELLS = 4000;

/** Whether text would take too long to parse and is therefore shown unformatted. */
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

/** Sets heading levels and, with a prefix, IDs that are unique on the page. */
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

/** Paths of API calls and downloads, which a click on a link in user text must not trigger. */
const ACTS = /^\/(?:api|download|direct-download)(?:\/|$)/;
/** Maximum levels of percent-encoding to decode; paths with more levels match no route of this site. */
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

/** Classifies a link. `act`: calls the site's API or starts a download, regardless of spelling, scheme or port. */
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

/** Sanitises the HTML. This is only a safeguard, because the parser should already produce nothing but allowed HTML. */
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
        // A disallowed tag name makes the sanitiser remove the tag but keep its text.
        return { tagName: kind === 'act' ? kind : tagName, attribs };
      },
      // Focusable, so that long lines can be scrolled by keyboard.
      pre: (tagName) => ({ tagName, attribs: { tabindex: '0' } }),
    },
  });
};

const demandShort = (text: string): void => {
  if (text.length > MARKDOWN_MAX_CHARACTERS) throw new RangeError(`This text has ${text.length} characters.`);
};

/**
 * Renders Markdown as HTML that is safe to embed in a page: no raw HTML and no pictures. Links may lead to http, https and mailto
 * URLs and to this site's pages, but not to its API or downloads. Links to other sites get `rel="nofollow ugc noopener"`. Text
 * with too many special characters is shown unformatted.
 * @throws RangeError if the text is longer than MARKDOWN_MAX_CHARACTERS, which limits the rendering time
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
 * Parses a post like `renderMarkdown`, but also supports automatic links, the site's own pictures and mentions.
 * @throws RangeError if the text is longer than MARKDOWN_MAX_CHARACTERS
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
