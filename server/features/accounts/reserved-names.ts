// The words that may never become a username, derived from the addresses that the site answers (product.md, ID-1).
import * as accounts from '#contract/accounts/api.ts';
import * as identities from '#contract/accounts/oauth.ts';
import * as security from '#contract/accounts/security.ts';
import * as applications from '#contract/applications/api.ts';
import * as site from '#contract/content/home.ts';
import * as downloads from '#contract/downloads/api.ts';
import * as members from '#contract/members/api.ts';
import { pagePatterns } from '#contract/paths.ts';
import * as resources from '#contract/resources/api.ts';
import * as library from '#contract/resources/bookmarks.ts';
import * as collections from '#contract/resources/collections.ts';
import * as uploads from '#contract/uploads/api.ts';
import * as approvals from '#contract/uploads/approval.ts';
import * as inspection from '#contract/uploads/review.ts';
import * as arrivals from '#contract/uploads/sessions.ts';

/** Every contract module with calls: a test fails when one is missing. */
const modules: readonly object[] = [
  accounts,
  applications,
  approvals,
  arrivals,
  collections,
  downloads,
  identities,
  inspection,
  library,
  members,
  resources,
  security,
  site,
  uploads,
];

/** First segments that are answered by neither a page of the table nor a call of the contract. */
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

/** Files that browsers, crawlers and people ask for at the root. */
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

/** Names that file systems of the people who unpack a download cannot hold. */
const deviceNames = [
  ...['con', 'prn', 'aux', 'nul'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((port) => [`com${port}`, `lpt${port}`]),
];

/** Names that would be taken for the site itself, and pages that people expect at such an address. */
const officialNames = [
  ...['administrator', 'anonymous', 'contact', 'everyone', 'helix', 'here', 'leakers', 'mod', 'moderator', 'official'],
  ...['owner', 'postmaster', 'register', 'reports', 'root', 'signup', 'staff', 'support', 'system', 'takedown', 'user'],
  ...['abuse', 'account', 'help', 'home', 'legal', 'logout', 'security', 'users', 'webmaster', 'www'],
];

/** Words that programs take for a value of their own. */
const programWords = [
  ...['__proto__', 'constructor', 'false', 'hasownproperty', 'nan', 'null', 'prototype', 'tostring', 'true'],
  ...['undefined', 'valueof'],
];

const segment = (path: string, index: number): string | undefined => path.split('/')[index + 1];
const isFixed = (part: string | undefined): part is string => !!part && !/^[:{*]/.test(part);

const pathsOfCalls = (): string[] =>
  modules.flatMap((module) =>
    Object.values(module).flatMap((value: unknown) =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value ? [String(value.path)] : [],
    ),
  );

const collect = (): Set<string> => {
  const paths = pathsOfCalls();
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
