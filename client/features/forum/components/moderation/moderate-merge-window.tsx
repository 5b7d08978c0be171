import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { TextField } from '#client/ui/forms/text-field.tsx';
import type { ThreadPage } from '#contract/forum/api.ts';
import { mergeThread } from './moderate-calls.ts';
import { ModerationWindow } from './moderate-reason-window.tsx';

const THREAD = /\/community\/[^/\s]+\/[^/\s]+\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})/;

/** Dialog that merges a thread into another one. Load it with `lazyPart`. */
export function MergeWindow({
  thread,
  onMerged,
  onClose,
}: {
  thread: ThreadPage;
  /** Called with the path of the thread that has the posts now. */
  onMerged: (path: string) => void;
  onClose: () => void;
}) {
  const { transport } = useAppContext();
  const act = useAct();
  const [link, setLink] = useState('');
  const [isWrong, setWrong] = useState(false);
  const merge = (reason: string): void => {
    const [path, into] = THREAD.exec(link) ?? [];
    setWrong(into === undefined);
    if (path === undefined || into === undefined) return;
    void act.run(async () => {
      await mergeThread(transport, { params: { id: thread.id }, body: { into, reason } });
      onMerged(path);
    });
  };
  return (
    <ModerationWindow
      title="Merge this thread"
      consequence={`All posts of '${thread.title}' move to the other thread, ordered by time. This cannot be undone.`}
      action="Merge"
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onSend={merge}
      onClose={onClose}
    >
      <TextField
        label="Link to the other thread"
        hint="You must moderate that part of the forum too."
        autoComplete="off"
        spellCheck={false}
        value={link}
        error={isWrong ? 'Paste the link of a thread in this forum.' : undefined}
        onChange={(event) => setLink(event.currentTarget.value)}
      />
    </ModerationWindow>
  );
}
