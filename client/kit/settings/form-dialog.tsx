import type { ReactNode } from 'react';
import type { useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

type Form = Pick<ReturnType<typeof useCallForm>, 'submit' | 'isBusy' | 'isReady' | 'failure'>;

/**
 * Dialog with a form to create or edit something. Components that use it must be loaded on demand, because it includes Base UI.
 */
export function FormDialog({
  title,
  form,
  onClose,
  children,
}: {
  title: string;
  form: Form;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
        {form.failure && <Message tone="error">{form.failure}</Message>}
        {children}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
            {form.isBusy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
