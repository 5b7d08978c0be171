// Messages on the socket at /ws. A client chooses a channel and receives its events (specification, sections 4, 7, 9).
import type { Post, Reaction, Thread } from './api.ts';

/** A channel to receive events from. A socket watches one channel at a time. */
export type LivePlace = { kind: 'thread' | 'subcategory'; id: string };

/**
 * Current counters of a channel. If they differ from what a client shows, it missed events and must reload. Null if the channel
 * does not exist.
 */
export type LiveState = {
  lastNumber: number;
  /** The thread's `changes`; 0 for a subcategory. */
  changes: number;
  threadCount: number;
  isLocked: boolean;
} | null;

/**
 * Events from the server. Watchers of a thread get the events of that thread; watchers of a subcategory get only the three
 * events about threads.
 */
export type ServerEvents = {
  newThread(thread: Thread): void;
  newPost(post: Post): void;
  /** Also sent when a post is removed. */
  postEdited(post: Post): void;
  newReaction(reaction: Reaction & { likes: number }): void;
  reactionRemoved(reaction: Pick<Reaction, 'id' | 'postId'> & { likes: number }): void;
  /**
   * A thread was pinned, locked or moved, one of its posts was removed or restored, or it got the posts of another thread. Watchers of a
   * subcategory also get this for new replies.
   */
  threadChanged(thread: Thread): void;
  threadDeleted(thread: { id: string; categoryId: string }): void;
  /** Events from other server processes may have been lost, so clients must request the channel's state again. */
  missed(): void;
};

/** The only events that browsers may send. Any other event closes the connection. */
export type ClientEvents = {
  look(place: LivePlace, told: (state: LiveState) => void): void;
  leave(): void;
};
