import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';

/** Dialog that asks for the reason of a moderator's action. A reason is required. Load it with `lazyPart`. */
export function ModerationWindow({
  title,
  consequence,
  action,
  isDanger = false,
  isBusy,
  failure,
  onSend,
  onClose,
  children,
}: {
  title: string;
  consequence: string;
  /** Label of the button that sends the reason. */
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure: string | null;
  onSend: (reason: string) => void;
  onClose: () => void;
  /** Further fields, shown before the reason. */
  children?: ReactNode;
}) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = (): void => {
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '') onSend(given);
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
          <Button variant={isDanger ? 'danger' : 'solid'} busy={isBusy} onClick={send}>
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <Message tone="error">{failure}</Message>}
        {children}
        <TextArea
          label="Reason"
          hint="Sent to the author and kept in the audit log."
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
