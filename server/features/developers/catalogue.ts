// Every call of the contract by group, for the API document and its page.
import type { EndpointSpec } from '#contract/http.ts';
import { callsOf, contractModules } from '#server/platform/contract-calls.ts';

/** `of` lists contract modules, by name or prefix. The longest match decides which group a module belongs to. */
type Group = { id: string; title: string; of: readonly string[] };

/** The groups in the order they are shown, with modules in the order of `of`. */
const GROUPS: readonly Group[] = [
  { id: 'resources', title: 'Resources', of: ['resources/'] },
  { id: 'downloads', title: 'Downloads', of: ['downloads/'] },
  {
    id: 'library',
    title: 'Library and collections',
    of: ['resources/bookmarks.ts', 'resources/collections.ts'],
  },
  { id: 'uploads', title: 'Uploads', of: ['uploads/', 'applications/'] },
  { id: 'forum', title: 'Forum', of: ['forum/'] },
  { id: 'requests', title: 'Requests', of: ['requests/'] },
  { id: 'members', title: 'Members', of: ['members/'] },
  {
    id: 'accounts',
    title: 'Accounts and sign-in',
    of: ['accounts/api.ts', 'accounts/security.ts', 'accounts/'],
  },
  {
    id: 'site',
    title: 'Site',
    of: [
      ...['content/home.ts', 'premium/', 'content/', 'reports/', 'downloads/ads.ts', 'image-proxy/', 'seo/'],
      'developers/',
    ],
  },
  { id: 'webhooks', title: 'Webhooks', of: ['premium/webhooks.ts'] },
];

/** Admin-only groups come after all others. */
const LAST_GROUPS: readonly Group[] = [
  {
    id: 'administration',
    title: 'Administration',
    of: [
      ...['admin/settings.ts', 'uploads/approval.ts', 'admin/audit.ts', 'admin/badges.ts', 'forum/categories.ts'],
      ...['uploads/review.ts', 'forum/moderation.ts', 'admin/'],
    ],
  },
  { id: 'toolbox', title: 'Toolbox', of: ['toolbox/'] },
];

/** Modules named by the groups; a test compares them with the contract. */
export const groupedModules: readonly string[] = [...GROUPS, ...LAST_GROUPS].flatMap(({ of }) => of);

const modules = contractModules.filter((module) => callsOf(module).length > 0);

const isGrouped = (name: string): boolean => groupedModules.some((start) => name.startsWith(start));
const capitalised = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** A domain that no group names gets its own group. */
const ownGroups: readonly Group[] = [
  ...new Set(modules.filter(({ name }) => !isGrouped(name)).map(({ name }) => name.split('/')[0] ?? name)),
].map((domain) => ({ id: domain, title: capitalised(domain), of: [`${domain}/`] }));

const allGroups = [...GROUPS, ...ownGroups, ...LAST_GROUPS];

const longestStartOf = (name: string): string | undefined =>
  allGroups
    .flatMap(({ of }) => of)
    .filter((start) => name.startsWith(start))
    .sort((one, other) => other.length - one.length)[0];

const grouped = allGroups.flatMap(({ id, of }) =>
  of.flatMap((start) =>
    modules.filter(({ name }) => longestStartOf(name) === start).map((module) => ({ module, group: id })),
  ),
);

export type CataloguedCall = EndpointSpec & { id: string; group: string };

/** Admin calls are grouped together, whichever feature they belong to; the toolbox has its own token and group. */
const groupOf = ({ access }: EndpointSpec, declaredIn: string): string => {
  if (declaredIn === 'toolbox') return declaredIn;
  if (access === 'admin') return 'administration';
  return declaredIn === 'administration' ? 'site' : declaredIn;
};

/** Every call, with the name the contract exports it under. */
export const catalogue: readonly CataloguedCall[] = grouped.flatMap(({ module, group }) =>
  callsOf(module).map((call) => ({ ...call, id: call.name, group: groupOf(call, group) })),
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The calls most clients need first in each group: lists, single items, then related items. */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  resources: ['listResources', 'getResource', 'listResourceFiles', 'listFacets'],
  downloads: ['getDownloadUrl', 'sendDownload', 'makeSelection'],
  library: ['listSavedItems', 'listFollowing', 'listDownloads', 'listOwnCollections', 'getCollection'],
  uploads: ['listOwnUploads', 'getOwnUpload', 'createUpload', 'createUploadSession', 'continueUploadSession'],
  forum: ['listCategories', 'getSubcategory', 'listThreads', 'getThread', 'getPost', 'createThread', 'createPost'],
  requests: ['listRequests', 'findSimilar', 'createRequest'],
  members: ['getProfile', 'listProfileUploads', 'listTopUsers'],
  accounts: ['getMe', 'listTokens', 'createToken', 'deleteToken'],
  site: ['getSiteFacts', 'getStats', 'listTags', 'getWiki', 'searchWiki', 'getText'],
};

const placeIn = (group: string, { id }: CataloguedCall): number => {
  const first = firstCalls[group] ?? [];
  const place = first.indexOf(id);
  return place === -1 ? first.length : place;
};

/** Sorts by path, then reads before writes. */
const byAddress = (one: CataloguedCall, other: CataloguedCall): number => {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
};

/** The groups with their calls: the most needed first, then by path. */
export const groups: readonly { id: string; title: string; calls: readonly CataloguedCall[] }[] = allGroups
  .map(({ id, title }) => ({
    id,
    title,
    calls: catalogue
      .filter(({ group }) => group === id)
      .sort((one, other) => placeIn(id, one) - placeIn(id, other) || byAddress(one, other)),
  }))
  .filter(({ calls }) => calls.length > 0);

/** Everything exported by modules with calls, by name. */
export const exportedShapes: readonly [string, unknown][] = grouped.flatMap(({ module }) =>
  Object.entries(module.exports),
);
