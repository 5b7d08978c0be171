import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteUpload } from '#client/features/uploads/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { UploadConfirmWindow } from './confirm-window.tsx';

/** Wording from the specification, section 5. An upload that has been public can be restored (product.md AD-5). */
const question = (wasPublic: boolean): string =>
  'Are you sure you want to delete this upload? This action cannot be undone.' +
  (wasPublic ? ' An administrator can restore it for 30 days.' : '');

/** Delete button with a confirmation dialog. */
export function OwnDelete({
  upload,
  onGoing,
}: {
  upload: OwnUpload;
  /** Called with true when the deletion starts, and with false if it fails. */
  onGoing: (isGoing: boolean) => void;
}) {
  const context = useAppContext();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const what = upload.versionOf ? 'Delete this version' : 'Delete this upload';
  const remove = async (): Promise<void> => {
    onGoing(true);
    try {
      await deleteUpload(context.transport, { params: { id: upload.id } });
    } catch (error) {
      onGoing(false);
      throw error;
    }
    invalidateAll(context);
    showToast({ tone: 'success', text: `${upload.title} was deleted.` });
    await navigate('/leaker', { replace: true });
  };
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {what}
      </Button>
      <UploadConfirmWindow
        open={isAsking}
        onOpenChange={setAsking}
        title={`${what}?`}
        description={question(upload.wasPublic)}
        act={remove}
        word="Delete"
      />
    </>
  );
}
