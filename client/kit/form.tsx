// A form that makes one call: checked by the contract's own schema, refused by the server's sentences. It brings
// react-hook-form and zod: only code that is loaded on demand may import it.
import { zodResolver } from '@hookform/resolvers/zod';
import { type SubmitEvent, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { CallError } from '#client/kit/data/call.ts';
import { useAuth } from './session.tsx';

/** What a schema tells of its values; any zod schema of an object fits. */
export type FormSchema<In extends FieldValues, Out> = { _zod: { input: In; output: Out } };

/** The sentence for a failed call: the server's own, else the call's; one of its own when nothing came back. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CallError && error.status === 0)
    return 'The site could not be reached. Check your connection and try again.';
  return (error instanceof Error && error.message) || 'Something went wrong. Please try again.';
}

export type CallFormOptions<In extends FieldValues, Out> = {
  /** The call's body, usually `contract.someCall.body`. */
  schema: FormSchema<In, Out>;
  /** Values to begin with. A field without one keeps what the browser has filled in before scripts ran. */
  defaults?: DefaultValues<In>;
  /** Makes the call with the checked values. Whatever it throws is shown; nothing that was typed is lost. */
  send(values: Out): Promise<unknown>;
  /** The sentence for a failure; `sentenceOf` unless given. */
  describe?(error: unknown): string;
};

export type CallForm<In extends FieldValues> = {
  /** What `<TextField>` and its like need beside their label: name, handlers, value by reference, error. */
  field<N extends Path<In>>(name: N): ReturnType<UseFormReturn<In>['register']> & { error: string | undefined };
  /** Goes to `<form onSubmit>`; give the form `noValidate` and `method="post"`. */
  submit(event: SubmitEvent<HTMLFormElement>): void;
  /** From the press until the answer; it disables the button. */
  isBusy: boolean;
  /** False until React listens: a press before that must not send the form by itself. */
  isReady: boolean;
  /** True after a success, until the next try. */
  isDone: boolean;
  /** Values differ from those that the form began with. */
  isDirty: boolean;
  /** Why the last try failed, when it does not belong to one field. */
  failure: string | null;
  /** react-hook-form itself, for what is not listed here (watch, reset, setValue, Controller). */
  form: UseFormReturn<In>;
};

/** The server's complaints that belong under a field of this form. */
const fieldErrorsOf = (error: unknown, names: string[]): [string, string][] =>
  error instanceof CallError ? Object.entries(error.fields).filter(([name]) => names.includes(name)) : [];

/** State of a form that makes a call. */
export function useCallForm<In extends FieldValues, Out>({
  schema,
  defaults,
  send,
  describe: tell = sentenceOf,
}: CallFormOptions<In, Out>): CallForm<In> {
  const { holdTyped } = useAuth();
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(schema as never) as unknown as Resolver<In, unknown, Out>,
    defaultValues: defaults,
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  const [failure, setFailure] = useState<string | null>(null);
  // The library's own word for it is lost when a form is emptied after its success.
  const [isDone, setDone] = useState(false);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // A session that ends meanwhile must not take the page away with what was typed.
  useEffect(() => (isDirty ? holdTyped() : undefined), [isDirty, holdTyped]);

  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setDone(false) }), [form]);

  const attempt = async (values: Out): Promise<void> => {
    try {
      await send(values);
      setDone(true);
    } catch (error) {
      const found = fieldErrorsOf(error, Object.keys(form.getValues()));
      for (const [index, [name, message]] of found.entries()) {
        form.setError(name as Path<In>, { message }, { shouldFocus: index === 0 });
      }
      if (found.length > 0) return;
      form.setError('root', {});
      setFailure(tell(error));
    }
  };

  return {
    field: (name) => ({ ...form.register(name), error: form.getFieldState(name, { errors } as never).error?.message }),
    submit: (event) => {
      setFailure(null);
      setDone(false);
      void form.handleSubmit(attempt)(event);
    },
    isBusy: isSubmitting,
    isReady,
    isDone,
    isDirty,
    failure,
    form: form as unknown as UseFormReturn<In>,
  };
}
