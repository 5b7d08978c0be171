// Helpers for settings fields other than plain text, and for changing settings outside a form.
import type { FieldValues, Path } from 'react-hook-form';
import { withConfirmation } from '#client/kit/confirmation.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { update } from '#client/kit/data/query.ts';
import type { CallForm } from '#client/kit/form.tsx';
import type { AdminSettings, EditableSettings } from '#contract/admin/settings.ts';
import { adminSettingsRead, patchAdminSettings } from './settings-api.ts';

/** Saves the given settings and updates all components that show them. */
export function useSaveSettings(): (change: EditableSettings) => Promise<AdminSettings> {
  const context = useAppContext();
  return async (body) => {
    const saved = await withConfirmation(
      () => patchAdminSettings(context.transport, { body }),
      'change these settings',
    );
    update(context, adminSettingsRead, () => saved);
    return saved;
  };
}

/** Props for a text field whose value is null when it is empty. */
export function clearable<In extends FieldValues>(form: CallForm<In>, name: Path<In>) {
  return {
    ...form.field(name),
    ...form.form.register(name, { setValueAs: (typed: string | null) => typed?.trim() || null }),
  };
}

/** Props for a field whose value is a number. */
export function numeric<In extends FieldValues>(form: CallForm<In>, name: Path<In>) {
  return {
    ...form.field(name),
    ...form.form.register(name, { valueAsNumber: true }),
  };
}
