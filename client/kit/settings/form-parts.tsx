import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import './settings.css';

/** A checkbox with a label. All other props are passed to the `<input>`. */
export function Toggle({
  label,
  hint,
  error,
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: string | undefined }) {
  const id = useId();
  return (
    <div>
      <label className="setting-toggle">
        <input
          type="checkbox"
          autoComplete="off"
          aria-describedby={hint || error ? id : undefined}
          aria-invalid={error ? true : undefined}
          {...rest}
        />
        <span className="text-sm font-semibold">{label}</span>
      </label>
      {(hint || error) && (
        <p id={id} className={error ? 'pl-7 text-sm text-clip' : 'pl-7 text-sm text-muted'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** A labelled, read-only value. */
export function Fact({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div>
      <p className="text-sm font-semibold">{label}</p>
      <p className="text-sm text-muted">{hint}</p>
      <p className="mono mt-2 rounded-sm bg-raised px-3 py-2.5 text-sm wrap-anywhere">{children}</p>
    </div>
  );
}

/** A settings form in a panel, with a status message and a submit button that reads 'Saving...' while saving. */
export function SettingsForm({
  title,
  form,
  saved = 'Settings saved successfully',
  action = 'Save settings',
  children,
}: {
  title?: string;
  form: {
    submit: ComponentProps<'form'>['onSubmit'] & ((event: never) => void);
    isBusy: boolean;
    isReady: boolean;
    isSaved: boolean;
    failure: string | null;
  };
  saved?: string;
  action?: string;
  children: ReactNode;
}) {
  return (
    <Panel {...(title ? { title } : {})} className="md:p-7">
      <form className="grid gap-5" method="post" noValidate onSubmit={form.submit}>
        {children}
        {form.failure && <Message tone="error">{form.failure}</Message>}
        {form.isSaved && <Message tone="success">{saved}</Message>}
        <div>
          <Button type="submit" variant="solid" disabled={!form.isReady} idle={form.isBusy}>
            {form.isBusy ? 'Saving...' : action}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
