import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** Shown in place of a section that failed to load. The rest of the page remains usable. */
export function SectionFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <Message
      tone="error"
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {sentence}
    </Message>
  );
}
