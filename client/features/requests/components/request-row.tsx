import { Link } from 'react-router';
import { shortDescription } from '#client/features/requests/request-labels.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { profilePath } from '#contract/paths.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';
import { OriginalLink, RequestBadges, RequestDecision } from './request-facts.tsx';
import { RequestPicture } from './request-picture.tsx';
import { TellButton, VoteButton } from './vote-button.tsx';

/** A request on the board, with its votes, details and status. `next` is the path to return to after logging in. */
export function RequestRow({ request, next, eager }: { request: ResourceRequest; next: string; eager?: boolean }) {
  const { resourceName, resourceLink, ogData, requester, createdAt } = request;
  const description = ogData?.description ?? (ogData?.title !== resourceName ? ogData?.title : null);
  return (
    <article className="request-row">
      <VoteButton request={request} next={next} />
      <RequestPicture request={request} eager={eager ?? false} />
      <div className="request-words">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-card font-semibold wrap-anywhere">{resourceName}</h2>
          <RequestBadges request={request} />
        </div>
        <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <OriginalLink link={resourceLink} name={resourceName} />
          {ogData?.price && (
            <span>
              Original: <span className="mono">{ogData.price}</span>
            </span>
          )}
        </p>
        {description && <p className="mt-2 max-w-prose text-sm wrap-anywhere">{shortDescription(description)}</p>}
        <RequestDecision request={request} />
        <div className="mt-2 flex min-h-9 flex-wrap items-center gap-x-3 text-sm text-muted">
          <span>
            {requester ? (
              <>
                Requested by{' '}
                <Link to={profilePath(requester)} className="link">
                  {requester}
                </Link>
              </>
            ) : (
              'Requested'
            )}{' '}
            <Ago time={createdAt} />
          </span>
          <TellButton request={request} />
        </div>
      </div>
    </article>
  );
}
