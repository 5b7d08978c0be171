import { type ComponentProps, useId, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { PASSWORD_MIN_CHARACTERS } from '#contract/accounts/limits.ts';

/** Must match the validation error (contract/accounts/api.ts). While that error is shown, the field hides this hint. */
const RULE = `At least ${PASSWORD_MIN_CHARACTERS} characters.`;

/** Field for a new password, with its rule and a button that shows what was typed. */
export function NewPasswordField({ label, ...rest }: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <TextField
        label={label}
        id={id}
        hint={rest.error === RULE ? undefined : RULE}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
        className="w-full"
        {...rest}
      />
      <Button variant="quiet" size="sm" aria-controls={id} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        Show password
      </Button>
    </div>
  );
}
