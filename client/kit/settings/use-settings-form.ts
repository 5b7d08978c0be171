import { useEffect, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { withConfirmation } from '#client/kit/confirmation.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { loadedOf, update } from '#client/kit/data/query.ts';
import { type CallForm, type FormSchema, useCallForm } from '#client/kit/form.tsx';
import { refreshSite } from '#client/kit/site.ts';
import type { AdminSettings, EditableSettings } from '#contract/admin/settings.ts';
import { SAVED_SHOWN_MS } from '#contract/limits.ts';
import { adminSettingsRead, putAdminSettings } from './settings-api.ts';

/** True for 3 seconds after a successful save (specification, section 9). */
export function useSavedNote(isDone: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isDone) return setShown(false);
    setShown(true);
    const timer = setTimeout(() => setShown(false), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  return isShown;
}

const FAILED = 'Failed to save settings. Please try again.';

/** The error message from the specification, unless the server's message tells the user what to do. */
export function describeFailure(error: unknown): string {
  return error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== 'BAD_INPUT'
    ? error.message
    : FAILED;
}

/** A settings form. Sends only changed values and updates the cached settings with the response. */
export function useSettingsForm<In extends FieldValues, Out extends EditableSettings>({
  schema,
  defaults,
}: {
  schema: FormSchema<In, Out>;
  defaults: DefaultValues<In>;
}): CallForm<In> & { isSaved: boolean } {
  const context = useAppContext();
  const form = useCallForm<In, Out>({
    schema,
    defaults,
    describe: describeFailure,
    send: async (values) => {
      const shown: Record<string, unknown> = loadedOf(context, adminSettingsRead) ?? {};
      // Send only what was changed in this form, so that concurrent changes by others are kept.
      const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== shown[key]));
      const stored: AdminSettings = await withConfirmation(
        () => putAdminSettings(context.transport, { body: changed }),
        'change these settings',
      );
      update(context, adminSettingsRead, () => stored);
      // Reset the form state but not the fields, so that any text selection is kept.
      form.form.reset(form.form.getValues(), { keepValues: true });
      await refreshSite(context);
    },
  });
  return { ...form, isSaved: useSavedNote(form.isDone) };
}
