// All endpoints of the contract by group, for the API document and the developers page.
import type { EndpointSpec } from '#contract/http.ts';
import { callsOf, contractModules } from '#server/platform/contract-calls.ts';

/** `of` lists contract modules by name or prefix. A module belongs to the group with the longest match. */
type Group = { id: string; title: string; of: readonly string[] };

/** The groups in display order, with their modules in the order of `of`. */
const GROUPS: readonly Group[] = [
  { id: 'resources', title: 'Resources', of: ['resources/'] },
  { id: 'downloads', title: 'Downloads', of: ['downloads/'] },
  {
    id: 'library',
    title: 'Library and collections',
    of: ['resources/bookmarks.ts', 'resources/collections.ts', 'resources/projects.ts', 'resources/library.ts'],
  },
  { id: 'uploads', title: 'Uploads', of: ['uploads/', 'applications/'] },
  { id: 'forum', title: 'Forum', of: ['forum/'] },
  { id: 'requests', title: 'Requests', of: ['requests/'] },
  { id: 'members', title: 'Members', of: ['members/'] },
  {
    id: 'accounts',
    title: 'Accounts and login',
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
      ...['uploads/review.ts', 'admin/'],
    ],
  },
  { id: 'toolbox', title: 'Toolbox', of: ['toolbox/'] },
];

/** Modules listed by the groups; a test compares them with the contract. */
export const groupedModules: readonly string[] = [...GROUPS, ...LAST_GROUPS].flatMap(({ of }) => of);

const modules = contractModules.filter((module) => callsOf(module).length > 0);

const isGrouped = (name: string): boolean => groupedModules.some((start) => name.startsWith(start));
const capitalised = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** A domain that is not listed in any group gets its own group. */
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

/**
 * All admin endpoints share one group, whichever feature they belong to. The toolbox has its own group, because it has its own
 * token.
 */
const groupOf = ({ access }: EndpointSpec, declaredIn: string): string => {
  if (declaredIn === 'toolbox') return declaredIn;
  if (access === 'admin') return 'administration';
  return declaredIn === 'administration' ? 'site' : declaredIn;
};

/** All endpoints; `id` is the name under which the contract exports them. */
export const catalogue: readonly CataloguedCall[] = grouped.flatMap(({ module, group }) =>
  callsOf(module).map((call) => ({ ...call, id: call.name, group: groupOf(call, group) })),
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The endpoints that most clients need first, by group: lists, single items, then related items. */
export const firstCalls: Readonly<Record<string, readonly string[]>> = {
  resources: ['listResources', 'getResource', 'listResourceFiles', 'listFacets', 'listTypes'],
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

/** Sorts by path, then by method, with reads before writes. */
const byAddress = (one: CataloguedCall, other: CataloguedCall): number => {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
};

/** The groups with their endpoints: first the endpoints that most clients need, then the others by path. */
export const groups: readonly { id: string; title: string; calls: readonly CataloguedCall[] }[] = allGroups
  .map(({ id, title }) => ({
    id,
    title,
    calls: catalogue
      .filter(({ group }) => group === id)
      .sort((one, other) => placeIn(id, one) - placeIn(id, other) || byAddress(one, other)),
  }))
  .filter(({ calls }) => calls.length > 0);

/** All exports of the modules that declare endpoints, by name. */
export const exportedShapes: readonly [string, unknown][] = grouped.flatMap(({ module }) =>
  Object.entries(module.exports),
);
