import { useId } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { TagsField } from '#client/kit/tags-field.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import {
  DESCRIPTION_MAX_CHARACTERS,
  KNOWN_EDITORS,
  RESOURCE_TYPES,
  TITLE_MAX_CHARACTERS,
  UPLOAD_LICENCES,
} from '#contract/uploads/limits.ts';
import { type AdminUploadDetail, changeAdminUpload as contractCall } from '#contract/uploads/review.ts';
import { changeAdminUpload } from './approvals-api.ts';
import { useUploadDetail } from './use-upload-detail.ts';

type Words = NonNullable<Parameters<typeof changeAdminUpload>[1]['body']>;

const wordsOf = (upload: AdminUploadDetail): Words => ({
  title: upload.title,
  description: upload.description,
  category: upload.category,
  type: upload.type as Words['type'],
  editor: upload.editor,
  editorMinVersion: upload.editorMinVersion,
  tags: upload.tags,
  licence: (upload.licence ?? undefined) as Words['licence'],
});

/** Only changed fields are sent, so that administrators don't overwrite each other's edits. */
const changesOf = (before: Words, after: Words): Words =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Words]),
    ),
  );

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const EditorForm = ({
  upload,
  onSaved,
  onClose,
}: {
  upload: AdminUploadDetail;
  onSaved: () => void;
  onClose: () => void;
}) => {
  const { transport, site } = useAppContext();
  const editors = useId();
  const before = wordsOf(upload);
  const form = useCallForm({
    schema: contractCall.body,
    defaults: before,
    send: async (values) => {
      const body = changesOf(before, values);
      if (Object.keys(body).length > 0) await changeAdminUpload(transport, { params: { id: upload.id }, body });
      onSaved();
    },
  });
  const { error: categoryError, ...category } = form.field('category');
  const { error: typeError, ...type } = form.field('type');
  const { error: licenceError, ...licence } = form.field('licence');
  const categories = site.categories.includes(upload.category)
    ? site.categories
    : [upload.category, ...site.categories];
  const objection = categoryError ?? typeError ?? licenceError;
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
      <TextField label="Title" required maxLength={TITLE_MAX_CHARACTERS} {...form.field('title')} />
      <TextArea
        label="Description"
        required
        rows={5}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        {...form.field('description')}
      />
      <TagsField
        tags={form.form.watch('tags') ?? []}
        error={form.field('tags').error}
        onChange={(tags) => form.form.setValue('tags', tags, { shouldDirty: true })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Category" options={optionsOf(categories)} {...category} />
        <Select label="Type" options={optionsOf(RESOURCE_TYPES)} {...type} />
        <TextField label="Editor" required maxLength={60} list={editors} autoComplete="off" {...form.field('editor')} />
        <TextField
          label="Minimum version"
          maxLength={40}
          autoComplete="off"
          {...form.field('editorMinVersion')}
          {...form.form.register('editorMinVersion', { setValueAs: (value: string | null) => value?.trim() || null })}
        />
        <Select
          label="Licence"
          options={[
            ...(upload.licence === null ? [{ value: '', label: 'not specified' }] : []),
            ...optionsOf(UPLOAD_LICENCES),
          ]}
          {...licence}
          {...form.form.register('licence', { setValueAs: (value: string | undefined) => value || undefined })}
        />
      </div>
      <datalist id={editors}>
        {KNOWN_EDITORS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {objection && <Message tone="error">{objection}</Message>}
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <p className="text-sm text-muted">
        You can't edit the creator's rights confirmation. We'll email the creator about your changes.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
          Save changes
        </Button>
      </div>
    </form>
  );
};

/** Form for editing the details of a leaker's upload. */
export function UploadEditor({
  id,
  title,
  onSaved,
  onClose,
}: {
  id: string;
  title: string;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { upload, failure } = useUploadDetail(id);
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={`Edit ${title}`}>
      {failure && <Message tone="error">{failure}</Message>}
      {!upload && !failure && <Spinner label="Loading" />}
      {upload && <EditorForm upload={upload} onSaved={onSaved} onClose={onClose} />}
    </Dialog>
  );
}
