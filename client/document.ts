// Renders the HTML document around a page. There are no inline scripts; data is embedded as JSON, which the CSP allows.

import type { Head } from '#client/kit/data/page.ts';
import { oneLine, shortened } from '#client/kit/text/head-labels.ts';
import type { SiteFacts } from '#contract/content/home.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { accentPath } from '#contract/paths.ts';
import { DEFAULT_SHARE_CARD, SHARE_CARD_SIZE, shareCardPath } from '#contract/seo/og-images.ts';

type DocumentInput = {
  head: Head | undefined;
  status: number;
  site: SiteFacts;
  url: URL;
  origin: string;
  theme: 'dark' | 'light' | 'system';
  body: string;
  state: object;
  assets: { early?: string; scripts: string[]; styles: string[]; preloads: string[]; modules: string[] };
};

/** JSON for a script element. `<` is escaped, so that the data cannot contain `</script>`. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Search engines show about this many characters of a description. */
const DESCRIPTION_CHARACTERS = 160;
/** Titles of resources and threads are shorter than this, but a search term in the URL can have any length. */
const TITLE_CHARACTERS = 200;

const meta = (property: string, content: string): string =>
  `<meta ${/^(?:description|robots|twitter:.*)$/.test(property) ? 'name' : 'property'}="${property}" content="${escapeHtml(content)}">`;

const link = (rel: string, href: string, more = ''): string => `<link rel="${rel}" href="${escapeHtml(href)}"${more}>`;

const feedLinks = ({ head, site, origin }: DocumentInput): string[] =>
  [{ title: `New resources on ${site.siteName}`, path: '/feed.xml' }, ...(head?.feed ? [head.feed] : [])].map(
    ({ title, path }) =>
      link('alternate', origin + path, ` type="application/rss+xml" title="${escapeHtml(oneLine(title))}"`),
  );

/** Meta tags for the picture shown when the page is shared, with its alt text. */
const imageTags = ({ head, site, origin }: DocumentInput, title: string): string[] => {
  const path = head?.card ? shareCardPath(site, head.card) : DEFAULT_SHARE_CARD;
  const alt = head?.card ? [head.card.title, head.card.by, site.siteName].filter(Boolean).join(', ') : title;
  return [
    meta('og:image', origin + path),
    meta('og:image:type', path.endsWith('.png') ? 'image/png' : 'image/jpeg'),
    meta('og:image:width', String(SHARE_CARD_SIZE.width)),
    meta('og:image:height', String(SHARE_CARD_SIZE.height)),
    meta('og:image:alt', shortened(alt, TITLE_CHARACTERS)),
  ];
};

const metaTags = (input: DocumentInput): string => {
  const { head, status, site, url, origin } = input;
  const title = shortened(head?.title ?? site.siteName, TITLE_CHARACTERS);
  const description = shortened(head?.description || site.siteDescription, DESCRIPTION_CHARACTERS);
  const canonical = status === 200 && head?.canonical !== null ? origin + (head?.canonical ?? url.pathname) : null;
  const { about, previous, next } = head ?? {};
  const data = canonical && head?.jsonLd ? [head.jsonLd].flat() : [];
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    canonical ? link('canonical', canonical) : meta('robots', 'noindex'),
    previous ? link('prev', origin + previous) : '',
    next ? link('next', origin + next) : '',
    ...feedLinks(input),
    meta('og:site_name', site.siteName),
    meta('og:type', about?.type ?? 'website'),
    meta('og:title', title),
    meta('og:description', description),
    ...imageTags(input, title),
    canonical ? meta('og:url', canonical) : '',
    ...(about?.fields ?? []).map(([property, value]) => meta(property, oneLine(value))),
    meta('twitter:card', 'summary_large_image'),
    ...data.map((thing) => `<script type="application/ld+json">${json(thing)}</script>`),
  ];
  return tags.filter(Boolean).join('\n');
};

export function documentHtml(input: DocumentInput): string {
  const { theme, body, state, assets } = input;
  const preloads = assets.preloads.map(
    (path) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
  );
  const styles = assets.styles.map((path) => `<link rel="stylesheet" href="${path}">`);
  // Comes last, so that it takes precedence. The design settings page uses `data-accent` to preview a colour before saving it.
  if (input.site.accentColor)
    styles.push(`<link rel="stylesheet" href="${accentPath(input.site.accentColor)}" data-accent>`);
  // In browsers that support `blocking="render"`, this script blocks the first paint. It is smaller than the style sheets, which
  // also block it.
  const early = assets.early
    ? [`<script type="module" async blocking="render" fetchpriority="high" src="${assets.early}"></script>`]
    : [];
  const scripts = assets.scripts.map((path) => `<script type="module" src="${path}"></script>`);
  // Preload the page's code in parallel with the entry script, at low priority so that it does not delay the main picture.
  const modules = assets.modules.map((path) => `<link rel="modulepreload" href="${path}" fetchpriority="low">`);
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'dark light' : theme}">
${metaTags(input)}
<link rel="icon" href="/public/Images/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/public/Images/icon-180.png">
${[...preloads, ...early, ...styles, ...scripts, ...modules].join('\n')}
</head>
<body>
<div id="app">${body}</div>
<script type="application/json" id="state">${json(state)}</script>
</body>
</html>
`;
}
