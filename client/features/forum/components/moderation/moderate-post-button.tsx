import { useState } from 'react';
import { deletePost } from '#client/features/forum/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Post } from '#contract/forum/api.ts';

export type ModeratePostProps = {
  /** A reply that is there: the first post goes with its thread, by `ModerateThread`. */
  post: Post;
  /** The post as its readers see it from now on: without its words, with the reason. */
  onRemoved: (post: Post) => void;
};

const RemoveWindow = lazyPart(() => import('./moderate-remove-window.tsx').then((file) => file.RemoveWindow), {
  leave: ({ onClose }) => onClose(),
});

/** Removes a reply, after the reason was asked for. */
export function ModeratePostButton({ post, onRemoved }: ModeratePostProps) {
  const { transport } = useAppContext();
  const act = useAct();
  const [isAsking, setAsking] = useState(false);
  const remove = async (reason: string): Promise<void> => {
    const isGone = await act.run(() => deletePost(transport, { params: { id: post.id }, body: { reason } }));
    if (!isGone) return;
    setAsking(false);
    onRemoved({ ...post, content: '', html: '', resources: [], isDeleted: true, deleteReason: reason });
  };
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Remove post ${post.number} by ${post.author.username}`}
        onClick={() => setAsking(true)}
        onFocus={RemoveWindow.preload}
      >
        <Icon name="trash" small />
        Remove
      </Button>
      {isAsking && (
        <RemoveWindow
          title="Remove this post?"
          consequence={`The words of ${post.author.username} go for everybody; their place stays, with the reason.`}
          isBusy={act.isBusy}
          failure={act.failure}
          onRemove={(reason) => void remove(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
