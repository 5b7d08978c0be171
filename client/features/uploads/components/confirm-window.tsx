import { type ReactNode, useRef, useState } from 'react';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** Confirmation dialog for deleting something. On failure it stays open and shows the reason. */
export function UploadConfirmWindow({
  open,
  onOpenChange,
  title,
  description,
  act,
  word,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Performs the deletion. If this rejects, the dialog shows the error. */
  act: () => Promise<unknown>;
  /** Label of the confirm button. */
  word: string;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      onOpenChange(false);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setFailure(null);
        onOpenChange(next);
      }}
      title={title}
      description={description}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void run()}>
            {word}
          </Button>
        </>
      }
    >
      {failure && <Message tone="error">{failure}</Message>}
    </Dialog>
  );
}
