import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Typed } from './draft-store.ts';

/** Tells the user that another tab has a different version of this draft, and lets them switch between the two. */
export function DraftNotice({ other, onSwap }: { other: Typed | null; onSwap(): void }) {
  return (
    other && (
      <Message
        tone="info"
        className="mb-3"
        action={
          <Button size="sm" onClick={onSwap}>
            Show the other version
          </Button>
        }
      >
        You're also editing this in another tab.
      </Message>
    )
  );
}
