import { getThread } from '#client/features/forum/api.ts';
import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { ThreadPage } from '#contract/forum/api.ts';
import { subscribeToThread, unsubscribeFromThread } from './subscriptions-api.ts';

export type SubscribeProps = { thread: Pick<ThreadPage, 'id' | 'isSubscribed'> };

/** Updates all loaded pages of a thread. */
const keep = ({ queryCache }: AppContext, id: string, isSubscribed: boolean): void => {
  for (const [key, data] of queryCache.dehydrate()) {
    const page = data as ThreadPage;
    if (key.startsWith(`${getThread.path} `) && page.id === id) queryCache.put(key, { ...page, isSubscribed });
  }
};

/** Subscribes a member to a thread, so that they are notified of replies, or unsubscribes them. */
export function SubscribeButton({ thread: { id, isSubscribed } }: SubscribeProps) {
  const context = useAppContext();
  const act = useAct();
  const press = (): void => {
    const change = isSubscribed ? unsubscribeFromThread : subscribeToThread;
    void act.run(
      async () => {
        await change(context.transport, { params: { id } });
        keep(context, id, !isSubscribed);
      },
      isSubscribed ? "You won't be notified of replies." : "You'll be notified of replies.",
    );
  };
  return (
    <div className="grid gap-3">
      <div>
        <Button size="sm" busy={act.isBusy} onClick={press}>
          <Icon name="bell" small />
          {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
        </Button>
      </div>
      {act.failure && <Message tone="error">{act.failure}</Message>}
      <p role="status" className="sr-only">
        {act.done}
      </p>
    </div>
  );
}
