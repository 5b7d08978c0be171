import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '#client/ui/class-names.ts';

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Error message shown below the field, which is then marked as invalid. */
  error?: ReactNode;
};

/** Ids and ARIA props that connect a control with its hint and error message. */
function useFieldAria(id: string | undefined, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const own = useId();
  const control = id ?? own;
  const hintId = hint ? `${control}-hint` : undefined;
  const errorId = error ? `${control}-error` : undefined;
  return {
    hintId,
    errorId,
    aria: {
      id: control,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': classNames(hintId, errorId) || undefined,
    },
  };
}

function FieldFrame({
  label,
  hint,
  error,
  htmlFor,
  hintId,
  errorId,
  className,
  children,
}: FieldProps & { htmlFor: string; hintId?: string; errorId?: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={htmlFor} className="text-sm font-semibold">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={errorId} className="text-sm wrap-anywhere text-clip">
          {error}
        </p>
      )}
    </div>
  );
}

/** A single-line text field with label, hint and error. All other props are passed to the `<input>`. */
export function TextField({ label, hint, error, id, className, ...rest }: ComponentProps<'input'> & FieldProps) {
  const { aria, ...ids } = useFieldAria(id, { hint, error });
  return (
    <FieldFrame label={label} hint={hint} error={error} htmlFor={aria.id} {...ids} className={className}>
      <input type="text" className="field" {...aria} {...rest} />
    </FieldFrame>
  );
}

/** A multi-line text field. All other props are passed to the `<textarea>`. */
export function TextArea({ label, hint, error, id, className, ...rest }: ComponentProps<'textarea'> & FieldProps) {
  const { aria, ...ids } = useFieldAria(id, { hint, error });
  return (
    <FieldFrame label={label} hint={hint} error={error} htmlFor={aria.id} {...ids} className={className}>
      <textarea rows={4} className="field" {...aria} {...rest} />
    </FieldFrame>
  );
}
