// Every call of the contract in its group: what the API document and its page are made of. A test compares it with the contract.
import * as accounts from '#contract/accounts/api.ts';
import * as identities from '#contract/accounts/oauth.ts';
import * as tokens from '#contract/accounts/personal-tokens.ts';
import * as security from '#contract/accounts/security.ts';
import * as audit from '#contract/admin/audit.ts';
import * as badges from '#contract/admin/badges.ts';
import * as overview from '#contract/admin/dashboard.ts';
import * as administration from '#contract/admin/settings.ts';
import * as people from '#contract/admin/users.ts';
import * as applications from '#contract/applications/api.ts';
import * as site from '#contract/content/home.ts';
import * as texts from '#contract/content/pages.ts';
import * as wiki from '#contract/content/wiki.ts';
import * as developers from '#contract/developers/api.ts';
import * as ads from '#contract/downloads/ads.ts';
import * as downloads from '#contract/downloads/api.ts';
import * as forum from '#contract/forum/api.ts';
import * as categories from '#contract/forum/categories.ts';
import * as moderation from '#contract/forum/moderation.ts';
import * as posting from '#contract/forum/write.ts';
import type { EndpointSpec } from '#contract/http.ts';
import * as proxy from '#contract/image-proxy/api.ts';
import * as members from '#contract/members/api.ts';
import * as premium from '#contract/premium/api.ts';
import * as hooks from '#contract/premium/webhooks.ts';
import * as reports from '#contract/reports/api.ts';
import * as requests from '#contract/requests/api.ts';
import * as resources from '#contract/resources/api.ts';
import * as library from '#contract/resources/bookmarks.ts';
import * as collections from '#contract/resources/collections.ts';
import * as sharing from '#contract/seo/api.ts';
import * as toolbox from '#contract/toolbox/api.ts';
import * as uploads from '#contract/uploads/api.ts';
import * as approvals from '#contract/uploads/approval.ts';
import * as inspection from '#contract/uploads/review.ts';
import * as arrivals from '#contract/uploads/sessions.ts';

/** A contract module: its shapes and calls by name. */
export type Module = Readonly<Record<string, unknown>>;

/** The groups in the order in which they are read. What administrators alone may do stands apart, at the end. */
const GROUPS = [
  { id: 'resources', title: 'Resources', modules: [resources] },
  { id: 'downloads', title: 'Downloads', modules: [downloads] },
  { id: 'library', title: 'Library and collections', modules: [library, collections] },
  { id: 'uploads', title: 'Uploads', modules: [uploads, arrivals, applications] },
  { id: 'forum', title: 'Forum', modules: [forum, posting] },
  { id: 'requests', title: 'Requests', modules: [requests] },
  { id: 'members', title: 'Members', modules: [members] },
  { id: 'accounts', title: 'Accounts and sign-ins', modules: [accounts, security, identities, tokens] },
  { id: 'site', title: 'The site', modules: [site, premium, texts, wiki, reports, ads, proxy, sharing, developers] },
  { id: 'webhooks', title: 'Webhooks', modules: [hooks] },
  {
    id: 'administration',
    title: 'Administration',
    modules: [administration, approvals, audit, badges, categories, inspection, moderation, overview, people],
  },
  { id: 'toolbox', title: 'Toolbox', modules: [toolbox] },
] as const satisfies { id: string; title: string; modules: readonly Module[] }[];

export type GroupId = (typeof GROUPS)[number]['id'];

type NamesOf<M> = M extends unknown ? Extract<keyof M, string> : never;
/** What the contract exports by name: tables about single calls have no other keys. */
export type CallName = NamesOf<(typeof GROUPS)[number]['modules'][number]>;

export type CataloguedCall = EndpointSpec & { id: CallName; group: GroupId };

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Calls of administrators stand together, whichever feature they belong to; the toolbox has its own token and group. */
const groupOf = ({ access }: EndpointSpec, declaredIn: GroupId): GroupId => {
  if (declaredIn === 'toolbox') return declaredIn;
  if (access === 'admin') return 'administration';
  return declaredIn === 'administration' ? 'site' : declaredIn;
};

const modules: readonly Module[] = GROUPS.flatMap(({ modules }) => [...modules]);

/** Every call under the name by which the contract exports it. */
export const catalogue: readonly CataloguedCall[] = GROUPS.flatMap(({ id: group, modules }) =>
  modules.flatMap((module: Module) =>
    Object.entries(module).flatMap(([id, value]) =>
      isEndpoint(value) ? [{ ...value, id: id as CallName, group: groupOf(value, group) }] : [],
    ),
  ),
);

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a program wants first of a group, in its order: lists, one thing, what belongs to it. */
const FIRST: Partial<Record<GroupId, readonly CallName[]>> = {
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

const placeIn = (group: GroupId, { id }: CataloguedCall): number => {
  const first = FIRST[group] ?? [];
  const place = first.indexOf(id);
  return place === -1 ? first.length : place;
};

/** What is at one address stands together, what reads before what writes. */
const byAddress = (one: CataloguedCall, other: CataloguedCall): number => {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return METHODS.indexOf(one.method) - METHODS.indexOf(other.method);
};

/** The groups with their calls: what is wanted first, then by address. */
export const groups: readonly { id: GroupId; title: string; calls: readonly CataloguedCall[] }[] = GROUPS.map(
  ({ id, title }) => ({
    id,
    title,
    calls: catalogue
      .filter(({ group }) => group === id)
      .sort((one, other) => placeIn(id, one) - placeIn(id, other) || byAddress(one, other)),
  }),
);

/** Everything that the contract's modules export, by name. */
export const exportedShapes: readonly [string, unknown][] = modules.flatMap((module) => Object.entries(module));
