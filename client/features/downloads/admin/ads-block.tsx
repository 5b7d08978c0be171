import { TablePanel } from '#client/kit/admin/table-parts.tsx';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read } from '#client/kit/data/query.ts';
import { actsColumn, EditableBlock } from '#client/kit/settings/editable-block.tsx';
import { type Editing, useEditing } from '#client/kit/settings/use-editing.ts';
import { Badge } from '#client/ui/badge.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { AdCreative } from '#contract/downloads/ads.ts';
import { ADS_MAX } from '#contract/downloads/limits.ts';
import { shareOfWeight, throughRate } from './ad-labels.ts';
import { deleteAd, listAds, patchAd } from './ads-api.ts';

const adsRead = read(listAds, {});
const thousands = new Intl.NumberFormat('en-US');

const AdDialog = lazyPart(() => import('./ad-dialog.tsx').then((file) => file.AdDialog), {
  leave: ({ onClose }) => onClose(),
});

const columnsFor = (
  ads: readonly AdCreative[],
  editing: Editing<AdCreative>,
  onPause: (ad: AdCreative) => void,
): Column<AdCreative>[] => [
  {
    key: 'title',
    header: 'Advertisement',
    isName: true,
    cell: ({ title, link }) => (
      <span className="block min-w-0">
        <span className="block font-semibold wrap-anywhere">{title}</span>
        <span className="block text-sm font-normal text-muted wrap-anywhere">{new URL(link).host}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ active }) => (
      <span>
        <Badge tone={active ? 'scope' : 'muted'}>{active ? 'Active' : 'Paused'}</Badge>
      </span>
    ),
  },
  {
    key: 'weight',
    header: 'Weight',
    align: 'end',
    cell: (ad) => (
      <span className="mono">
        {ad.weight} <span className="text-muted">{shareOfWeight(ad, ads)}</span>
      </span>
    ),
  },
  {
    key: 'impressions',
    header: 'Impressions',
    align: 'end',
    cell: ({ impressions }) => <span className="mono">{thousands.format(impressions)}</span>,
  },
  {
    key: 'clicks',
    header: 'Clicks',
    align: 'end',
    cell: ({ clicks }) => <span className="mono">{thousands.format(clicks)}</span>,
  },
  { key: 'ctr', header: 'CTR', align: 'end', cell: (ad) => <span className="mono">{throughRate(ad)}</span> },
  actsColumn(({ title }) => title, editing, { isActive: ({ active }) => active, onPause }),
];

/** Advertisements on the ad page, with their statistics (product.md DL-4). */
export function AdsBlock() {
  const { transport } = useAppContext();
  const table = useTable(() => adsRead, firstPage({}));
  const editing = useEditing<AdCreative>(table.reload);
  const ads = table.data ?? [];

  const pause = ({ id, active }: AdCreative) =>
    editing.act.run(async () => {
      await patchAd(transport, { params: { id }, body: { active: !active } });
      await table.reload();
    });
  const remove = ({ id, title }: AdCreative) =>
    editing.remove(() => deleteAd(transport, { params: { id } }), `'${title}' was deleted.`);

  return (
    <EditableBlock
      title="Advertisements"
      about="Each free download shows one active advertisement, picked by weight. Premium members see none."
      add="Add advertisement"
      isFull={ads.length >= ADS_MAX}
      editing={editing}
      preload={AdDialog.preload}
      windowOf={(ad) => (
        <AdDialog ad={ad} onSaved={() => void table.reload()} onClose={() => editing.setEdited(null)} />
      )}
      questionOf={({ title }) => ({
        title: 'Delete this advertisement?',
        consequence: `This deletes '${title}', its image and its stats. This cannot be undone.`,
      })}
      onDelete={(ad) => void remove(ad)}
    >
      <TablePanel
        table={table}
        caption="Advertisements"
        columns={columnsFor(ads, editing, (ad) => void pause(ad))}
        rows={table.data}
        rowKey={({ id }) => id}
        pagination={undefined}
        empty="No advertisements yet."
        hint="The ad page promotes Premium until you add one."
      />
    </EditableBlock>
  );
}
