import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { ReplyOf } from '#contract/http.ts';
import { resourcePath } from '#contract/paths.ts';
import type { findSimilar, ResourceRequest } from '#contract/requests/api.ts';
import { RequestBadges } from './request-facts.tsx';
import { useSimilar } from './use-similar.ts';
import { TellButton, VoteButton } from './vote-button.tsx';

type Found = ReplyOf<typeof findSimilar>;

const SimilarRequest = ({ request, next }: { request: ResourceRequest; next: string }) => (
  <li className="similar-hit">
    <VoteButton request={request} next={next} />
    <div className="min-w-0">
      <p className="mb-1.5 font-semibold wrap-anywhere">{request.resourceName}</p>
      <div className="flex flex-wrap items-center gap-x-2">
        <RequestBadges request={request} />
        <TellButton request={request} />
      </div>
      {request.status === 'Fulfilled' && request.resource && (
        <Link to={resourcePath(request.resource.id)} className="link text-sm">
          {request.resource.title}
        </Link>
      )}
    </div>
  </li>
);

const SimilarResource = ({ resource: { id, title, author, thumbnail } }: { resource: Found['resources'][number] }) => (
  <li className="similar-hit">
    <div className="media media-blank aspect-video" style={{ '--h': textHue(title) } as CSSProperties}>
      {thumbnail && (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" ref={hideIfFailed} onError={hideOnError} />
      )}
    </div>
    <div className="min-w-0">
      <Link to={resourcePath(id)} className="font-semibold hover:underline wrap-anywhere">
        {title}
      </Link>
      <p className="text-sm text-muted">by {author}</p>
    </div>
  </li>
);

const summaryOf = ({ requests, resources }: Found): string => {
  const parts = [
    requests.length > 0 && `${requests.length} similar ${requests.length === 1 ? 'request' : 'requests'}`,
    resources.length > 0 && `${resources.length} ${resources.length === 1 ? 'asset' : 'assets'} with a similar name`,
  ].filter(Boolean);
  return parts.length > 0 ? `Found: ${parts.join(', ')}.` : '';
};

/**
 * Shows existing resources and requests with a similar name while the name is being typed, and announces them to screen readers.
 */
export function Similar({ name, next }: { name: string; next: string }) {
  const found = useSimilar(name);
  return (
    <>
      <p className="sr-only" role="status">
        {found && summaryOf(found)}
      </p>
      {found && found.resources.length > 0 && (
        <section className="mb-9">
          <h2 className="display mb-2 text-h3">Already here?</h2>
          <ul>
            {found.resources.map((resource) => (
              <SimilarResource key={resource.id} resource={resource} />
            ))}
          </ul>
        </section>
      )}
      {found && found.requests.length > 0 && (
        <section className="mb-9">
          <h2 className="display mb-2 text-h3">Already requested?</h2>
          <ul>
            {found.requests.map((request) => (
              <SimilarRequest key={request.id} request={request} next={next} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
