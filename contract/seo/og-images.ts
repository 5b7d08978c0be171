// Share images (Open Graph) and their URLs. No imports, because pages also load this file for their `<head>`.

export const SHARE_CARD_KINDS = ['page', 'resource', 'profile', 'collection', 'thread'] as const;
export type ShareCardKind = (typeof SHARE_CARD_KINDS)[number];

/** Size in pixels of every share image, including the built-in one. */
export const SHARE_CARD_SIZE = { width: 1200, height: 630 } as const;

/** The built-in image, for pages without their own and as a fallback when an image cannot be drawn. */
export const DEFAULT_SHARE_CARD = '/public/Images/share-card.png';

/** Static pages with their own share image: page title and a one-line description. */
export const pageCards: Readonly<Record<string, { title: string; line: string }>> = {
  home: { title: 'The cut starts here.', line: 'Presets, LUTs, overlays, sounds and 3D for video editors' },
  resources: { title: 'Editing Assets', line: 'Browse and download assets for every editor' },
  elements: { title: 'Elements', line: 'Free starter assets from our own studio' },
  community: { title: 'Community Forums', line: 'Editors talk about grading, sound, motion and assets' },
  premium: { title: 'Premium', line: 'Every Premium pack, no ads before downloads' },
  request: { title: 'Request a resource', line: 'Ask for an asset and see what others need' },
  requests: { title: 'Requests', line: 'See what editors are looking for and cast your vote' },
  wiki: { title: 'Wiki', line: 'How everything works, and fixes for common problems' },
  developers: { title: 'API', line: 'Access this site from your own tools' },
  terms: { title: 'Terms of use', line: 'The rules for using this site' },
  faq: { title: 'Questions and answers', line: 'Downloads, accounts, Premium, uploads' },
  privacy: { title: 'Privacy', line: 'What we store about you, why, and for how long' },
  report: { title: 'Report a problem', line: 'Illegal content, broken rules, or a violation of your rights' },
};

/**
 * Everything a share image shows. Pages build a card in order to link to the image. To draw the image, the server builds the same
 * card from the same database row.
 */
export type ShareCard = {
  kind: ShareCardKind;
  /** Id of the database row; for a static page, its name in `pageCards`. */
  id: string;
  title: string;
  /** Short line above the title: the type of content. */
  over: string;
  /** Line below the title: who made it. */
  by: string;
  /** Short labels on the bottom line. */
  marks: string[];
  isPremium: boolean;
  /** Path of an image on this site; null to use the drawn background. */
  picture: string | null;
};

/** Site settings that affect the images. */
export type CardSite = { siteName: string; accentColor: string | null };

/** Increment when the design changes, so cached images of an older design are not reused. */
const DESIGN = 2;

/** 53-bit hash of a string as 14 hex digits (cyrb53). Used as a version; not cryptographic. */
const hashOf = (text: string): string => {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(16).padStart(14, '0');
};

/** Version of an image. It changes whenever the content of the image changes. */
export function shareCardVersion({ siteName, accentColor }: CardSite, card: ShareCard): string {
  const { kind, id, title, over, by, marks, isPremium, picture } = card;
  return hashOf(JSON.stringify([DESIGN, siteName, accentColor, kind, id, title, over, by, marks, isPremium, picture]));
}

/** URL of an image. The image at a given URL never changes, so it can be cached forever. */
export function shareCardPath(site: CardSite, card: ShareCard): string {
  return `/public/cards/${card.kind}/${card.id}/${shareCardVersion(site, card)}.jpg`;
}

/** The share image of a page in `pageCards`. */
export function pageCard(name: string): ShareCard {
  return {
    kind: 'page',
    id: name,
    title: pageCards[name]?.title ?? '',
    over: '',
    by: pageCards[name]?.line ?? '',
    marks: [],
    isPremium: false,
    picture: null,
  };
}

/** Path of a thumbnail at the width needed for drawing, without the CDN prefix that an administrator can configure. */
const pictureOf = (address: string): string | null => {
  const key = /\/public\/thumbnails\/(.+)-(?:320|640|1280)\.webp$/.exec(address)?.[1];
  return key === undefined ? null : `/public/thumbnails/${key}-1280.webp`;
};

type CardResource = {
  id: string;
  title: string;
  author: string;
  editor: string;
  type: string;
  category: string;
  licence: string | null;
  isPremium: boolean;
  thumbnailUrl: string;
};

/** Capitalises the first letter, as the pages do. */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function resourceCardOf(resource: CardResource): ShareCard {
  return {
    kind: 'resource',
    id: resource.id,
    title: resource.title,
    over: [capitalized(resource.type || resource.category), resource.editor].filter(Boolean).join(' / '),
    by: `by ${resource.author}`,
    marks: resource.licence ? [resource.licence] : [],
    isPremium: resource.isPremium,
    picture: pictureOf(resource.thumbnailUrl),
  };
}

/** Only avatars stored on this site are drawn. */
const ownAvatar = (address: string): string | null => (/^\/public\/users\/[^/]+$/.test(address) ? address : null);

type CardProfile = { id: string; username: string; displayName: string | null; avatar: string };

export function profileCardOf({ id, username, displayName, avatar }: CardProfile): ShareCard {
  return {
    kind: 'profile',
    id,
    title: displayName ?? username,
    over: 'Profile',
    by: `@${username}`,
    marks: [],
    isPremium: false,
    picture: ownAvatar(avatar),
  };
}

type CardCollection = { id: string; name: string; owner: string; covers: readonly string[] };

export function collectionCardOf({ id, name, owner, covers }: CardCollection): ShareCard {
  return {
    kind: 'collection',
    id,
    title: name,
    over: 'Collection',
    by: `by ${owner}`,
    marks: [],
    isPremium: false,
    picture: pictureOf(covers[0] ?? ''),
  };
}

type CardThread = {
  id: string;
  title: string;
  author: { username: string };
  category: { name: string };
  subCategory: { name: string };
};

export function threadCardOf({ id, title, author, category, subCategory }: CardThread): ShareCard {
  return {
    kind: 'thread',
    id,
    title,
    over: `${category.name} / ${subCategory.name}`,
    by: `by ${author.username}`,
    marks: [],
    isPremium: false,
    picture: null,
  };
}
