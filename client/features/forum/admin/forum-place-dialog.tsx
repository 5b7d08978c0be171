import { useRef } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { FormDialog } from '#client/kit/settings/form-dialog.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { type ManagedCategory, type ManagedSubcategory, subcategoryForm } from '#contract/forum/categories.ts';
import { FORUM_DESCRIPTION_MAX_CHARACTERS, FORUM_ICONS, FORUM_NAME_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { COMMUNITY_PATH } from '#contract/paths.ts';
import { addCategory, addSubcategory, changeCategory, changeSubcategory } from './forum-api.ts';
import { slugOf } from './forum-labels.ts';

/** The category or subcategory being edited; null for a new one. */
export type EditedPlace =
  | { kind: 'category'; category: ManagedCategory | null }
  | { kind: 'subcategory'; category: ManagedCategory; subcategory: ManagedSubcategory | null };

const ICON_WORDS: Record<(typeof FORUM_ICONS)[number], string> = {
  people: 'People',
  video: 'Film',
  image: 'Picture',
  music: 'Music',
  star: 'Star',
  grid: 'Tiles',
  help: 'Question',
  bell: 'Bell',
  info: 'Information',
  download: 'Download',
};

const titleOf = (edited: EditedPlace): string => {
  if (edited.kind === 'category') return edited.category ? `Edit ${edited.category.name}` : 'New category';
  return edited.subcategory ? `Edit ${edited.subcategory.name}` : `New subcategory in ${edited.category.name}`;
};

/** Form to create or edit a category or subcategory. Load this file on demand, because it imports Base UI. */
export function PlaceDialog({
  edited,
  onSaved,
  onClose,
}: {
  edited: EditedPlace;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { transport } = useAppContext();
  const place = edited.kind === 'category' ? edited.category : edited.subcategory;
  const description = edited.kind === 'subcategory' ? (edited.subcategory?.description ?? '') : '';
  const form = useCallForm({
    schema: subcategoryForm,
    defaults: { name: place?.name ?? '', slug: place?.slug ?? '', icon: place?.icon ?? 'people', description },
    send: async (values) => {
      const { description: about, ...looks } = values;
      if (edited.kind === 'category') {
        if (edited.category) await changeCategory(transport, { params: { id: edited.category.id }, body: looks });
        else await addCategory(transport, { body: looks });
      } else if (edited.subcategory) {
        const body = { ...looks, description: about };
        await changeSubcategory(transport, { params: { id: edited.subcategory.id }, body });
      } else await addSubcategory(transport, { params: { id: edited.category.id }, body: values });
      onSaved();
    },
  });
  // The slug follows the name until it is edited by hand; slugs of existing entries do not change.
  const isOwnSlug = useRef(place !== null);
  const { form: fields } = form;
  const before = edited.kind === 'category' ? COMMUNITY_PATH : `${COMMUNITY_PATH}/${edited.category.slug}`;
  const name = fields.register('name', {
    onChange: (event: { target: { value: string } }) => {
      if (!isOwnSlug.current)
        fields.setValue('slug', slugOf(event.target.value), { shouldValidate: fields.formState.isSubmitted });
    },
  });
  const slug = fields.register('slug', {
    onChange: (event: { target: { value: string } }) => {
      isOwnSlug.current = event.target.value !== '';
    },
  });
  const icon = fields.register('icon');
  return (
    <FormDialog title={titleOf(edited)} form={form} onClose={onClose}>
      <TextField
        label="Name"
        maxLength={FORUM_NAME_MAX_CHARACTERS}
        autoComplete="off"
        error={form.field('name').error}
        {...name}
      />
      <TextField
        label="URL slug"
        hint={
          place
            ? `The URL part after ${before}/. Changing it breaks existing links.`
            : `The URL part after ${before}/. Lowercase letters, numbers and hyphens only.`
        }
        autoComplete="off"
        spellCheck={false}
        error={form.field('slug').error}
        {...slug}
      />
      {edited.kind === 'subcategory' && (
        <TextField
          label="Description"
          hint="One line on what to post here."
          maxLength={FORUM_DESCRIPTION_MAX_CHARACTERS}
          autoComplete="off"
          {...form.field('description')}
        />
      )}
      <fieldset>
        <legend className="text-sm font-semibold">Icon</legend>
        <div className="mt-1.5 flex flex-wrap gap-2">
          {FORUM_ICONS.map((value) => (
            <label key={value} className="icon-choice" title={ICON_WORDS[value]}>
              <input type="radio" value={value} className="sr-only" {...icon} />
              <Icon name={value} />
              <span className="sr-only">{ICON_WORDS[value]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
