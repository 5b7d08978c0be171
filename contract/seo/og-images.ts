// The pictures that shared links show, and their addresses. Without imports: the pages' heads name them too.

export const SHARE_CARD_KINDS = ['page', 'resource', 'profile', 'collection', 'thread'] as const;
export type ShareCardKind = (typeof SHARE_CARD_KINDS)[number];

/** Pixels of every share picture, the built-in one included. */
export const SHARE_CARD_SIZE = { width: 1200, height: 630 } as const;

/** The built-in picture: for pages without one of their own, and while one cannot be drawn. */
export const DEFAULT_SHARE_CARD = '/public/Images/share-card.png';

/** Pages that have a picture of their own: the name that the page itself has, and a line of what it is for. */
export const pageCards: Readonly<Record<string, { title: string; line: string }>> = {
  home: { title: 'The cut starts here.', line: 'Presets, LUTs, overlays, sounds and 3D for video editors' },
  resources: { title: 'Editing Assets', line: 'Browse, search and download for every editor' },
  elements: { title: 'Elements', line: 'Starter pieces from our own studio, free with every file' },
  community: { title: 'Community Forums', line: 'Editors talk about grading, sound, motion and assets' },
  premium: { title: 'Premium', line: 'Every premium pack, no ad page, requests that stand first' },
  request: { title: 'Request a resource', line: 'Ask for what you miss, and see what others look for' },
  requests: { title: 'Requests', line: 'What editors are looking for: vote for what you need too' },
  wiki: { title: 'Wiki', line: 'How everything here works, and what helps when it does not' },
  developers: { title: 'API', line: 'Every call of this site for programs' },
  terms: { title: 'Terms of use', line: 'What applies to everybody who uses this site' },
  faq: { title: 'Questions and answers', line: 'Downloads, accounts, Premium, uploads' },
  privacy: { title: 'Privacy', line: 'What this site knows about you, what for, and for how long' },
  report: { title: 'Report a problem', line: 'What breaks the law, the terms or your rights' },
};

/** Everything that a picture shows. The page that names it and the server that draws it make the same from the same row. */
export type ShareCard = {
  kind: ShareCardKind;
  /** The row's id; of a page its name in `pageCards`. */
  id: string;
  title: string;
  /** A short line above the title: what this is. */
  over: string;
  /** A line below the title: who made it. */
  by: string;
  /** Short marks in the last line. */
  marks: string[];
  isPremium: boolean;
  /** A picture of this site, as its path; null for the drawn ground. */
  picture: string | null;
};

/** What the pictures show of the site itself. */
export type CardSite = { siteName: string; accentColor: string | null };

/** Grows when the drawing itself changes, so that pictures which others keep are not mixed with new ones. */
const DESIGN = 2;

/** 53 bits of a text in 14 hexadecimal digits (cyrb53). Names a version; it keeps no secret and resists no attack. */
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

/** The version of a picture: another one whenever anything that it shows is. */
export function shareCardVersion({ siteName, accentColor }: CardSite, card: ShareCard): string {
  const { kind, id, title, over, by, marks, isPremium, picture } = card;
  return hashOf(JSON.stringify([DESIGN, siteName, accentColor, kind, id, title, over, by, marks, isPremium, picture]));
}

/** Address of a picture. What is at it never changes, so everybody may keep it for good. */
export function shareCardPath(site: CardSite, card: ShareCard): string {
  return `/public/cards/${card.kind}/${card.id}/${shareCardVersion(site, card)}.jpg`;
}

/** The picture of a page of `pageCards`. */
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

/** A thumbnail's address without what an administrator put before it, and in the width that is drawn. */
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

/** As pages show it. */
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

/** Only pictures that the site keeps itself are drawn. */
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
