// The words that may never become a username, derived from the addresses that the site answers (product.md, ID-1).
import { pagePatterns } from '#contract/paths.ts';
import { declaredEndpoints } from './declared-endpoints.ts';

/** First segments that are answered by neither a page of the table nor a call of the contract. */
export const machineSegments = ['_ui', 'assets', 'direct-download', 'download', 'healthz', 'public', 'readyz', 'ws'];

/** Files that browsers, crawlers and people ask for at the root. */
const rootFiles = [
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'manifest.json',
  'index.html',
  'security.txt',
  '.well-known',
];

/** Names that file systems of the people who unpack a download cannot hold. */
const deviceNames = [
  ...['con', 'prn', 'aux', 'nul'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((port) => [`com${port}`, `lpt${port}`]),
];

const segment = (path: string, index: number): string | undefined => path.split('/')[index + 1];
const isFixed = (part: string | undefined): part is string => !!part && !/^[:{*]/.test(part);

/** Every reserved word: first segments of pages and calls, fixed second parts under people's addresses, files, devices. */
export const reservedNames = (): Set<string> => {
  const paths = declaredEndpoints.map(({ path }) => path);
  const aboutPeople = paths.filter((path) => /^\/api\/(users|uploads)\//.test(path));
  return new Set([
    ...pagePatterns.map((path) => segment(path, 0)).filter(isFixed),
    ...paths.map((path) => segment(path, 0)).filter(isFixed),
    ...aboutPeople.map((path) => segment(path, 2)).filter(isFixed),
    ...machineSegments,
    ...rootFiles,
    ...deviceNames,
  ]);
};
