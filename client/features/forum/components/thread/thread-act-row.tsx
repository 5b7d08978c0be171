import type { ModerateThreadProps } from '#client/features/forum/components/moderation/moderate-thread-buttons.tsx';
import { SubscribeButton } from '#client/features/forum/components/subscriptions/subscribe-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';

export type ThreadActsProps = ModerateThreadProps & { canModerate: boolean };

const ModerateThread = lazyPart<ModerateThreadProps>(
  () =>
    import('#client/features/forum/components/moderation/moderate-thread-buttons.tsx').then(
      (file) => file.ModerateThreadButtons,
    ),
  { silent: true },
);

/** Subscribes to a thread and, for moderators, changes it. */
export function ThreadActRow({ canModerate, ...thread }: ThreadActsProps) {
  return (
    <>
      <SubscribeButton thread={thread.thread} />
      {canModerate && <ModerateThread {...thread} />}
    </>
  );
}
