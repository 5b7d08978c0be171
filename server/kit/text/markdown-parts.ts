// Extensions to Markdown for posts: the site's own pictures, @mentions, and automatic links.
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

/** Size in pixels of the picture at a URL; null if it is not one of the site's own. */
export type PictureSizeOf = (address: string) => { width: number; height: number } | null;
/** Profile path for a username; null if no user has it. */
export type PathOfName = (name: string) => string | null;

/** Environment for the rules below. Without `pictures`, no picture is shown; without `pathOf`, no name becomes a link. */
export type PartsEnv = { pictures?: PictureSizeOf | undefined; pathOf?: PathOfName | undefined };

const EXCLAMATION_MARK = 0x21;
/** Syntax of the site's own pictures: no brackets in the text, no spaces in the URL. All other pictures become links. */
const PICTURE = /!\[([^[\]\n]{0,200})\]\((\/[\w./-]{1,150})\)/y;

const readPicture = (state: StateInline, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.pos) !== EXCLAMATION_MARK) return false;
  PICTURE.lastIndex = state.pos;
  const [all = '', words = '', address = ''] = PICTURE.exec(state.src) ?? [];
  const size = all ? (state.env as PartsEnv).pictures?.(address) : null;
  if (!size) return false;
  if (!silent) {
    const token = state.push('own_picture', 'img', 0);
    token.content = words;
    token.attrs = [
      ['src', address],
      ['alt', words],
      ['width', String(size.width)],
      ['height', String(size.height)],
      ['loading', 'lazy'],
    ];
  }
  state.pos += all.length;
  return true;
};

/** A username after an @ at the start of a word. Does not match in email addresses or URLs, or if letters follow the username. */
const MENTION =
  /(?<![\p{L}\p{N}_@./+-])@([A-Za-z0-9][A-Za-z0-9_-]{1,28}[A-Za-z0-9])(?![\p{L}\p{N}@]|[_-]+[\p{L}\p{N}])/gu;

/** Splits a text token so that each mention becomes a separate token. */
const splitAtNames = (token: Token, state: StateCore): Token[] => {
  const parts: Token[] = [];
  const add = (type: string, content: string, name?: string): void => {
    if (!content) return;
    const part = new state.Token(type, '', 0);
    part.level = token.level;
    part.content = content;
    if (name) part.meta = { name };
    parts.push(part);
  };
  let done = 0;
  for (const { 0: written, 1: name = '', index } of token.content.matchAll(MENTION)) {
    add('text', token.content.slice(done, index));
    add('mention', written, name.toLowerCase());
    done = index + written.length;
  }
  if (done === 0) return [token];
  add('text', token.content.slice(done));
  return parts;
};

/** Finds mentions in text that is neither code nor part of a link. */
const findNames = (state: StateCore): void => {
  for (const block of state.tokens) {
    if (!block.children?.length || !block.content.includes('@')) continue;
    let links = 0;
    block.children = block.children.flatMap((token) => {
      if (token.type === 'link_open') links += 1;
      if (token.type === 'link_close') links -= 1;
      return token.type === 'text' && links === 0 ? splitAtNames(token, state) : [token];
    });
  }
};

/** Adds the extensions to a parser: the site's own pictures, mentions, and automatic links for http:// and https:// URLs. */
export function addPostParts(parser: MarkdownIt): void {
  const { escapeHtml } = parser.utils;
  // Email addresses and words that only look like URLs stay plain text.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  for (const schema of ['ftp:', '//', 'mailto:']) parser.linkify.add(schema, null);
  parser.inline.ruler.before('link', 'own_picture', readPicture);
  parser.core.ruler.after('text_join', 'mentions', findNames);
  parser.renderer.rules.mention = (tokens, index, _options, env) => {
    const { content = '', meta } = tokens[index] ?? {};
    const path = (env as PartsEnv | undefined)?.pathOf?.(String(meta?.name)) ?? null;
    return path === null ? escapeHtml(content) : `<a href="${escapeHtml(path)}">${escapeHtml(content)}</a>`;
  };
}

export type Contents = {
  /** Link targets in order of appearance, without duplicates. */
  links: string[];
  /** Mentioned usernames in lower case, in order of appearance, without duplicates. */
  names: string[];
  /** URLs of the site's own pictures, without duplicates. */
  pictures: string[];
  /** Plain text on one line. Code blocks are included only if there is no other text. */
  words: string;
};

export function readContents(blocks: readonly Token[]): Contents {
  const links = new Set<string>();
  const names = new Set<string>();
  const pictures = new Set<string>();
  const words: string[] = [];
  const code: string[] = [];
  const alternatives: string[] = [];
  for (const block of blocks) {
    if (block.type === 'fence' || block.type === 'code_block') code.push(block.content);
    for (const token of block.children ?? []) {
      if (token.type === 'link_open') links.add(String(token.attrGet('href') ?? ''));
      else if (token.type === 'own_picture') {
        pictures.add(String(token.attrGet('src') ?? ''));
        alternatives.push(token.content, ' ');
      } else if (token.type === 'softbreak' || token.type === 'hardbreak') words.push(' ');
      else words.push(token.content);
      if (token.type === 'mention') names.add(String(token.meta?.name));
    }
    if (block.children) words.push(' ');
  }
  const onOneLine = (parts: string[]): string => parts.join('').replace(/\s+/g, ' ').trim();
  return {
    links: [...links],
    names: [...names],
    pictures: [...pictures],
    words: onOneLine(words) || onOneLine(code) || onOneLine(alternatives),
  };
}
