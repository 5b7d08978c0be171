import { useState } from 'react';
import { deletePost } from '#client/features/forum/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Post } from '#contract/forum/api.ts';

export type ModeratePostProps = {
  /** A reply that has not been removed. First posts are removed together with their thread, in `ModerateThread`. */
  post: Post;
  /** Called with the post as readers now see it: without its text, but with the reason. */
  onRemoved: (post: Post) => void;
};

const RemoveWindow = lazyPart(() => import('./moderate-remove-window.tsx').then((file) => file.RemoveWindow), {
  leave: ({ onClose }) => onClose(),
});

/** Removes a reply after asking for the reason. */
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
          consequence={`This removes the post by ${post.author.username} for everyone. A note with your reason is shown instead.`}
          isBusy={act.isBusy}
          failure={act.failure}
          onRemove={(reason) => void remove(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
