// Sample thread for tests.
import type { Post, PostAuthor, ThreadPage } from '#contract/forum/api.ts';

const THREAD = '00000000-0000-4000-8000-00000000000a';
export const AT = '2026-11-20T10:00:00.000Z';

export function samplePerson(username: string): PostAuthor {
  return {
    id: `00000000-0000-4000-8000-${username.padStart(12, '0')}`,
    username,
    avatar: '',
    role: 'USER',
  };
}

export function post(number: number, more: Partial<Post> = {}): Post {
  return {
    id: `post ${number}`,
    threadId: THREAD,
    thread: { id: THREAD },
    number,
    content: `Words ${number}`,
    html: `<p>Words ${number}</p>`,
    author: samplePerson('kettle'),
    createdAt: AT,
    isEdited: false,
    version: 1,
    editReason: null,
    editedAt: null,
    isDeleted: false,
    deleteReason: null,
    likes: 0,
    reactions: [],
    resources: [],
    ...more,
  };
}

export function pageWith(numbers: number[], more: Partial<ThreadPage> = {}): ThreadPage {
  const last = numbers.at(-1) ?? 0;
  return {
    id: THREAD,
    categoryId: 'list',
    title: 'Skin tones',
    content: '',
    tags: [],
    isPinned: false,
    isLocked: false,
    author: samplePerson('okapi'),
    postCount: last,
    viewCount: 5,
    lastPost: { id: `post ${last}`, number: last, author: samplePerson('okapi'), createdAt: AT },
    createdAt: AT,
    category: { id: 'c', name: 'Post-production', slug: 'post' },
    subCategory: { id: 's', name: 'Colour', slug: 'colour', isClosed: false },
    moderators: [],
    posts: numbers.map((number) => post(number)),
    pagination: { total: last, pages: Math.ceil(last / 20), currentPage: Math.ceil(last / 20) || 1, limit: 20 },
    lastNumber: last,
    changes: 0,
    lastSeen: null,
    isSubscribed: null,
    participants: [samplePerson('okapi')],
    more: [],
    ...more,
  };
}
