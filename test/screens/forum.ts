// The forum: its index, a list of threads, a thread, one post.
import type { Screen } from './screen.ts';

export const forumScreens: Screen[] = [];
