import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Post } from '#contract/forum/api.ts';
import { deletePost, restorePost } from './moderate-calls.ts';

export type ModeratePostProps = {
  /** A reply. First posts are removed together with their thread, in `ModerateThreadButtons`. */
  post: Post;
  /** Called with the post as readers now see it; a removed one has no text, but the reason. */
  onChanged: (post: Post) => void;
};

const ModerationWindow = lazyPart(() => import('./moderate-reason-window.tsx').then((file) => file.ModerationWindow), {
  leave: ({ onClose }) => onClose(),
});

/** Removes a reply, or restores a removed one. Both ask for the reason. */
export function ModeratePostButton(props: ModeratePostProps) {
  return props.post.isDeleted ? <RestoreButton {...props} /> : <RemoveButton {...props} />;
}

function RemoveButton({ post, onChanged }: ModeratePostProps) {
  const { transport } = useAppContext();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const remove = async (reason: string): Promise<void> => {
    const isGone = await act.run(() => deletePost(transport, { params: { id: post.id }, body: { reason } }));
    if (!isGone) return;
    setAsking(false);
    onChanged({ ...post, content: '', html: '', resources: [], isDeleted: true, deleteReason: reason });
  };
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Remove post ${post.number} by ${post.author.username}`}
        onClick={() => setAsking(true)}
        onFocus={ModerationWindow.preload}
      >
        <Icon name="trash" small />
        Remove
      </Button>
      {isAsking && (
        <ModerationWindow
          title="Remove this post?"
          consequence={`This removes the post by ${post.author.username} for everyone. A note with your reason is shown instead. Its pictures are deleted for good.`}
          action="Remove"
          isDanger
          isBusy={act.isBusy}
          failure={act.failure}
          onSend={(reason) => void remove(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RestoreButton({ post, onChanged }: ModeratePostProps) {
  const { transport } = useAppContext();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const restore = (reason: string): void =>
    void act.run(async () => {
      const restored = await restorePost(transport, { params: { id: post.id }, body: { reason } });
      setAsking(false);
      onChanged(restored);
    });
  return (
    <div className="mt-2.5">
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Restore post ${post.number} by ${post.author.username}`}
        onClick={() => setAsking(true)}
        onFocus={ModerationWindow.preload}
      >
        <Icon name="refresh" small />
        Restore
      </Button>
      {isAsking && (
        <ModerationWindow
          title="Restore this post?"
          consequence="Everyone can read its text again. Its pictures were deleted."
          action="Restore"
          isBusy={act.isBusy}
          failure={act.failure}
          onSend={restore}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
