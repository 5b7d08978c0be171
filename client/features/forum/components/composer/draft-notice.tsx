import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Typed } from './draft-store.ts';

/** Notice that another tab has a different text for the same place; both can be shown. */
export function DraftNotice({ other, onSwap }: { other: Typed | null; onSwap(): void }) {
  return (
    other && (
      <Message
        tone="info"
        className="mb-3"
        action={
          <Button size="sm" onClick={onSwap}>
            Show the other text
          </Button>
        }
      >
        You are writing here in another tab too.
      </Message>
    )
  );
}
