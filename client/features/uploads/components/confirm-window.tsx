import { type ReactNode, useRef, useState } from 'react';
import { sentenceOf } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** Asks before something goes. It stays open with the reason when it could not be done. */
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
  /** Does it; what it throws is told. */
  act: () => Promise<unknown>;
  /** What the button that does it says. */
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
