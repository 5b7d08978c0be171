import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { AdminRequest } from '#contract/requests/api.ts';

/** Asks for confirmation before a request is removed from the board. */
export function RequestRemoval({
  request: { resourceName, requester },
  isBusy,
  failure,
  onAct,
  onClose,
}: {
  request: AdminRequest;
  isBusy: boolean;
  failure: string | null;
  onAct: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Remove request"
      description="This removes the request and its votes without notifying anyone. The same link can then be requested again. To give a reason, reject it instead."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={onAct}>
            Remove
          </Button>
        </>
      }
    >
      {failure && (
        <Message tone="error" className="mb-3">
          {failure}
        </Message>
      )}
      <p className="font-semibold wrap-anywhere">{resourceName}</p>
      {requester && <p className="text-sm text-muted">from {requester}</p>}
    </Dialog>
  );
}
