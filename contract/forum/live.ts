// Messages on the socket at /ws: the page a reader is on, and events there (specification, sections 4, 7, 9).
import type { Post, Reaction, Thread } from './api.ts';

/** A page to receive events for. A socket watches one page at a time. */
export type LivePlace = { kind: 'thread' | 'subcategory'; id: string };

/** Current counters of the page; a client that missed something reloads it. Null if there is no such page. */
export type LiveState = {
  lastNumber: number;
  /** Same as `changes` of the thread; 0 for lists. */
  changes: number;
  threadCount: number;
  isLocked: boolean;
} | null;

/** Events from the server. Readers of a thread get its events; readers of a list get the three about threads. */
export type ServerEvents = {
  newThread(thread: Thread): void;
  newPost(post: Post): void;
  /** Also sent when a post is removed. */
  postEdited(post: Post): void;
  newReaction(reaction: Reaction & { likes: number }): void;
  reactionRemoved(reaction: Pick<Reaction, 'id' | 'postId'> & { likes: number }): void;
  /** A thread was pinned, locked or lost a post; sent to lists also when a reply was posted. */
  threadChanged(thread: Thread): void;
  threadDeleted(thread: { id: string; categoryId: string }): void;
  /** Events of other server processes may have been lost: clients ask for the page's state again. */
  missed(): void;
};

/** The only events that a browser may send; any other event closes its connection. */
export type ClientEvents = {
  look(place: LivePlace, told: (state: LiveState) => void): void;
  leave(): void;
};
