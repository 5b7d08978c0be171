import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { FormDialog } from '#client/kit/settings/form-dialog.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type ManagedCategory, moderatorForm } from '#contract/forum/categories.ts';
import { addModerator } from './forum-api.ts';

/** Form to make someone a moderator of a category. Load this file on demand, because it imports Base UI. */
export function ModeratorDialog({
  category: { id, name },
  onSaved,
  onClose,
}: {
  category: ManagedCategory;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: moderatorForm,
    defaults: { username: '' },
    send: async (body) => {
      await addModerator(transport, { params: { id }, body });
      onSaved();
    },
  });
  return (
    <FormDialog title={`Add moderator to ${name}`} form={form} onClose={onClose}>
      <TextField
        label="Username"
        hint={`They can pin, lock, move, merge, remove and restore threads in ${name}.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
    </FormDialog>
  );
}
