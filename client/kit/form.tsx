// A form for one API call, validated with the contract's schema and by the server. It includes react-hook-form and zod, so only
// code loaded on demand may import it.
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

/** Type of a form's schema; any zod object schema will do. */
export type FormSchema<In extends FieldValues, Out> = { _zod: { input: In; output: Out } };

/** Error message for a failed call: the server's, or the call's fallback, or a connection error if there was no response. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CallError && error.status === 0)
    return 'The site could not be reached. Check your connection and try again.';
  return (error instanceof Error && error.message) || 'Something went wrong. Please try again.';
}

export type CallFormOptions<In extends FieldValues, Out> = {
  /** Schema of the request body, usually `contract.someCall.body`. */
  schema: FormSchema<In, Out>;
  /** Initial values. A field without an initial value keeps the value that the browser restored before scripts ran. */
  defaults?: DefaultValues<In>;
  /** Makes the call with the validated values. If it rejects, the error is shown and the input is kept. */
  send(values: Out): Promise<unknown>;
  /** Error message for a failure. Defaults to `sentenceOf`. */
  describe?(error: unknown): string;
};

export type CallForm<In extends FieldValues> = {
  /** Props for `<TextField>` and similar components: name, event handlers, ref and error. */
  field<N extends Path<In>>(name: N): ReturnType<UseFormReturn<In>['register']> & { error: string | undefined };
  /** Handler for `<form onSubmit>`. The form also needs `noValidate` and `method="post"`. */
  submit(event: SubmitEvent<HTMLFormElement>): void;
  /** True while the call is running. Disables the button. */
  isBusy: boolean;
  /** False until hydration, so that an early click doesn't submit the form natively. */
  isReady: boolean;
  /** True from a successful submission until the next attempt. */
  isDone: boolean;
  /** Whether any value differs from its initial value. */
  isDirty: boolean;
  /** Error of the last attempt that does not belong to a single field. */
  failure: string | null;
  /** The react-hook-form instance, for anything not listed here (watch, reset, setValue, Controller). */
  form: UseFormReturn<In>;
};

/** The server's errors for fields that this form has. */
const fieldErrorsOf = (error: unknown, names: string[]): [string, string][] =>
  error instanceof CallError ? Object.entries(error.fields).filter(([name]) => names.includes(name)) : [];

/** State of a form that makes one API call. */
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
  // react-hook-form's own success flag is lost when the form is reset after a success.
  const [isDone, setDone] = useState(false);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // If the session ends while there is unsaved input, the page must stay open.
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
