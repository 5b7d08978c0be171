import { Link } from 'react-router';
import { adminDay, shortId } from '#client/kit/admin/admin-labels.ts';
import { MoreIcon } from '#client/kit/admin/more-icon.tsx';
import { STATUS_OPTIONS } from '#client/kit/admin/status-badge.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { MenuButton } from '#client/ui/overlay/menu-button.tsx';
import type { MenuItem } from '#client/ui/overlay/menu-items.ts';
import type { Column } from '#client/ui/table/data-table.tsx';
import { profilePath } from '#contract/paths.ts';
import type { AdminUpload } from '#contract/uploads/review.ts';

type Status = AdminUpload['status'];

/** Actions available for a row of the uploads list. */
export type UploadActs = {
  isBusy: boolean;
  view(upload: AdminUpload): void;
  edit(upload: AdminUpload): void;
  setStatus(upload: AdminUpload, status: Status): void;
  hide(upload: AdminUpload): void;
  show(upload: AdminUpload): void;
  remove(upload: AdminUpload): void;
  restore(upload: AdminUpload): void;
};

const itemsOf = (upload: AdminUpload, acts: UploadActs): MenuItem[] => {
  const view: MenuItem = { label: 'View', icon: 'eye', onSelect: () => acts.view(upload) };
  if (upload.deletedAt !== null)
    return [view, { label: 'Restore', icon: 'refresh', onSelect: () => acts.restore(upload) }];
  const isHidden = upload.hiddenAt !== null;
  // A new version has the details of its asset, and is not public.
  const isAsset = upload.newVersion === null;
  const edit: MenuItem = { label: 'Edit', icon: 'edit', onSelect: () => acts.edit(upload) };
  const hide: MenuItem = isHidden
    ? { label: 'Unhide', icon: 'eye', onSelect: () => acts.show(upload) }
    : { label: 'Hide', icon: 'lock', onSelect: () => acts.hide(upload) };
  return [
    view,
    ...(isAsset ? [edit] : []),
    ...(upload.status === 'REJECTED'
      ? [{ label: 'Edit reason', icon: 'reply', onSelect: () => acts.setStatus(upload, 'REJECTED') } as const]
      : []),
    ...(isAsset ? [hide] : []),
    { label: 'Delete', icon: 'trash', danger: true, onSelect: () => acts.remove(upload) },
  ];
};

/**
 * Menu items for the available status changes. The menu is not a native select, because a select would change the status on every
 * arrow key press.
 */
const statusesOf = (upload: AdminUpload, acts: UploadActs): MenuItem[] =>
  STATUS_OPTIONS.map(({ value, label }) => ({
    label,
    checked: value === upload.status,
    disabled: acts.isBusy,
    onSelect: () => {
      if (value !== upload.status) acts.setStatus(upload, value);
    },
  }));

const Title = ({ upload, onView }: { upload: AdminUpload; onView: () => void }) => (
  <span className="flex items-center gap-3">
    <span className="aspect-video w-18 shrink-0 overflow-hidden rounded-md bg-sunken">
      <img src={upload.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" onError={hideOnError} />
    </span>
    <span className="min-w-0">
      <button type="button" className="text-left font-semibold hover:underline" onClick={onView}>
        {upload.title}
        {upload.newVersion !== null && ` (version ${upload.newVersion})`}
      </button>
      <span className="mono block text-sm text-muted">{shortId(upload.id)}</span>
      <span className="flex flex-wrap gap-1.5">
        {upload.hiddenAt && <Badge tone="clip">Hidden</Badge>}
        {upload.isUnderWay && <Badge tone="daylight">Being checked</Badge>}
        {upload.findings.length > 0 && (
          <Badge tone="tungsten">
            {upload.findings.length === 1 ? '1 finding' : `${upload.findings.length} findings`}
          </Badge>
        )}
      </span>
    </span>
  </span>
);

export function uploadColumns(acts: UploadActs): Column<AdminUpload>[] {
  return [
    {
      key: 'title',
      header: 'Upload',
      isName: true,
      cell: (upload) => <Title upload={upload} onView={() => acts.view(upload)} />,
    },
    {
      key: 'leaker',
      header: 'Leaker',
      cell: ({ leaker }) => (
        <Link to={profilePath(leaker)} className="hover:underline">
          {leaker}
        </Link>
      ),
    },
    { key: 'category', header: 'Category', cell: ({ category }) => category },
    {
      key: 'files',
      header: 'Files',
      cell: ({ fileCount, fileSize }) =>
        `${fileCount === 1 ? '1 file' : `${fileCount} files`}, ${formatBytes(fileSize)}`,
    },
    {
      key: 'status',
      header: 'Status',
      cell: (upload) =>
        upload.deletedAt !== null ? (
          <span>
            Deleted <span className="block text-sm text-muted">restore by {adminDay(upload.restorableUntil)}</span>
          </span>
        ) : (
          <MenuButton
            label={`Status of ${upload.title}: ${upload.status}`}
            className="btn btn-outline btn-sm"
            items={statusesOf(upload, acts)}
          >
            {upload.status}
            <Icon name="chevron" small />
          </MenuButton>
        ),
    },
    { key: 'submittedAt', header: 'Submitted', sortable: true, cell: ({ submittedAt }) => adminDay(submittedAt) },
    { key: 'downloads', header: 'Downloads', align: 'end', cell: ({ downloads }) => downloads.toLocaleString('en-US') },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (upload) => (
        <MenuButton
          label={`Actions for ${upload.title}`}
          className="btn btn-quiet btn-sm btn-square"
          items={itemsOf(upload, acts)}
        >
          <MoreIcon />
        </MenuButton>
      ),
    },
  ];
}
