// Words that cannot be usernames, derived from the paths that the site serves (product.md, ID-1).
import { pagePatterns } from '#contract/paths.ts';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';

/** First path segments that belong neither to a page nor to an endpoint in the contract. */
const machineSegments = [
  '_ui',
  'assets',
  'direct-download',
  'download',
  'engine.io',
  'healthz',
  'metrics',
  'public',
  'readyz',
  'ws',
];

/** Files that browsers, crawlers and people request at the root. */
const rootFiles = [
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'feed.xml',
  'manifest.json',
  'index.html',
  'security.txt',
  '.well-known',
];

/** Device names that are not allowed as file names on Windows. */
const deviceNames = [
  ...['con', 'prn', 'aux', 'nul'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((port) => [`com${port}`, `lpt${port}`]),
];

/** Names that could be mistaken for the site itself, or that people expect to be a page. */
const officialNames = [
  ...['administrator', 'anonymous', 'contact', 'everyone', 'helix', 'here', 'leakers', 'mod', 'moderator', 'official'],
  ...['owner', 'postmaster', 'register', 'reports', 'root', 'signup', 'staff', 'support', 'system', 'takedown', 'user'],
  ...['abuse', 'account', 'help', 'home', 'legal', 'logout', 'security', 'users', 'webmaster', 'www'],
];

/** Words with a special meaning in programming languages. */
const programWords = [
  ...['__proto__', 'constructor', 'false', 'hasownproperty', 'nan', 'null', 'prototype', 'tostring', 'true'],
  ...['undefined', 'valueof'],
];

const segment = (path: string, index: number): string | undefined => path.split('/')[index + 1];
const isFixed = (part: string | undefined): part is string => !!part && !/^[:{*]/.test(part);

const collect = (): Set<string> => {
  const paths = declaredEndpoints.map(({ path }) => path);
  const aboutPeople = paths.filter((path) => /^\/api\/(users|uploads)\//.test(path));
  return new Set([
    ...pagePatterns.map((path) => segment(path, 0)).filter(isFixed),
    ...paths.map((path) => segment(path, 0)).filter(isFixed),
    ...aboutPeople.map((path) => segment(path, 2)).filter(isFixed),
    ...machineSegments,
    ...rootFiles,
    ...deviceNames,
    ...officialNames,
    ...programWords,
  ]);
};

/** Every reserved word, in lower case. */
export const reservedNames: ReadonlySet<string> = collect();
