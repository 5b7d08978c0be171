// The HTML document around a page. It carries no inline script: the data travels as JSON, which no policy blocks.
import { accentPath } from '#contract/paths.ts';
import type { SiteFacts } from '#contract/site.ts';
import type { Head } from './kit/page.ts';

type DocumentInput = {
  head: Head | undefined;
  status: number;
  site: SiteFacts;
  url: URL;
  origin: string;
  theme: 'dark' | 'light' | 'system';
  body: string;
  state: object;
  assets: { scripts: string[]; styles: string[]; preloads: string[]; modules: string[] };
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const text = (value: string): string => value.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON inside a script element: `<` is written as its escape, so that no `</script>` can end it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const DEFAULT_IMAGE = '/public/Images/share-card.png';

const metaTags = ({ head, status, site, url, origin }: DocumentInput): string => {
  const title = head?.title ?? site.siteName;
  const description = (head?.description || site.siteDescription).slice(0, 300);
  const canonical = status === 200 && head?.canonical !== null ? origin + (head?.canonical ?? url.pathname) : null;
  const image = new URL(head?.image ?? DEFAULT_IMAGE, origin).href;
  const tags = [
    `<title>${text(title)}</title>`,
    `<meta name="description" content="${text(description)}">`,
    canonical ? `<link rel="canonical" href="${text(canonical)}">` : '<meta name="robots" content="noindex">',
    `<meta property="og:site_name" content="${text(site.siteName)}">`,
    `<meta property="og:title" content="${text(title)}">`,
    `<meta property="og:description" content="${text(description)}">`,
    `<meta property="og:image" content="${text(image)}">`,
    '<meta property="og:type" content="website">',
    canonical ? `<meta property="og:url" content="${text(canonical)}">` : '',
    '<meta name="twitter:card" content="summary_large_image">',
    head?.jsonLd ? `<script type="application/ld+json">${json(head.jsonLd)}</script>` : '',
  ];
  return tags.filter(Boolean).join('\n');
};

/** The whole document as text. */
export const documentHtml = (input: DocumentInput): string => {
  const { theme, body, state, assets } = input;
  const preloads = assets.preloads.map(
    (path) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
  );
  const styles = assets.styles.map((path) => `<link rel="stylesheet" href="${path}">`);
  // Last, so that it counts; `data-accent` is where the design page shows another colour before it is saved.
  if (input.site.accentColor)
    styles.push(`<link rel="stylesheet" href="${accentPath(input.site.accentColor)}" data-accent>`);
  const scripts = assets.scripts.map((path) => `<script type="module" src="${path}"></script>`);
  // Known from the start, the page's code comes beside the entry instead of after it; it must not hold up the picture.
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
${[...preloads, ...styles, ...scripts, ...modules].join('\n')}
</head>
<body>
<div id="app">${body}</div>
<script type="application/json" id="state">${json(state)}</script>
</body>
</html>
`;
};
