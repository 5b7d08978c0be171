import { Link } from 'react-router';
import { useAuth } from '#client/kit/session.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';

const SENTENCES: Record<Exclude<Resource['status'], 'APPROVED'>, string> = {
  PENDING: 'Awaiting approval: only you and the team can see this page.',
  REJECTED: 'Not approved: only you and the team can see this page.',
};

/** Tells people who can see an unpublished resource why it is not public, and links to its upload page. */
export function OwnNotice({ resource }: { resource: Resource }) {
  const { session } = useAuth();
  if (resource.status === 'APPROVED') return null;
  const isOwn = session.user?.username === resource.author;
  return (
    <Message tone="info" className="mt-4">
      {SENTENCES[resource.status]}{' '}
      <Link to={ownUploadPath(resource.id)} className="link">
        {isOwn ? 'Manage this upload' : 'Open the upload page'}
      </Link>
    </Message>
  );
}
