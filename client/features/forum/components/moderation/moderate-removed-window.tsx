import { useMemo, useState } from 'react';
import { counted } from '#client/features/forum/forum-labels.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidate, read, update } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { Ago } from '#client/kit/text/ago.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import type { RemovedThread } from '#contract/forum/moderation.ts';
import { listRemovedThreads, restoreThread } from './moderate-calls.ts';
import { ModerationWindow } from './moderate-reason-window.tsx';

export type RemovedThreadsProps = {
  subcategory: { id: string; name: string };
  /** Called after a thread was restored. */
  onRestored: () => void;
};

const Row = ({ thread, onRestore }: { thread: RemovedThread; onRestore: () => void }) => (
  <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-0">
    <div className="min-w-0 flex-1 basis-52">
      <p className="font-semibold wrap-anywhere">{thread.title}</p>
      <p className="text-sm text-muted wrap-anywhere">
        By {thread.author.username}, {counted(thread.postCount, 'post', 'posts')}. Removed{' '}
        <Ago time={thread.removedAt} />
        {thread.removedBy && ` by ${thread.removedBy}`}
      </p>
      {thread.reason && <p className="text-sm wrap-anywhere">Reason: {thread.reason}</p>}
    </div>
    <Button size="sm" aria-label={`Restore ${thread.title}`} onClick={onRestore}>
      Restore
    </Button>
  </li>
);

/** Dialog with the removed threads of a subcategory, newest first. Load it with `lazyPart`. */
export function RemovedWindow({
  subcategory: { id, name },
  onRestored,
  onClose,
}: RemovedThreadsProps & { onClose: () => void }) {
  const context = useAppContext();
  const act = useAct();
  const [chosen, setChosen] = useState<RemovedThread | null>(null);
  const given = useMemo(() => read(listRemovedThreads, { params: { id }, query: {} }), [id]);
  const restore = (thread: RemovedThread, reason: string): void =>
    void act.run(async () => {
      await restoreThread(context.transport, { params: { id: thread.id }, body: { reason } });
      update(context, given, (threads) => threads.filter((one) => one.id !== thread.id));
      setChosen(null);
      onRestored();
    }, `'${thread.title}' is back.`);
  // Others may remove threads until it is opened again.
  const close = (): void => {
    invalidate(context, given);
    onClose();
  };
  if (chosen)
    return (
      <ModerationWindow
        title="Restore this thread?"
        consequence={`Everyone can read '${chosen.title}' again. Its pictures were deleted.`}
        action="Restore"
        isBusy={act.isBusy}
        failure={act.failure}
        onSend={(reason) => restore(chosen, reason)}
        onClose={() => setChosen(null)}
      />
    );
  return (
    <Dialog open onOpenChange={(open) => open || close()} title={`Removed from ${name}`} wide>
      <p role="status" className="text-sm">
        {act.done}
      </p>
      <Loaded of={given}>
        {(threads) =>
          threads.length === 0 ? (
            <p className="text-muted">Threads that moderators remove will appear here.</p>
          ) : (
            <ul>
              {threads.map((thread) => (
                <Row key={thread.id} thread={thread} onRestore={() => setChosen(thread)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
