// Bus topics for data shown on visitors' pages: a message on any of them clears the page cache.
export const PAGE_TOPICS = [
  'resources',
  'settings',
  'members',
  'collections',
  'texts',
  'announcements',
  'forum',
  'requests',
] as const;
