// What travels over the socket at /ws: who looks at which page, and what happens there (specification, sections 4, 7, 9).
import type { Post, Reaction, Thread } from './api.ts';

/** A page whose events somebody is told. A socket looks at one place at a time. */
export type LivePlace = { kind: 'thread' | 'subcategory'; id: string };

/** Where the place stands at that moment: who has missed something asks for the page again. Null: there is no such place. */
export type LiveState = {
  lastNumber: number;
  /** As the page of a thread has it; 0 for lists. */
  changes: number;
  threadCount: number;
  isLocked: boolean;
} | null;

/** What the server sends. Readers of a thread are sent what happens in it; readers of a list the three of threads. */
export type ServerEvents = {
  newThread(thread: Thread): void;
  newPost(post: Post): void;
  /** Also sent when a post is removed. */
  postEdited(post: Post): void;
  newReaction(reaction: Reaction & { likes: number }): void;
  reactionRemoved(reaction: Pick<Reaction, 'id' | 'postId'> & { likes: number }): void;
  /** It was pinned, locked or lost a post; in lists also: a reply was posted in it. */
  threadChanged(thread: Thread): void;
  threadDeleted(thread: { id: string; categoryId: string }): void;
  /** Events of other server processes may have been lost: who looks at a place asks again where it stands. */
  missed(): void;
};

/** What a browser may send, and nothing else: any other event ends its connection. */
export type ClientEvents = {
  look(place: LivePlace, told: (state: LiveState) => void): void;
  leave(): void;
};
