import { Link } from 'react-router';
import { useAuth } from '#client/kit/session.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';

const SENTENCES: Record<Exclude<Resource['status'], 'APPROVED'>, string> = {
  PENDING: 'Awaiting approval: only you and the team can see this page.',
  REJECTED: 'Not approved: only you and the team can see this page.',
};

/** Explains why a resource's page is not public, to those who can see it, with a link to its upload. */
export function OwnNotice({ resource }: { resource: Resource }) {
  const { session } = useAuth();
  if (resource.status === 'APPROVED') return null;
  const isOwn = session.user?.username === resource.author;
  return (
    <Message tone="info" className="mt-4">
      {SENTENCES[resource.status]}{' '}
      <Link to={ownUploadPath(resource.id)} className="link">
        {isOwn ? 'Manage this upload' : 'View it as its leaker'}
      </Link>
    </Message>
  );
}
