import { useId } from 'react';
import { createToken } from '#client/features/accounts/personal-tokens/api.ts';
import type { Confirmed } from '#client/features/accounts/security/components/use-confirmed.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { createToken as createTokenCall, scopeWords } from '#contract/accounts/personal-tokens.ts';
import { PERSONAL_SCOPES, TOKEN_DAYS, TOKEN_NAME_MAX_CHARACTERS } from '#contract/accounts/token-limits.ts';

const DEFAULT_DAYS = 30;

const dayOptions = TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));

/** Form to create a token, with its name, scopes and lifetime. `onMade` receives the token, which cannot be shown again. */
export function TokenForm({
  confirmed,
  onMade,
  onCancel,
}: {
  confirmed: Confirmed;
  onMade: (token: string) => Promise<unknown>;
  onCancel: () => void;
}) {
  const { transport } = useAppContext();
  const errorId = useId();
  const form = useCallForm({
    schema: createTokenCall.body,
    defaults: { name: '', scopes: [], days: DEFAULT_DAYS },
    send: async (body) => {
      const { token } = await confirmed.run(() => createToken(transport, { body }), 'create a token');
      await onMade(token);
    },
  });
  const { error: scopesError, ...scopesField } = form.field('scopes');
  return (
    <form className="grid gap-5" method="post" noValidate onSubmit={form.submit} aria-label="New token">
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <TextField
        label="Name"
        hint="For example, the tool that will use it."
        maxLength={TOKEN_NAME_MAX_CHARACTERS}
        autoComplete="off"
        autoFocus
        required
        {...form.field('name')}
      />
      <fieldset aria-describedby={scopesError ? errorId : undefined}>
        <legend className="text-sm font-semibold">Permissions</legend>
        <div className="mt-2 grid gap-1">
          {PERSONAL_SCOPES.map((scope) => (
            <label key={scope} className="flex cursor-pointer items-start gap-3 py-1.5">
              <span className="check">
                <input type="checkbox" value={scope} {...scopesField} />
              </span>
              <span className="min-w-0">
                <span className="font-semibold">{scopeWords[scope].label}</span>
                <span className="block text-sm text-muted">{scopeWords[scope].allows}</span>
              </span>
            </label>
          ))}
        </div>
        {scopesError && (
          <p id={errorId} className="mt-1.5 text-sm text-clip">
            {scopesError}
          </p>
        )}
      </fieldset>
      <Select
        label="Expires after"
        options={dayOptions}
        className="max-w-60"
        {...form.form.register('days', { valueAsNumber: true })}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
          Create token
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
