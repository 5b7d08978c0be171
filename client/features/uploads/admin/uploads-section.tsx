import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { LazyReasonWindow } from '#client/kit/admin/lazy-reason-window.ts';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { ExportLink, TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { closing, useDeciding } from '#client/kit/admin/use-deciding.ts';
import { firstPage, useFilledPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read } from '#client/kit/data/query.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { AdminUpload, UploadState } from '#contract/uploads/review.ts';
import {
  deleteAdminUpload,
  listAdminUploads,
  restoreAdminUpload,
  setUploadHidden,
  setUploadStatus,
} from './approvals-api.ts';
import { LazyUploadDelete, LazyUploadDetail, LazyUploadEditor } from './lazy-windows.ts';
import { uploadColumns } from './upload-columns.tsx';

type Window = { kind: 'view' | 'edit' | 'reject' | 'hide' | 'delete'; upload: AdminUpload } | null;
type Status = AdminUpload['status'];

const STATES: { value: UploadState | ''; label: string }[] = [
  { value: '', label: 'All statuses' },
  { value: 'PENDING', label: 'PENDING' },
  { value: 'APPROVED', label: 'APPROVED' },
  { value: 'REJECTED', label: 'REJECTED' },
  { value: 'HIDDEN', label: 'Hidden' },
  { value: 'DELETED', label: 'Deleted' },
];

/** All uploads: review, edit, hide, delete and restore (specification, section 2; product.md AD-5). */
export function UploadsSection() {
  const { transport, site } = useAppContext();
  const { search = '' } = (useLocation().state as PanelState | null) ?? {};
  const table = useTable((query) => read(listAdminUploads, { query }), { ...firstPage({ status: '' }), search });
  const [window, setWindow] = useState<Window>(null);
  const deciding = useDeciding(table.reload);
  const open = (next: Window): void => {
    deciding.clear();
    setWindow(next);
  };
  const close = (): void => setWindow(null);
  const decideInWindow = async (act: () => Promise<unknown>, said: string): Promise<void> => {
    if (await deciding.run(act, said)) setWindow(closing(window));
  };

  const { uploads, pagination } = table.data ?? {};
  useFilledPage(table, uploads);

  const decide = async ({ id, title, status: was }: AdminUpload, status: Status, reason?: string): Promise<void> => {
    const body = { status, was, ...(reason ? { reason } : {}) };
    await decideInWindow(() => setUploadStatus(transport, { params: { id }, body }), `${title} is now ${status}.`);
  };
  const setHidden = async ({ id, title }: AdminUpload, hidden: boolean, reason?: string): Promise<void> => {
    const body = { hidden, ...(reason ? { reason } : {}) };
    const said = hidden ? `${title} is hidden.` : `${title} is visible again.`;
    await decideInWindow(() => setUploadHidden(transport, { params: { id }, body }), said);
  };
  const remove = async ({ id, title }: AdminUpload): Promise<void> => {
    await decideInWindow(() => deleteAdminUpload(transport, { params: { id } }), `${title} was deleted.`);
  };
  const restore = ({ id, title }: AdminUpload) =>
    deciding.run(() => restoreAdminUpload(transport, { params: { id } }), `${title} was restored.`);

  const columns = uploadColumns({
    isBusy: deciding.isBusy,
    view: (upload) => open({ kind: 'view', upload }),
    edit: (upload) => open({ kind: 'edit', upload }),
    setStatus: (upload, status) =>
      status === 'REJECTED' ? open({ kind: 'reject', upload }) : void decide(upload, status),
    hide: (upload) => open({ kind: 'hide', upload }),
    show: (upload) => void setHidden(upload, false),
    remove: (upload) => open({ kind: 'delete', upload }),
    restore: (upload) => void restore(upload),
  });

  const { status } = table.state.filters;
  const exported = useMemo(() => {
    const asked = { search: table.typed.trim(), status };
    return new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
  }, [table.typed, status]);
  return (
    <>
      <PageTitle
        actions={
          <Link to="/admin/review" className={buttonClass({ variant: 'solid' })}>
            Review uploads
          </Link>
        }
      >
        Uploads
      </PageTitle>
      <div className="mt-5">
        <TableTools
          table={table}
          placeholder="Search uploads..."
          actions={<ExportLink href={`${site.apiUrl}/admin/uploads/export?${exported}`} what="uploads" />}
        >
          <Select
            label="Status"
            hideLabel
            value={status}
            options={STATES}
            onValueChange={(value) => table.setFilter({ status: value })}
          />
        </TableTools>
        {deciding.failure && !window && (
          <Message tone="error" className="mb-3">
            {deciding.failure}
          </Message>
        )}
        <TablePanel
          table={table}
          caption="Uploads"
          columns={columns}
          rows={uploads}
          rowKey={({ id }) => id}
          pagination={pagination}
          empty="No uploads found."
        />
      </div>
      {window?.kind === 'view' && (
        <LazyUploadDetail id={window.upload.id} title={window.upload.title} onClose={close} />
      )}
      {window?.kind === 'edit' && (
        <LazyUploadEditor
          id={window.upload.id}
          title={window.upload.title}
          onSaved={() => {
            close();
            void deciding.renew();
          }}
          onClose={close}
        />
      )}
      {window?.kind === 'reject' && (
        <LazyReasonWindow
          title={`Reject ${window.upload.title}`}
          description="Only its creator and administrators will see it. We'll email the creator, who can fix it and resubmit."
          hint="Sent to the creator."
          action="Reject"
          danger
          reason={window.upload.reason}
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onAct={(reason) => void decide(window.upload, 'REJECTED', reason)}
          onClose={close}
        />
      )}
      {window?.kind === 'hide' && (
        <LazyReasonWindow
          title={`Hide ${window.upload.title}`}
          description="It will disappear from the site immediately but keep its status. We'll email the creator."
          hint="Sent to the creator."
          action="Hide"
          danger
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onAct={(reason) => void setHidden(window.upload, true, reason)}
          onClose={close}
        />
      )}
      {window?.kind === 'delete' && (
        <LazyUploadDelete
          upload={window.upload}
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onAct={() => void remove(window.upload)}
          onClose={close}
        />
      )}
    </>
  );
}
