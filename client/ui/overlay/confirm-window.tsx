import { Button } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from './message.tsx';

const LazyDialog = lazyPart(() => import('./dialog.tsx').then((file) => file.Dialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

/** Confirmation dialog for permanent deletion. `consequence` says exactly what will be lost. */
export function ConfirmWindow({
  title,
  consequence,
  action,
  isBusy,
  failure,
  onConfirm,
  onClose,
}: {
  title: string;
  consequence: string;
  action: string;
  isBusy: boolean;
  failure: string | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <LazyDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={consequence}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {failure && <Message tone="error">{failure}</Message>}
    </LazyDialog>
  );
}
