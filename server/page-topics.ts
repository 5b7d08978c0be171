// Bus topics for data that visitors' pages show: a message on any of them clears the page cache.
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
