import { RowsEditor } from '#client/features/admin/settings/components/rows-editor.tsx';
import { useSaveSettings } from '#client/features/admin/settings/components/setting-fields.ts';
import { SettingsBlock } from '#client/features/admin/settings/components/settings-block.tsx';
import { useRows } from '#client/features/admin/settings/components/use-rows.ts';
import { useServices } from '#client/kit/data/services.ts';
import { Badge } from '#client/ui/badge.tsx';
import type { AdminSettings } from '#contract/admin/settings.ts';

/** Whether a third party has credentials on this site: those come from its configuration, not from here. */
export function ConfiguredBadge({ isConfigured }: { isConfigured: boolean }) {
  return <Badge tone={isConfigured ? 'scope' : 'muted'}>{isConfigured ? 'Configured' : 'Not configured'}</Badge>;
}

/** Which tiers at Patreon bring Premium. */
export function PatreonBlock({ settings }: { settings: AdminSettings }) {
  const { site } = useServices();
  const save = useSaveSettings();
  const rows = useRows('patreonTiers', ['id', 'name'], settings.patreonTiers, async (values) => {
    const tiers = values.map(({ id = '', name = '' }) => ({ id: id.trim(), name }));
    return (await save({ patreonTiers: tiers })).patreonTiers;
  });
  return (
    <SettingsBlock
      title="Patreon tiers"
      about="Members of these tiers are Premium here. Without any in this list, each tier brings Premium."
      aside={<ConfiguredBadge isConfigured={site.providers.includes('patreon')} />}
    >
      <RowsEditor
        rows={rows}
        what="tier"
        columns={[
          { name: 'id', label: 'Tier id at Patreon', max: 40 },
          { name: 'name', label: 'Name', max: 80 },
        ]}
        max={20}
        empty="Every tier brings Premium."
      />
    </SettingsBlock>
  );
}
