// Live events of the forum: readers of a thread get all of its events, readers of a list get changes to its rows.
import type { Post, Reaction, Thread } from '#contract/forum/api.ts';
import type { LivePlace, ServerEvents } from '#contract/forum/live.ts';
import type { Realtime } from '#server/platform/realtime.ts';

/** Name of the socket room for a forum page. */
export function roomOf({ kind, id }: LivePlace): string {
  return `${kind} ${id}`;
}

const threadRoom = (id: string): string => roomOf({ kind: 'thread', id });
const listRoom = (id: string): string => roomOf({ kind: 'subcategory', id });

const BEGINNING_CHARACTERS = 300;

/** A post without the fields that differ between readers. */
const forAll = (post: Post): Post => ({ ...post, reactions: [] });
const asRow = (thread: Thread): Thread => ({ ...thread, content: thread.content.slice(0, BEGINNING_CHARACTERS) });

/** Sends events to connected readers. Call each function only after the change it announces has committed. */
export function createLive({ send }: Pick<Realtime, 'send'>) {
  const tell = <E extends keyof ServerEvents>(room: string, event: E, payload: Parameters<ServerEvents[E]>[0]): void =>
    send(room, event, payload);
  const threadChanged = (thread: Thread): void => {
    tell(threadRoom(thread.id), 'threadChanged', asRow(thread));
    tell(listRoom(thread.categoryId), 'threadChanged', asRow(thread));
  };
  return {
    newThread: (thread: Thread): void => tell(listRoom(thread.categoryId), 'newThread', asRow(thread)),
    // `thread` must include the new post.
    newPost: (post: Post, thread: Thread): void => {
      tell(threadRoom(thread.id), 'newPost', forAll(post));
      // Readers of the thread don't get this event, because they update the thread from the new post. This halves their traffic.
      tell(listRoom(thread.categoryId), 'threadChanged', asRow(thread));
    },
    postEdited: (post: Post): void => tell(threadRoom(post.threadId), 'postEdited', forAll(post)),
    newReaction: (threadId: string, reaction: Reaction & { likes: number }): void =>
      tell(threadRoom(threadId), 'newReaction', reaction),
    reactionRemoved: (threadId: string, reaction: { id: string; postId: string; likes: number }): void =>
      tell(threadRoom(threadId), 'reactionRemoved', reaction),
    threadChanged,
    /** `left` is the subcategory that a thread was moved from. */
    threadMoved: (thread: Thread, left: string): void => {
      tell(threadRoom(thread.id), 'threadChanged', asRow(thread));
      tell(listRoom(left), 'threadDeleted', { id: thread.id, categoryId: left });
      tell(listRoom(thread.categoryId), 'newThread', asRow(thread));
    },
    threadDeleted: (thread: { id: string; categoryId: string }): void => {
      // The last event for this thread. Later events are not delivered.
      send(threadRoom(thread.id), 'threadDeleted', thread, { isLast: true });
      tell(listRoom(thread.categoryId), 'threadDeleted', thread);
    },
  };
}
export type Live = ReturnType<typeof createLive>;
