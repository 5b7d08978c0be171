// Rate limits in words: the common ones, and those of individual endpoints.
import type { Limit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';

const spanOf = (seconds: number): string => {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [seconds / 60, 'minute'];
  return count === 1 ? `per ${unit}` : `per ${count} ${unit}s`;
};

const wordsOf = (limits: Limit | readonly Limit[]): string | null => {
  const finite = ('limit' in limits ? [limits] : limits).filter(({ limit }) => Number.isFinite(limit));
  if (finite.length === 0) return null;
  return finite.map(({ limit, windowSeconds }) => `${limit} ${spanOf(windowSeconds)}`).join(' and ');
};

type Flat = { [K in keyof Limits]: Limits[K] extends Limit | readonly Limit[] ? K : never }[keyof Limits];
/** Rate limits that endpoints can have; for emails with links, the limit per network is shown. */
type Counted = Flat | 'linkMails' | 'downloadLinks';

/** Endpoints with their own rate limit. A test calls each one and checks which limit it counts against. */
export const ownLimits: Readonly<Record<string, Counted>> = {
  likeResource: 'marks',
  unlikeResource: 'marks',
  saveResource: 'marks',
  unsaveResource: 'marks',
  followLeaker: 'marks',
  unfollowLeaker: 'marks',
  reactToPost: 'marks',
  createCollection: 'profileChanges',
  updateCollection: 'profileChanges',
  deleteCollection: 'profileChanges',
  addToCollection: 'profileChanges',
  removeFromCollection: 'profileChanges',
  updateProfile: 'profileChanges',
  markRead: 'notificationChanges',
  markAllRead: 'notificationChanges',
  changeNotificationSetting: 'notificationChanges',
  makeSelection: 'selections',
  listChecksums: 'checksums',
  drawWords: 'fontWords',
  matchLibrary: 'libraryLookups',
  openProject: 'profileChanges',
  closeProject: 'profileChanges',
  noteProjectItem: 'profileChanges',
  getDownloadUrl: 'downloadLinks',
  getAdOffer: 'downloadLinks',
  getPremiumDownload: 'downloadLinks',
  getPremiumFileDownload: 'downloadLinks',
  createUpload: 'newUploads',
  sendUploadFile: 'newUploads',
  createVersion: 'newUploads',
  restoreVersion: 'newUploads',
  createThread: 'threads',
  createPost: 'replies',
  editPost: 'edits',
  previewPost: 'postPreviews',
  addForumPicture: 'postPictures',
  takeReactionBack: 'marks',
  listVersions: 'postPreviews',
  createRequest: 'resourceRequests',
  voteForRequest: 'marks',
  takeVoteBack: 'marks',
  searchSite: 'siteSearches',
  countAdClick: 'adClicks',
  beginGoogle: 'oauthFlows',
  beginDiscord: 'oauthFlows',
  beginPatreon: 'oauthFlows',
  refreshLinks: 'oauthFlows',
  getProxiedPicture: 'outgoingReads',
  sendReport: 'reports',
  createToken: 'newTokens',
  register: 'registrations',
  login: 'loginPerNetwork',
  forgotPassword: 'linkMails',
  resendVerification: 'linkMails',
  changeEmail: 'linkMails',
  getToolboxToken: 'toolboxTokens',
  addServer: 'toolboxOrders',
  startServer: 'toolboxOrders',
  stopServer: 'toolboxOrders',
  restartServer: 'toolboxOrders',
  receivePatreonHook: 'messages',
  receiveInteraction: 'messages',
  unsubscribeByMail: 'messages',
};

const countedOf = (key: Counted, limits: Limits): string | null => {
  if (key === 'linkMails') return wordsOf(limits.linkMails.perNetwork);
  if (key !== 'downloadLinks') return wordsOf(limits[key]);
  const [free, premium] = [wordsOf(limits.downloadLinks.free), wordsOf(limits.downloadLinks.premium)];
  return free && premium && `${free}, or ${premium} with Premium`;
};

/** An endpoint's own rate limit in words, such as `60 per minute`; null if it has no limit of its own. */
export function limitOf(id: string, limits: Limits): string | null {
  const key = ownLimits[id];
  return key === undefined ? null : countedOf(key, limits);
}

/** Common rate limits; disabled ones are left out. */
export function commonLimits(limits: Limits): { what: string; most: string }[] {
  return [
    { what: 'Calls made while logged in or with a token', most: wordsOf(limits.signedInRead) },
    { what: 'Calls made while logged out, per network', most: wordsOf(limits.publicRead) },
    { what: 'Download links', most: wordsOf(limits.downloadLinks.free) },
    { what: 'Download links with Premium', most: wordsOf(limits.downloadLinks.premium) },
    { what: 'Likes, saves, follows and reactions', most: wordsOf(limits.marks) },
    { what: 'New uploads', most: wordsOf(limits.newUploads) },
    { what: 'New threads', most: wordsOf(limits.threads) },
    { what: 'Replies', most: wordsOf(limits.replies) },
    { what: 'Requests', most: wordsOf(limits.resourceRequests) },
  ].flatMap(({ what, most }) => (most === null ? [] : [{ what, most }]));
}
