import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';

/** Dialog that asks for the reason for a removal. A reason is required. Load it with `lazyPart`. */
export function RemoveWindow({
  title,
  consequence,
  isBusy,
  failure,
  onRemove,
  onClose,
}: {
  title: string;
  consequence: string;
  isBusy: boolean;
  failure: string | null;
  onRemove: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = (): void => {
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '') onRemove(given);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={consequence}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={send}>
            Remove
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <Message tone="error">{failure}</Message>}
        <TextArea
          label="Reason"
          hint="Emailed to the author and kept in the audit log."
          rows={3}
          maxLength={REASON_MAX_CHARACTERS}
          value={reason}
          error={isMissing ? 'Enter a reason for the author.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
