import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { AdminUpload } from '#contract/uploads/review.ts';

/**
 * Confirms the deletion of an upload. The first sentence is from the specification (section 5), the second from product.md AD-5.
 */
export function UploadDelete({
  upload,
  isBusy,
  failure,
  onAct,
  onClose,
}: {
  upload: AdminUpload;
  isBusy: boolean;
  failure: string | null;
  onAct: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete upload"
      description={
        <>
          Are you sure you want to delete this upload? This action cannot be undone. An administrator can restore it for
          30 days.
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isBusy} onClick={onAct}>
            Delete
          </Button>
        </>
      }
    >
      {failure && (
        <Message tone="error" className="mb-3">
          {failure}
        </Message>
      )}
      <p className="font-semibold wrap-anywhere">{upload.title}</p>
      <p className="text-sm text-muted">by {upload.leaker}</p>
    </Dialog>
  );
}
