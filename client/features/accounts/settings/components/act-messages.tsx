import type { Act } from '#client/kit/data/use-act.ts';
import { Message } from '#client/ui/overlay/message.tsx';

/** Error or success message of a section's last action. */
export function ActMessages({ act, className }: { act: Pick<Act, 'failure' | 'done'>; className?: string }) {
  return (
    <>
      {act.failure && (
        <Message tone="error" className={className}>
          {act.failure}
        </Message>
      )}
      {act.done && (
        <Message tone="success" className={className}>
          {act.done}
        </Message>
      )}
    </>
  );
}
