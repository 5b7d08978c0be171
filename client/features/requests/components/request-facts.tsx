import { Link } from 'react-router';
import { hostOf, statusTones } from '#client/features/requests/request-labels.ts';
import { Badge } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { RequestStatus, ResourceRequest } from '#contract/requests/api.ts';

export function RequestStatusBadge({ status }: { status: RequestStatus }) {
  return <Badge tone={statusTones[status]}>{status}</Badge>;
}

/** Badges of a request, such as its status. */
export function RequestBadges({ request: { status, isPremium, own } }: { request: ResourceRequest }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <RequestStatusBadge status={status} />
      {isPremium && (
        <Badge tone="tungsten" icon="lock">
          Premium
        </Badge>
      )}
      {own && <Badge>Yours</Badge>}
    </span>
  );
}

/** Link to the requested page, labelled with its host. Users enter these links, so this site does not vouch for them. */
export function OriginalLink({ link, name }: { link: string; name: string }) {
  const host = hostOf(link);
  if (!/^https?:\/\//i.test(link)) return <span className="wrap-anywhere">{host}</span>;
  return (
    <a href={link} className="link wrap-anywhere" rel="nofollow noopener noreferrer ugc" target="_blank">
      {host}
      <span className="sr-only">: original of {name} (opens in a new tab)</span>
    </a>
  );
}

/** Outcome of a request: the administrator's note, and the resource that fulfils it. */
export function RequestDecision({ request: { status, note, resource } }: { request: ResourceRequest }) {
  const isFulfilled = status === 'Fulfilled';
  if (!note && !(isFulfilled && resource)) return null;
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      {note && <p className="request-note whitespace-pre-line wrap-anywhere">{note}</p>}
      {isFulfilled && resource && (
        <Link to={resourcePath(resource.id)} className={buttonClass({ size: 'sm', className: 'max-w-full' })}>
          <Icon name="arrow" small />
          <span className="truncate">{resource.title}</span>
        </Link>
      )}
    </div>
  );
}
