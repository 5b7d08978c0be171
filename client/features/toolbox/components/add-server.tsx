import { type SubmitEvent, useState } from 'react';
import { priorityOf } from '#client/features/toolbox/servers.ts';
import { type ToolboxFailure, tellFailure, tellRefusal } from '#client/features/toolbox/toolbox-labels.ts';
import type { Toolbox } from '#client/features/toolbox/use-servers.ts';
import { CallError } from '#client/kit/data/call.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { addServer as contract } from '#contract/toolbox/api.ts';
import { SERVER_SERVICE } from '#contract/toolbox/limits.ts';
import { Banner } from './banner.tsx';

const orNothing = (typed: string | undefined): string | undefined => typed?.trim() || undefined;
/** Returns undefined for an empty string. Unlike `orNothing`, it doesn't trim. */
const orNothingAtAll = (typed: string | undefined): string | undefined => typed || undefined;
/** Non-numeric input becomes 0, which validation rejects. */
const portOf = (typed: string | undefined): number | undefined =>
  orNothing(typed) === undefined ? undefined : Number(typed) || 0;

/**
 * The Add New Server form (specification, sections 2 and 5). Load it on demand, because it includes Base UI, forms and schemas.
 */
export function AddServer({
  toolbox,
  onClose,
  onAdded,
}: {
  toolbox: Toolbox;
  onClose: () => void;
  onAdded: (id: string) => void;
}) {
  const [refusal, setRefusal] = useState<{ failure: ToolboxFailure; hasField: boolean } | null>(null);
  const form = useCallForm({
    schema: contract.body,
    defaults: { name: '', ip: '', location: '', username: '', priority: '0' },
    send: async (body) => {
      try {
        const { id } = await toolbox.add(body);
        onAdded(id);
      } catch (error) {
        const failure = tellFailure(error, tellRefusal('Failed to add server'));
        // The reason is shown next to the invalid field, which receives the focus.
        const hasField = error instanceof CallError && Object.keys(error.fields).length > 0;
        setRefusal({ failure: hasField ? { ...failure, reason: null } : failure, hasField });
        throw error;
      }
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    setRefusal(null);
    form.submit(event);
  };
  const { register } = form.form;
  const field = (
    name: Parameters<typeof form.field>[0],
    setValueAs: (typed: string) => unknown = (typed) => typed,
  ) => ({
    autoComplete: 'off',
    ...register(name, { setValueAs }),
    error: form.field(name).error,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Add New Server"
      description="We connect over SSH with a password, a private key, or both. Credentials are stored encrypted and never shown again."
      wide
    >
      <form className="grid gap-4" method="post" noValidate onSubmit={submit}>
        {refusal && <Banner failure={refusal.failure} staysPut={refusal.hasField} />}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="Name" required {...field('name')} />
          <TextField label="Location" required placeholder="Frankfurt" {...field('location')} />
          <TextField
            label="IP address"
            required
            inputMode="url"
            placeholder="203.0.113.10"
            {...field('ip', (typed) => typed.trim())}
          />
          <TextField label="Port (optional)" inputMode="numeric" placeholder="22" {...field('port', portOf)} />
        </div>
        <TextField
          label="Username"
          required
          hint="The account must be able to run systemctl start, stop and restart for the service without a password. Use root or set up a polkit rule."
          autoCapitalize="none"
          spellCheck={false}
          {...field('username', (typed) => typed.trim())}
        />
        <TextField
          label="Password (optional)"
          type="password"
          hint="Not needed with a private key."
          {...field('password', orNothingAtAll)}
          autoComplete="new-password"
        />
        <TextArea
          label="SSH key (optional)"
          hint="A private key without a passphrase, including its BEGIN and END lines."
          rows={4}
          spellCheck={false}
          className="key-field"
          {...field('sshKey', orNothingAtAll)}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Service (optional)"
            hint="The systemd unit to start and stop."
            placeholder={SERVER_SERVICE}
            autoCapitalize="none"
            spellCheck={false}
            {...field('service', orNothing)}
          />
          <TextField
            label="Priority"
            hint="A whole number. Servers with higher numbers come first."
            inputMode="numeric"
            {...field('priority', (typed) => priorityOf(typed))}
          />
        </div>
        <TextField
          label="Upload folder (optional)"
          hint="We count its files and add up their sizes by type."
          placeholder="/srv/uploads"
          autoCapitalize="none"
          spellCheck={false}
          {...field('uploadDir', orNothing)}
        />
        <div className="form-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
            {form.isBusy ? 'Adding...' : 'Add server'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
