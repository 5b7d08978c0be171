import { useState } from 'react';
import { Link } from 'react-router';
import { OriginalLink, RequestStatusBadge } from '#client/features/requests/components/request-facts.tsx';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { closing, useDeciding } from '#client/kit/admin/use-deciding.ts';
import { firstPage, useFilledPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read } from '#client/kit/data/query.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { BodyOf, QueryOf } from '#contract/http.ts';
import { profilePath } from '#contract/paths.ts';
import type {
  AdminRequest,
  decideRequest as decideCall,
  listAdminRequests as listCall,
} from '#contract/requests/api.ts';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import { decideRequest, listAdminRequests, removeRequest } from './requests-api.ts';

type Closable = { onClose: () => void };
const leave = ({ onClose }: Closable): void => onClose();
const RequestWindow = lazyPart(() => import('./request-window.tsx').then((file) => file.RequestWindow), { leave });
const RequestRemoval = lazyPart(() => import('./request-removal.tsx').then((file) => file.RequestRemoval), { leave });

const statuses = [
  { value: '', label: 'All statuses' },
  ...REQUEST_STATUSES.map((status) => ({ value: status, label: status })),
];
const orders = [
  { value: 'priority', label: 'Sort by priority' },
  { value: 'createdAt', label: 'Sort by newest' },
  { value: 'votes', label: 'Sort by votes' },
];

/** The open dialog: for deciding a request, or for confirming its removal. */
type Shown = { request: AdminRequest; act: 'decide' | 'remove' } | null;

/** List of requests, by priority (product.md RQ-4). */
export function RequestsSection() {
  const { transport } = useAppContext();
  const table = useTable(
    (query) => read(listAdminRequests, { query: query as QueryOf<typeof listCall> }),
    firstPage({ status: '' }),
  );
  const [shown, setShown] = useState<Shown>(null);
  const deciding = useDeciding(table.reload);
  useFilledPage(table, table.data?.requests);

  const open = (next: Shown) => () => {
    deciding.clear();
    setShown(next);
  };
  const close = (): void => setShown(null);

  const decide = async (request: AdminRequest, body: BodyOf<typeof decideCall>): Promise<void> => {
    const act = () => decideRequest(transport, { params: { id: request.id }, body });
    const said = `"${request.resourceName}" is now ${body.status}. People who asked to be notified get an email.`;
    if (await deciding.run(act, said)) setShown(closing(shown));
  };
  const remove = async ({ id, resourceName }: AdminRequest): Promise<void> => {
    const act = () => removeRequest(transport, { params: { id } });
    if (await deciding.run(act, `"${resourceName}" was removed from the board.`)) setShown(closing(shown));
  };

  const columns: Column<AdminRequest>[] = [
    {
      key: 'name',
      header: 'Request',
      isName: true,
      cell: ({ resourceName, resourceLink, isPremium }) => (
        <>
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-semibold wrap-anywhere">{resourceName}</span>
            {isPremium && (
              <Badge tone="tungsten" icon="lock">
                Premium
              </Badge>
            )}
          </span>
          <span className="block text-sm font-normal">
            <OriginalLink link={resourceLink} name={resourceName} />
          </span>
        </>
      ),
    },
    {
      key: 'requester',
      header: 'From',
      cell: ({ requester }) =>
        requester ? (
          <Link to={profilePath(requester)} className="link">
            {requester}
          </Link>
        ) : (
          'Unavailable user'
        ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => (
        <span>
          <RequestStatusBadge status={status} />
        </span>
      ),
    },
    {
      key: 'votes',
      header: 'Votes',
      sortable: true,
      align: 'end',
      cell: ({ votes, premiumVotes }) => (
        <span className="mono">
          {votes}
          {premiumVotes > 0 && <span className="block text-muted">{premiumVotes} Premium</span>}
        </span>
      ),
    },
    { key: 'told', header: 'To notify', align: 'end', cell: ({ told }) => <span className="mono">{told}</span> },
    { key: 'createdAt', header: 'Received', sortable: true, cell: ({ createdAt }) => adminDay(createdAt) },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (request) => (
        <span className="inline-flex items-center gap-1.5">
          <Button
            size="sm"
            variant={request.status === 'Pending' ? 'solid' : 'outline'}
            aria-label={`Review ${request.resourceName}`}
            aria-haspopup="dialog"
            onClick={open({ request, act: 'decide' })}
          >
            Review
          </Button>
          <IconButton
            icon="trash"
            size="sm"
            label={`Remove ${request.resourceName}`}
            aria-haspopup="dialog"
            onClick={open({ request, act: 'remove' })}
          />
        </span>
      ),
    },
  ];

  return (
    <>
      <TableTools table={table} placeholder="Search requests...">
        <Select
          label="Status"
          hideLabel
          value={table.state.filters.status}
          options={statuses}
          onValueChange={(status) => table.setFilter({ status })}
        />
        <Select
          label="Sort by"
          hideLabel
          value={table.state.sort || 'priority'}
          options={orders}
          onValueChange={(sort) => table.sortBy(sort)}
        />
      </TableTools>
      {deciding.failure && !shown && (
        <Message tone="error" className="mb-3">
          {deciding.failure}
        </Message>
      )}
      <TablePanel
        table={table}
        caption="Requests"
        columns={columns}
        rows={table.data?.requests}
        rowKey={({ id }) => id}
        pagination={table.data?.pagination}
        empty="No requests found."
      />
      {shown?.act === 'decide' && (
        <RequestWindow
          request={shown.request}
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onDecide={(body) => void decide(shown.request, body)}
          onClose={close}
        />
      )}
      {shown?.act === 'remove' && (
        <RequestRemoval
          request={shown.request}
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onAct={() => void remove(shown.request)}
          onClose={close}
        />
      )}
    </>
  );
}
