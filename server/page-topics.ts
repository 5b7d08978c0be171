// What visitors' pages show: when the bus says that something of it has changed, kept pages are dropped.
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
