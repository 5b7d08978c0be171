import { useAppContext } from '#client/kit/data/app-context.ts';
import { ConfiguredBadge } from '#client/kit/settings/configured-badge.tsx';
import { RowsEditor } from '#client/kit/settings/rows-editor.tsx';
import { useSaveSettings } from '#client/kit/settings/setting-fields.ts';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { useRows } from '#client/kit/settings/use-rows.ts';
import type { AdminSettings } from '#contract/admin/settings.ts';

/** Form for the Patreon tiers that grant Premium. */
export function PatreonBlock({ settings }: { settings: AdminSettings }) {
  const { site } = useAppContext();
  const save = useSaveSettings();
  const rows = useRows('patreonTiers', ['id', 'name'], settings.patreonTiers, async (values) => {
    const tiers = values.map(({ id = '', name = '' }) => ({ id: id.trim(), name }));
    return (await save({ patreonTiers: tiers })).patreonTiers;
  });
  return (
    <SettingsBlock
      title="Patreon tiers"
      about="Members of these tiers get Premium. If the list is empty, all tiers qualify."
      aside={<ConfiguredBadge isConfigured={site.providers.includes('patreon')} />}
    >
      <RowsEditor
        rows={rows}
        what="tier"
        columns={[
          { name: 'id', label: 'Patreon tier ID', max: 40 },
          { name: 'name', label: 'Name', max: 80 },
        ]}
        max={20}
        empty="All tiers include Premium."
      />
    </SettingsBlock>
  );
}
