import { useState } from 'react';
import { changeThread, deleteThread } from '#client/features/forum/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ThreadPage } from '#contract/forum/api.ts';

export type ModerateThreadProps = {
  thread: ThreadPage;
  /** Called with the new state of the thread. */
  onChanged: (thread: Pick<ThreadPage, 'isPinned' | 'isLocked'>) => void;
  onRemoved: () => void;
};

const RemoveWindow = lazyPart(() => import('./moderate-remove-window.tsx').then((file) => file.RemoveWindow), {
  leave: ({ onClose }) => onClose(),
});

/** Buttons to pin, lock and remove a thread. Pinning and locking can be undone; removal asks for confirmation. */
export function ModerateThreadButtons({ thread, onChanged, onRemoved }: ModerateThreadProps) {
  const { transport } = useAppContext();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const { id, isPinned, isLocked, postCount } = thread;
  const change = (body: { isPinned: boolean } | { isLocked: boolean }, said: string) =>
    void act.run(async () => onChanged(await changeThread(transport, { params: { id }, body })), said);
  const remove = async (reason: string): Promise<void> => {
    if (await act.run(() => deleteThread(transport, { params: { id }, body: { reason } }))) onRemoved();
  };
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of form fields */}
      <div role="group" aria-label="Moderation" className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={act.isBusy}
          onClick={() => change({ isPinned: !isPinned }, isPinned ? 'Thread unpinned.' : 'Thread pinned.')}
        >
          <Icon name="pin" small />
          {isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button
          size="sm"
          busy={act.isBusy}
          onClick={() => change({ isLocked: !isLocked }, isLocked ? 'Thread unlocked.' : 'Thread locked.')}
        >
          <Icon name="lock" small />
          {isLocked ? 'Unlock' : 'Lock'}
        </Button>
        <Button size="sm" disabled={act.isBusy} onClick={() => setAsking(true)} onFocus={RemoveWindow.preload}>
          <Icon name="trash" small />
          Remove
        </Button>
      </div>
      {act.failure && !isAsking && <Message tone="error">{act.failure}</Message>}
      <p role="status" className="sr-only">
        {act.done}
      </p>
      {isAsking && (
        <RemoveWindow
          title="Remove this thread?"
          consequence={
            postCount > 1
              ? `This removes '${thread.title}' and its ${postCount} posts for everyone. This cannot be undone.`
              : `This removes '${thread.title}' for everyone. This cannot be undone.`
          }
          isBusy={act.isBusy}
          failure={act.failure}
          onRemove={(reason) => void remove(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
