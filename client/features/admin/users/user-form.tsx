import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** A dialog with a form about a user. `extra` is rendered inside it, for example a confirmation dialog. */
export function UserForm({
  title,
  description,
  action,
  danger,
  form,
  extra,
  onClose,
  children,
}: {
  title: string;
  description?: ReactNode;
  action: string;
  danger?: boolean;
  form: {
    submit(event: SubmitEvent<HTMLFormElement>): void;
    isBusy: boolean;
    isReady: boolean;
    failure: string | null;
  };
  extra?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description}>
      <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
        {form.failure && <Message tone="error">{form.failure}</Message>}
        {children}
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'solid'} busy={form.isBusy} disabled={!form.isReady}>
            {action}
          </Button>
        </div>
      </form>
      {extra}
    </Dialog>
  );
}
