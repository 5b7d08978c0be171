import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { adminDay, adminTime, shortId } from '#client/kit/admin/admin-labels.ts';
import { FactList } from '#client/kit/admin/fact-list.tsx';
import { StatusBadge } from '#client/kit/admin/status-badge.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { ApplicationDetail } from '#contract/applications/review.ts';
import { avatarPath, profilePath } from '#contract/paths.ts';
import { OBSTACLES } from './application-labels.ts';
import { getApplication } from './applications-api.ts';

const Facts = ({ application: { applicant, others, ...application } }: { application: ApplicationDetail }) => (
  <div className="grid gap-5">
    <div className="flex items-center gap-3">
      <Avatar src={avatarPath(application.username)} name={application.username} />
      <div className="min-w-0 wrap-anywhere">
        <Link to={profilePath(application.username)} className="font-semibold hover:underline">
          {applicant.displayName ?? application.username}
        </Link>
        <p className="text-sm text-muted">{application.email}</p>
      </div>
      <span className="ml-auto">
        <StatusBadge status={application.status} />
      </span>
    </div>
    {application.obstacle && (
      <Message tone="info">
        Cannot become a leaker: {application.username} {OBSTACLES[application.obstacle]}.
      </Message>
    )}
    <FactList
      facts={[
        [
          'Application',
          <span className="mono" key="id">
            {shortId(application.id)}
          </span>,
        ],
        ['Applied', adminTime(application.createdAt)],
        ['Decided', application.decidedAt && adminTime(application.decidedAt)],
        ['Decided by', application.decidedAt && (application.decidedBy ?? 'a deleted account')],
        ['Reason', application.reason],
        ['Role', applicant.role],
        ['Email', applicant.emailVerified ? 'verified' : 'not verified'],
        ['Member since', adminDay(applicant.joinedAt)],
        ['Uploads', String(applicant.uploads)],
        ['Followers', String(applicant.followers)],
        ['About', applicant.bio],
      ]}
    />
    {others.length > 0 && (
      <section>
        <h3 className="mb-2 font-semibold">Other applications</h3>
        <ul className="border-t border-line">
          {others.map(({ status, reason, createdAt }) => (
            <li key={createdAt} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
              <span>{adminDay(createdAt)}</span>
              <StatusBadge status={status} />
              {reason && <span className="basis-full text-sm text-muted wrap-anywhere">{reason}</span>}
            </li>
          ))}
        </ul>
      </section>
    )}
  </div>
);

/** Shows an application's details and its decision. */
export function ApplicationView({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { transport } = useAppContext();
  const [application, setApplication] = useState<ApplicationDetail | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    getApplication(transport, { params: { id } }).then(
      (found) => isCurrent && setApplication(found),
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [transport, id]);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`${name}'s application`}>
      {failure && <Message tone="error">{failure}</Message>}
      {!failure && !application && <Spinner label="Loading" />}
      {application && <Facts application={application} />}
    </Dialog>
  );
}
