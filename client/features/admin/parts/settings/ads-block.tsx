import { useState } from 'react';
import { read } from '#client/kit/query.ts';
import { useServices } from '#client/kit/services.ts';
import { useAct } from '#client/kit/use-act.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/message.tsx';
import type { AdCreative } from '#contract/ads.ts';
import { ADS_MAX } from '#contract/limits.ts';
import { deleteAd, listAds, patchAd } from '../../ads-api.ts';
import { TablePanel } from '../table-parts.tsx';
import { firstPage, useTable } from '../use-table.ts';
import { shareOfWeight, throughRate } from './ad-words.ts';
import { ConfirmWindow } from './confirm-window.tsx';
import { SettingsBlock } from './settings-block.tsx';

const adsRead = read(listAds, {});
const thousands = new Intl.NumberFormat('en-US');

const AdDialog = lazyPart(() => import('./ad-dialog.tsx').then((file) => file.AdDialog), {
  leave: ({ onClose }) => onClose(),
});

type Buttons = {
  isBusy: boolean;
  onEdit(ad: AdCreative): void;
  onPause(ad: AdCreative): void;
  onDelete(ad: AdCreative): void;
};

const columnsFor = (
  ads: readonly AdCreative[],
  { isBusy, onEdit, onPause, onDelete }: Buttons,
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
  {
    key: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (ad) => (
      <span className="flex justify-end">
        <IconButton icon="edit" label={`Edit ${ad.title}`} size="sm" onClick={() => onEdit(ad)} />
        <IconButton
          icon={ad.active ? 'pause' : 'play'}
          label={`${ad.active ? 'Pause' : 'Resume'} ${ad.title}`}
          size="sm"
          disabled={isBusy}
          onClick={() => onPause(ad)}
        />
        <IconButton icon="trash" label={`Delete ${ad.title}`} size="sm" onClick={() => onDelete(ad)} />
      </span>
    ),
  },
];

/** The advertisements of the ad page with what came of them (product.md DL-4). */
export const AdsBlock = () => {
  const { transport } = useServices();
  const table = useTable(() => adsRead, firstPage({}));
  const act = useAct();
  /** Null while none is edited, 'new' for one that does not exist yet. */
  const [edited, setEdited] = useState<AdCreative | 'new' | null>(null);
  const [doomed, setDoomed] = useState<AdCreative | null>(null);
  const ads = table.data ?? [];

  const pause = ({ id, active }: AdCreative) =>
    act.run(async () => {
      await patchAd(transport, { params: { id }, body: { active: !active } });
      await table.reload();
    });
  const remove = async ({ id, title }: AdCreative) => {
    const isGone = await act.run(() => deleteAd(transport, { params: { id } }), `'${title}' is deleted.`);
    if (!isGone) return;
    setDoomed(null);
    await table.reload();
  };

  return (
    <SettingsBlock
      title="Advertisements"
      about="One of the active ones is chosen for each free download, as often as its weight is part of all. Members with Premium see none."
      aside={
        <Button size="sm" disabled={ads.length >= ADS_MAX} onClick={() => setEdited('new')} onFocus={AdDialog.preload}>
          <Icon name="plus" small />
          Add advertisement
        </Button>
      }
    >
      <div className="grid gap-3">
        {act.failure && !doomed && <Message tone="error">{act.failure}</Message>}
        {act.done && <Message tone="success">{act.done}</Message>}
        <TablePanel
          table={table}
          caption="Advertisements"
          columns={columnsFor(ads, {
            isBusy: act.isBusy,
            onEdit: setEdited,
            onPause: (ad) => void pause(ad),
            onDelete: setDoomed,
          })}
          rows={table.data}
          rowKey={({ id }) => id}
          pagination={undefined}
          empty="No advertisements yet."
          hint="The ad page speaks for Premium meanwhile."
        />
      </div>
      {edited && (
        <AdDialog
          ad={edited === 'new' ? null : edited}
          onSaved={() => void table.reload()}
          onClose={() => setEdited(null)}
        />
      )}
      {doomed && (
        <ConfirmWindow
          title="Delete this advertisement?"
          consequence={`'${doomed.title}' goes with its picture and its counts. This cannot be undone.`}
          action="Delete"
          isBusy={act.isBusy}
          failure={act.failure}
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </SettingsBlock>
  );
};
