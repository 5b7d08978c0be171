// Every call of the contract in its group: what the API document and its page are made of.
import type { EndpointSpec } from '#contract/http.ts';
import { callsOf, contractModules } from '#server/platform/contract-calls.ts';

/** `of` names what belongs to the group: contract modules by name, or how their names begin. The longest that fits decides. */
type Group = { id: string; title: string; of: readonly string[] };

/** The groups in the order in which they are read, their modules in the order of `of`. */
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
    title: 'Accounts and sign-ins',
    of: ['accounts/api.ts', 'accounts/security.ts', 'accounts/'],
  },
  {
    id: 'site',
    title: 'The site',
    of: [
      ...['content/home.ts', 'premium/', 'content/', 'reports/', 'downloads/ads.ts', 'image-proxy/', 'seo/'],
      'developers/',
    ],
  },
  { id: 'webhooks', title: 'Webhooks', of: ['premium/webhooks.ts'] },
];

/** What administrators alone may do comes after all others. */
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

/** What the groups name; a test compares it with the contract. */
export const groupedModules: readonly string[] = [...GROUPS, ...LAST_GROUPS].flatMap(({ of }) => of);

const modules = contractModules.filter((module) => callsOf(module).length > 0);

const isGrouped = (name: string): boolean => groupedModules.some((start) => name.startsWith(start));
const capitalised = (name: string): string => name[0]?.toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** A domain that no group names is a group of its own. */
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

/** Calls of administrators stand together, whichever feature they belong to; the toolbox has its own token and group. */
const groupOf = ({ access }: EndpointSpec, declaredIn: string): string => {
  if (declaredIn === 'toolbox') return declaredIn;
  if (access === 'admin') return 'administration';
  return declaredIn === 'administration' ? 'site' : declaredIn;
};

/** Every call under the name by which the contract exports it. */
export const catalogue: readonly CataloguedCall[] = grouped.flatMap(({ module, group }) =>
  callsOf(module).map((call) => ({ ...call, id: call.name, group: groupOf(call, group) })),
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a program wants first of a group, in its order: lists, one thing, what belongs to it. */
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

/** What is at one address stands together, what reads before what writes. */
const byAddress = (one: CataloguedCall, other: CataloguedCall): number => {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
};

/** The groups with their calls: what is wanted first, then by address. */
export const groups: readonly { id: string; title: string; calls: readonly CataloguedCall[] }[] = allGroups
  .map(({ id, title }) => ({
    id,
    title,
    calls: catalogue
      .filter(({ group }) => group === id)
      .sort((one, other) => placeIn(id, one) - placeIn(id, other) || byAddress(one, other)),
  }))
  .filter(({ calls }) => calls.length > 0);

/** Everything that the modules with calls export, by name. */
export const exportedShapes: readonly [string, unknown][] = grouped.flatMap(({ module }) =>
  Object.entries(module.exports),
);
