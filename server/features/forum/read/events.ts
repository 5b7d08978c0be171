// Who is told what happens in the forum: readers of a thread all of it, readers of a list what its rows show.
import type { Post, Reaction, Thread } from '#contract/forum/api.ts';
import type { LivePlace, ServerEvents } from '#contract/forum/live.ts';
import type { Realtime } from '#server/platform/realtime.ts';

/** The name of a place's room. */
export function roomOf({ kind, id }: LivePlace): string {
  return `${kind} ${id}`;
}

const threadRoom = (id: string): string => roomOf({ kind: 'thread', id });
const listRoom = (id: string): string => roomOf({ kind: 'subcategory', id });

const BEGINNING_CHARACTERS = 300;

/** As everybody is sent it: without what belongs to one reader. */
const forAll = (post: Post): Post => ({ ...post, reactions: [] });
const asRow = (thread: Thread): Thread => ({ ...thread, content: thread.content.slice(0, BEGINNING_CHARACTERS) });

/** Tells the readers at hand. Each of these is called after the commit of what it tells. */
export function createLive({ send }: Pick<Realtime, 'send'>) {
  const tell = <E extends keyof ServerEvents>(room: string, event: E, payload: Parameters<ServerEvents[E]>[0]): void =>
    send(room, event, payload);
  const threadChanged = (thread: Thread): void => {
    tell(threadRoom(thread.id), 'threadChanged', asRow(thread));
    tell(listRoom(thread.categoryId), 'threadChanged', asRow(thread));
  };
  return {
    newThread: (thread: Thread): void => tell(listRoom(thread.categoryId), 'newThread', asRow(thread)),
    // `thread` as it is with the post.
    newPost: (post: Post, thread: Thread): void => {
      tell(threadRoom(thread.id), 'newPost', forAll(post));
      // Readers of the thread count it themselves: half as much is sent to the most.
      tell(listRoom(thread.categoryId), 'threadChanged', asRow(thread));
    },
    postEdited: (post: Post): void => tell(threadRoom(post.threadId), 'postEdited', forAll(post)),
    newReaction: (threadId: string, reaction: Reaction & { likes: number }): void =>
      tell(threadRoom(threadId), 'newReaction', reaction),
    reactionRemoved: (threadId: string, reaction: { id: string; postId: string; likes: number }): void =>
      tell(threadRoom(threadId), 'reactionRemoved', reaction),
    threadChanged,
    threadDeleted: (thread: { id: string; categoryId: string }): void => {
      // Nothing more of it is for anybody, whatever is told of it by mistake.
      send(threadRoom(thread.id), 'threadDeleted', thread, { isLast: true });
      tell(listRoom(thread.categoryId), 'threadDeleted', thread);
    },
  };
}
export type Live = ReturnType<typeof createLive>;
