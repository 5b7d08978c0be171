import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';

/** Dialog that asks for an optional reason before an action. Load it with `lazyPart`. */
export function ReasonWindow({
  title,
  description,
  hint,
  action,
  danger,
  reason: given,
  isBusy,
  failure,
  onAct,
  onClose,
}: {
  title: string;
  description: string;
  /** Hint that says who will see the reason. */
  hint: string;
  action: string;
  danger?: boolean;
  reason?: string | null;
  isBusy: boolean;
  failure: string | null;
  onAct: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState(given ?? '');
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={danger ? 'danger' : 'solid'} busy={isBusy} onClick={() => onAct(reason.trim())}>
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <Message tone="error">{failure}</Message>}
        <TextArea
          label="Reason (optional)"
          hint={hint}
          rows={4}
          maxLength={REASON_MAX_CHARACTERS}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
