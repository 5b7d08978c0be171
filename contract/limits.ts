// Business numbers of the specification (section 9) and of the product, with their units. No imports, so that the
// browser may have them for their own few bytes.

export const RESOURCES_PER_PAGE = 21;
export const MAX_PAGE_LIMIT = 1000;
export const LISTING_FETCH_LIMIT = 1000;
/** Up to this many hits a total is counted; beyond it "10,000+" is said. */
export const MOST_COUNTED_HITS = 10_000;
export const LISTING_SORTS = ['newest', 'oldest', 'downloads', 'likes', 'trending', 'updated'] as const;
/** What a listing can be narrowed by, in the order of the filter panel. */
export const FACET_KINDS = [
  'category',
  'editor',
  'type',
  'licence',
  'resolution',
  'fps',
  'length',
  'alpha',
  'loop',
  'tag',
] as const;
export const POPULAR_EDITORS = 5;
export const SUGGESTED_EDITORS = 4;
export const SEARCH_DEBOUNCE_MS = 300;
export const SEARCH_MAX_CHARACTERS = 200;
export const HOME_TAGS = 48;
export const TOP_LEAKERS = 10;
export const AD_COUNTDOWN_SECONDS = 5;
export const CHUNK_TIMEOUT_MS = 120_000;
export const PASSWORD_MIN_CHARACTERS = 10;
export const PASSWORD_MAX_CHARACTERS = 128;
export const EMAIL_MAX_CHARACTERS = 254;
export const USERNAME_MIN_CHARACTERS = 3;
export const USERNAME_MAX_CHARACTERS = 30;
/** A username as it may be typed in an address: matched ignoring case, kept in lower case. */
export const USERNAME_FORM = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,28})[A-Za-z0-9]$/;
export const DISPLAY_NAME_MAX_CHARACTERS = 50;
export const BIO_MAX_CHARACTERS = 500;
/** A former username leads to its owner, and nobody else can take it, for this long (product.md ID-8). */
export const FORMER_USERNAME_DAYS = 90;
/** Bytes that a picture may have as it is sent (product.md ID-8). */
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
/** What is said of a file that is no picture (specification, section 5). */
export const NOT_AN_IMAGE = 'Please upload an image file';
/** Time to read a success message before the profile window closes (specification, section 9). */
export const PROFILE_SAVED_MS = 1500;
/** How long a confirmed sign-in counts for sensitive changes. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** Saved items and followed leakers that the dashboard shows at once. */
export const DASHBOARD_ITEMS = 12;
export const COLLECTIONS_MAX = 100;
export const COLLECTION_ITEMS_MAX = 1000;
/** Pictures that stand for a collection. */
export const COLLECTION_COVERS = 4;
export const COLLECTION_NAME_MAX_CHARACTERS = 80;
export const DOWNLOADS_PER_PAGE = 20;
/** Newest resources that a feed tells of. */
export const FEED_RESOURCES = 50;
/** A download link must be first used within this time of being made … */
export const TICKET_FIRST_USE_SECONDS = 600;
/** … and may be resumed by its holder for this long after that. */
export const TICKET_RESUME_SECONDS = 86_400;
/** Editors proposed while their real numbers cannot be had (product.md DI-4). */
export const FALLBACK_EDITORS = ['After Effects', 'Premiere Pro', 'DaVinci Resolve'] as const;
/** Files and folders that may be chosen for one download. */
export const SELECTION_MAX_PATHS = 1000;
/** Characters that their paths may have together, so that the request stays within its 64 kB. */
export const SELECTION_MAX_CHARACTERS = 50_000;
/** What is said beyond either. */
export const SELECTION_TOO_LARGE = 'That is too much to choose one by one: choose whole folders instead.';
/** Types that an empty search proposes. */
export const SUGGESTED_TYPES = ['LUT', 'overlay', 'transition', 'sound effect', 'title', 'template'] as const;
export const REASON_MAX_CHARACTERS = 1000;
/** Folders and files that one page of a folder shows. */
export const FOLDER_ENTRIES_PER_PAGE = 100;
/** READMEs and licences up to this size can be read on the site by everybody. */
export const README_MAX_BYTES = 256 * 1024;
/** Rows of a list of administrators, unless a number is asked for. */
export const ADMIN_ROWS_PER_PAGE = 10;
/** Users of a page of the administration (specification, section 9). */
export const ADMIN_USERS_PER_PAGE = 20;
/** Deleted users can be restored for this long; then what is known of them goes (product.md AD-3). */
export const DELETED_USER_DAYS = 30;
/** A mailed invitation can be taken up for this long. */
export const INVITATION_DAYS = 7;
/** Categories that the chart of uploads shows (specification, section 2). */
export const CHART_CATEGORIES = 7;
/** Days that the charts show unless others are chosen (product.md AD-2), and the most that can be. */
export const CHART_DAYS = 30;
export const CHART_MAX_DAYS = 1096;
/** How long "saved" is shown (specification, section 9). */
export const SAVED_SHOWN_MS = 3000;
/** What the site is called until an administrator names it (specification, section 9). */
export const SITE_NAME = 'Helix Resource Platform';
/** Gigabytes that a file may have where files are kept at a service that speaks S3: its parts are counted (server/kit/storage/objects/object-store.ts). */
export const S3_FILE_MAX_GB = 78;
export const SITE_NAME_MAX_CHARACTERS = 80;
export const SITE_DESCRIPTION_MAX_CHARACTERS = 300;
export const CATEGORY_MAX_CHARACTERS = 40;
export const CATEGORIES_MAX = 30;
export const BADGES_MAX = 50;
export const BADGE_MAX_CHARACTERS = 24;
/** The label colours that a badge can have. */
export const BADGE_TONES = ['muted', 'tally', 'tungsten', 'daylight', 'scope', 'clip', 'iris'] as const;
export const ADS_MAX = 100;
export const AD_TITLE_MAX_CHARACTERS = 80;
export const AD_TEXT_MAX_CHARACTERS = 300;
export const AD_ACTION_MAX_CHARACTERS = 40;
/** How often an advertisement is chosen, in proportion to the others. */
export const AD_WEIGHT_MAX = 100;
export const ANNOUNCEMENT_MAX_CHARACTERS = 200;
export const ANNOUNCEMENTS_MAX = 100;
export const LINK_MAX_CHARACTERS = 500;
/** Characters that are rendered as one Markdown text: one of the site's own at most. */
export const MARKDOWN_MAX_CHARACTERS = 50_000;
/** The site's own texts, each the page of its name. */
export const TEXT_SLUGS = ['terms', 'faq', 'privacy', 'report'] as const;
export type TextSlug = (typeof TEXT_SLUGS)[number];
/** Sections of the wiki in their order (specification, section 2); each is the anchor of its name. */
export const WIKI_SECTIONS = [
  'getting-started',
  'downloading-resources',
  'premium-subscription',
  'requesting-resources',
  'troubleshooting',
  'faq',
] as const;
export type WikiSlug = (typeof WIKI_SECTIONS)[number];
/** Parts of the wiki that a search shows. */
export const WIKI_HITS_MAX = 20;
export const REPORT_MAX_CHARACTERS = 3000;
export const REPORT_ADDRESS_MAX_CHARACTERS = 500;
/** What a report can be about. */
export const REPORT_KINDS = ['resource', 'profile', 'post', 'other'] as const;
/** Kinds of reason that a report can have, in the order of the form. */
export const REPORT_REASONS = ['copyright', 'licence', 'malware', 'abuse', 'personal data', 'other'] as const;
/** A name in an address of the forum. */
export const SLUG_FORM = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/;
export const FORUM_NAME_MAX_CHARACTERS = 60;
export const FORUM_DESCRIPTION_MAX_CHARACTERS = 200;
/** Categories of the forum, and subcategories of one of them. */
export const FORUM_CATEGORIES_MAX = 50;
/** Icons that a category can have. */
export const FORUM_ICONS = [
  'people',
  'video',
  'image',
  'music',
  'star',
  'grid',
  'help',
  'bell',
  'info',
  'download',
] as const;
export const THREADS_PER_PAGE = 20;
export const POSTS_PER_PAGE = 20;
/** Threads of a subcategory that can be pinned: they all stand on its first page. */
export const PINNED_MAX = 10;
export const THREAD_TITLE_MAX_CHARACTERS = 150;
export const THREAD_TAGS_MAX = 5;
export const POST_MAX_CHARACTERS = 50_000;
export const EDIT_REASON_MAX_CHARACTERS = 200;
/** Resources that are shown as cards under a post. */
export const POST_CARDS_MAX = 5;
/** People that one post can mention. */
export const POST_MENTIONS_MAX = 20;
/** People who are suggested for a name that is being written. */
export const POST_PEOPLE_SUGGESTED = 8;
/** How the browser keeps its socket (specification, sections 7 and 9). */
export const SOCKET_PATH = '/ws';
export const SOCKET_TRANSPORTS = ['websocket', 'polling'] as const;
export const SOCKET_RECONNECT_ATTEMPTS = 5;
export const SOCKET_RECONNECT_DELAY_MS = 1000;
export const SOCKET_TIMEOUT_MS = 20_000;
export const REQUEST_NAME_MAX_CHARACTERS = 120;
export const REQUEST_LINK_MAX_CHARACTERS = 2000;
/** States of a request in their order (product.md RQ-4). */
export const REQUEST_STATUSES = ['Pending', 'Searching', 'Fulfilled', 'Rejected'] as const;
export const REQUESTS_PER_PAGE = 20;
/** Somebody asks for one resource in this time (specification, section 9). */
export const REQUEST_WAIT_HOURS = 24;
/** Days that a dashboard shows what became of a request, and the most lines of it. */
export const REQUEST_NEWS_DAYS = 30;
export const REQUEST_NEWS_MAX = 20;
/** Requests and resources that are shown while a name is written. */
export const SIMILAR_SHOWN = 5;
/** Characters of a description that the success card shows (specification, section 9). */
export const OG_DESCRIPTION_SHOWN = 150;
/** Between a press on Subscribe and the page of the membership service (specification, section 9). */
export const SUBSCRIBE_DELAY_MS = 800;
/** Between two steps of a counter that runs up (specification, section 9). */
export const COUNTER_TICK_MS = 50;
