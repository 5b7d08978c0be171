import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ThreadPage } from '#contract/forum/api.ts';
import { subcategoryPath } from '#contract/paths.ts';
import { changeThread, deleteThread } from './moderate-calls.ts';

export type ModerateThreadProps = {
  thread: ThreadPage;
  /** Called with the new state of the thread. */
  onChanged: (thread: Pick<ThreadPage, 'isPinned' | 'isLocked'>) => void;
  /** Called after the thread was moved, merged or removed, with the path to open instead. */
  onLeft: (path: string) => void;
};

const ModerationWindow = lazyPart(() => import('./moderate-reason-window.tsx').then((file) => file.ModerationWindow), {
  leave: ({ onClose }) => onClose(),
});
const MoveWindow = lazyPart(() => import('./moderate-move-window.tsx').then((file) => file.MoveWindow), {
  leave: ({ onClose }) => onClose(),
});
const MergeWindow = lazyPart(() => import('./moderate-merge-window.tsx').then((file) => file.MergeWindow), {
  leave: ({ onClose }) => onClose(),
});

/** Buttons to pin, lock, move, merge and remove a thread. All but pinning and unlocking ask for a reason. */
export function ModerateThreadButtons({ thread, onChanged, onLeft }: ModerateThreadProps) {
  const context = useAppContext();
  const { transport } = context;
  const act = useAct();
  const [asking, setAsking] = useState<'remove' | 'lock' | 'move' | 'merge' | null>(null);
  const { id, isPinned, isLocked, postCount } = thread;
  type Change = { isPinned: boolean } | { isLocked: boolean; reason?: string };
  const change = (body: Change, said: string) =>
    act.run(async () => onChanged(await changeThread(transport, { params: { id }, body })), said);
  const close = (): void => setAsking(null);
  const lock = async (reason: string): Promise<void> => {
    if (await change({ isLocked: true, reason }, 'Thread locked.')) close();
  };
  const leave = (path: string): void => {
    close();
    // Lists and other threads have changed, too.
    invalidateAll(context);
    onLeft(path);
  };
  const remove = async (reason: string): Promise<void> => {
    if (await act.run(() => deleteThread(transport, { params: { id }, body: { reason } })))
      leave(subcategoryPath(thread));
  };
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields */}
      <div role="group" aria-label="Moderation" className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={act.isBusy}
          onClick={() => void change({ isPinned: !isPinned }, isPinned ? 'Thread unpinned.' : 'Thread pinned.')}
        >
          <Icon name="pin" small />
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button
          size="sm"
          busy={act.isBusy}
          onClick={() => (isLocked ? void change({ isLocked: false }, 'Thread unlocked.') : setAsking('lock'))}
          onFocus={ModerationWindow.preload}
        >
          <Icon name="lock" small />
          {isLocked ? 'Unlock' : 'Lock'}
        </Button>
        <Button size="sm" disabled={act.isBusy} onClick={() => setAsking('move')} onFocus={MoveWindow.preload}>
          <Icon name="arrow" small />
          Move
        </Button>
        <Button size="sm" disabled={act.isBusy} onClick={() => setAsking('merge')} onFocus={MergeWindow.preload}>
          <Icon name="plus" small />
          Merge
        </Button>
        <Button size="sm" disabled={act.isBusy} onClick={() => setAsking('remove')} onFocus={ModerationWindow.preload}>
          <Icon name="trash" small />
          Remove
        </Button>
      </div>
      {act.failure && asking === null && <Message tone="error">{act.failure}</Message>}
      <p role="status" className="sr-only">
        {act.done}
      </p>
      {asking === 'lock' && (
        <ModerationWindow
          title="Lock this thread?"
          consequence={`Nobody can reply to '${thread.title}' until it is unlocked. Everyone can still read it.`}
          action="Lock"
          isBusy={act.isBusy}
          failure={act.failure}
          onSend={(reason) => void lock(reason)}
          onClose={close}
        />
      )}
      {asking === 'move' && <MoveWindow thread={thread} onMoved={leave} onClose={close} />}
      {asking === 'merge' && <MergeWindow thread={thread} onMerged={leave} onClose={close} />}
      {asking === 'remove' && (
        <ModerationWindow
          title="Remove this thread?"
          consequence={
            postCount > 1
              ? `This removes '${thread.title}' and its ${postCount} posts for everyone. Their pictures are deleted for good.`
              : `This removes '${thread.title}' for everyone. Its pictures are deleted for good.`
          }
          action="Remove"
          isDanger
          isBusy={act.isBusy}
          failure={act.failure}
          onSend={(reason) => void remove(reason)}
          onClose={close}
        />
      )}
    </div>
  );
}
