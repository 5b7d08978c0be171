import { type ReactNode, useId } from 'react';
import {
  allowsLicence,
  isPremiumCategory,
  LICENCE_WORDS,
  NOT_FOR_THIS_CATEGORY,
} from '#client/features/uploads/details-rules.ts';
import type { Proposed } from '#client/features/uploads/suggestions/use-proposal.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { CallForm } from '#client/kit/form.tsx';
import { TagsField } from '#client/kit/tags-field.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import type { UploadDetails } from '#contract/uploads/api.ts';
import {
  DESCRIPTION_MAX_CHARACTERS,
  KNOWN_EDITORS,
  RESOURCE_TYPES,
  TITLE_MAX_CHARACTERS,
  UPLOAD_LICENCES,
} from '#contract/uploads/limits.ts';
import { ANY_EDITOR } from '#contract/uploads/proposals.ts';
import './uploads.css';

type DetailsForm = CallForm<UploadDetails>;

const optionsOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: value.slice(0, 1).toUpperCase() + value.slice(1) }));
const types = [{ value: '', label: 'Choose a type' }, ...optionsOf(RESOURCE_TYPES)];

const PROPOSED = "Suggested based on your files. Change it if it's wrong.";

/** Error message for a control that is not a text field. */
const FieldError = ({ id, children }: { id: string; children: string | undefined }) =>
  children ? (
    <p id={id} className="mt-1.5 text-sm text-clip">
      {children}
    </p>
  ) : null;

const Licences = ({ form }: { form: DetailsForm }) => {
  const errorId = useId();
  const { error, ...licence } = form.field('licence');
  const category = form.form.watch('category');
  const chosen = form.form.watch('licence');
  const objection = allowsLicence(category, chosen) ? error : NOT_FOR_THIS_CATEGORY;
  return (
    <fieldset aria-describedby={objection ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">Licence</legend>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {UPLOAD_LICENCES.map((value) => (
          <label key={value} className="upload-choice">
            <input type="radio" value={value} {...licence} />
            <span>
              <span className="block font-semi">{value}</span>
              <span className="block text-sm text-muted">{LICENCE_WORDS[value]}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{objection}</FieldError>
    </fieldset>
  );
};

const Declaration = ({
  form,
  name,
  children,
}: {
  form: DetailsForm;
  name: 'rightsDeclared' | 'saleDeclared';
  children: ReactNode;
}) => {
  const errorId = useId();
  const { error, ...box } = form.field(name);
  return (
    <div>
      <label className="upload-choice">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          {...box}
        />
        <span>{children}</span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
};

/**
 * Form fields for the details of a new or existing resource (product.md UP-2). Pass `detailsSchema` to `useCallForm`. `children`
 * (the thumbnail) is rendered between description and tags.
 */
export function DetailsFields({
  form,
  proposed,
  children,
}: {
  form: DetailsForm;
  /** Which values are suggestions based on the files. The form labels them as such. */
  proposed?: Proposed;
  children?: ReactNode;
}) {
  const editors = useId();
  const typeNote = useId();
  const { site } = useAppContext();
  const category = form.form.watch('category');
  // Keep the resource's category in the list even if the site no longer offers it.
  const categories = optionsOf(site.categories.includes(category) ? site.categories : [category, ...site.categories]);
  const { error: categoryError, ...categoryField } = form.field('category');
  const { error: typeError, ...typeField } = form.field('type');
  const tags = form.form.watch('tags');
  return (
    <div className="grid gap-5">
      <TextField
        label="Title"
        hint={proposed?.title && PROPOSED}
        required
        maxLength={TITLE_MAX_CHARACTERS}
        autoComplete="off"
        {...form.field('title')}
      />
      <TextArea
        label="Description"
        required
        rows={5}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        {...form.field('description')}
      />
      {children}
      <TagsField
        tags={tags}
        note={proposed?.tags ? PROPOSED : undefined}
        error={form.field('tags').error}
        onChange={(next) => form.form.setValue('tags', next, { shouldDirty: true, shouldValidate: true })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Category"
          options={categories}
          aria-invalid={categoryError ? true : undefined}
          {...categoryField}
        />
        <div>
          <Select
            label="Type"
            required
            options={types}
            aria-invalid={typeError ? true : undefined}
            aria-describedby={typeError || proposed?.type ? typeNote : undefined}
            {...typeField}
          />
          {proposed?.type && !typeError && (
            <p id={typeNote} className="mt-1.5 text-sm text-muted">
              {PROPOSED}
            </p>
          )}
          <FieldError id={typeNote}>{typeError}</FieldError>
        </div>
        <TextField
          label="Editor"
          hint={proposed?.editor ? PROPOSED : 'Choose one or type your own.'}
          required
          list={editors}
          maxLength={60}
          autoComplete="off"
          {...form.field('editor')}
        />
        <TextField
          label="Minimum version"
          hint="Optional, e.g. 24.0"
          maxLength={40}
          autoComplete="off"
          {...form.field('editorMinVersion')}
          {...form.form.register('editorMinVersion', { setValueAs: (value: string | null) => value?.trim() || null })}
        />
      </div>
      <datalist id={editors}>
        {[...KNOWN_EDITORS, ANY_EDITOR].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Licences form={form} />
      <div className="grid gap-2">
        <Declaration form={form} name="rightsDeclared">
          I made this or have the right to share it here
        </Declaration>
        {isPremiumCategory(category) && (
          <Declaration form={form} name="saleDeclared">
            The site may charge for access to it
          </Declaration>
        )}
      </div>
    </div>
  );
}
