import { RowsEditor } from '#client/kit/settings/rows-editor.tsx';
import { useSaveSettings } from '#client/kit/settings/setting-fields.ts';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { useRows } from '#client/kit/settings/use-rows.ts';
import type { getGroups } from '#contract/admin/badges.ts';
import { CATEGORIES_MAX, CATEGORY_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import type { AdminSettings } from '#contract/admin/settings.ts';
import type { ReplyOf } from '#contract/http.ts';

type Counted = ReplyOf<typeof getGroups>['categories'];

const asRows = (names: readonly string[]) => names.map((name) => ({ name }));
const resourcesIn = (count: number): string => (count === 1 ? '1 published asset' : `${count} published assets`);

/** Upload categories, in the order of the upload form. */
export function CategoriesBlock({
  settings,
  counted,
  onSaved,
}: {
  settings: AdminSettings;
  counted: Counted;
  onSaved: () => void;
}) {
  const save = useSaveSettings();
  const list = useRows('uploadCategories', ['name'], asRows(settings.uploadCategories), async (values) => {
    const saved = await save({ uploadCategories: values.map(({ name = '' }) => name) });
    onSaved();
    return asRows(saved.uploadCategories);
  });
  const countOf = (name: string): number => counted.find((one) => one.name === name)?.resources ?? 0;
  const offered = new Set(list.rows.map(({ values }) => values.name));
  const kept = counted.filter(({ name, resources }) => resources > 0 && !offered.has(name));
  return (
    <SettingsBlock
      title="Upload categories"
      about="Categories that leakers can choose from. If you remove one, existing assets keep it."
    >
      <RowsEditor
        rows={list}
        what="category"
        columns={[{ name: 'name', label: 'Category', max: CATEGORY_MAX_CHARACTERS }]}
        max={CATEGORIES_MAX}
        least={1}
        empty="No categories."
        drawn={({ isStored, values: { name = '' } }) =>
          isStored ? (
            <p className="flex flex-wrap items-baseline gap-x-3 py-1.5">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-sm text-muted">{resourcesIn(countOf(name))}</span>
            </p>
          ) : undefined
        }
      >
        {kept.length > 0 && (
          <p className="text-sm text-muted" role="status">
            {kept
              .map(
                ({ name, resources }) => `${resourcesIn(resources)} still use${resources === 1 ? 's' : ''} '${name}'`,
              )
              .join('; ')}
            .
          </p>
        )}
      </RowsEditor>
    </SettingsBlock>
  );
}
