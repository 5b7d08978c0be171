import { type ComponentProps, useId, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { PASSWORD_MIN_CHARACTERS } from '#contract/accounts/limits.ts';

/** The sentence that a refusal repeats (contract/accounts/api.ts): it is shown once. */
const RULE = `At least ${PASSWORD_MIN_CHARACTERS} characters.`;

/** A field for a password to be, with its rule, and a button that shows what was typed. */
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
        Show what I type
      </Button>
    </div>
  );
}
