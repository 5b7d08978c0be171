import { type FormSchema, useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

/** Form with a single code field. `schema` validates the body of the request that `send` makes. */
export function CodeForm({
  schema,
  label,
  hint,
  action,
  send,
  onCancel,
}: {
  schema: FormSchema<{ code: string }, { code: string }>;
  label: string;
  hint?: string;
  action: string;
  send(code: string): Promise<unknown>;
  onCancel(): void;
}) {
  const form = useCallForm({ schema, defaults: { code: '' }, send: ({ code }) => send(code) });
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <TextField
        label={label}
        hint={hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        className="max-w-72"
        {...form.field('code')}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
          {action}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
