import { Link, useRevalidator } from 'react-router';
import { formatDay } from '#client/kit/format-date.ts';
import type { PageSpec } from '#client/kit/page.ts';
import { invalidate, load } from '#client/kit/query.ts';
import { useServices } from '#client/kit/services.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Message } from '#client/ui/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Ruler } from '#client/ui/ruler.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Account } from '#contract/accounts.ts';
import { profilePath } from '#contract/paths.ts';
import { ApplicationPanel } from '../applications/parts/application-panel.tsx';
import { applicationRead } from '../applications/parts/use-application.ts';
import { EditProfileButton } from '../members/parts/edit-profile-button.tsx';

const uploads = (user: Account | null): boolean => user?.role === 'LEAKER' || user?.role === 'ADMIN';

export const page: PageSpec = {
  load: async ({ services }) => {
    if (uploads(services.person.current)) return undefined;
    invalidate(services, applicationRead);
    // The panel says by itself when it could not be had.
    await load(services, applicationRead).catch(() => null);
    return undefined;
  },
  head: ({ services }) => ({ title: `Leaker Dashboard - ${services.site.siteName}`, canonical: null }),
};

const ProfileCard = ({ user }: { user: Account }) => {
  const { origin } = useServices();
  const name = user.displayName ?? user.username;
  const address = `${new URL(origin).host}${profilePath(user.username)}`;
  return (
    <Panel className="flex flex-wrap items-start gap-5 md:p-7">
      <Avatar name={name} src={user.avatar} size={84} />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="display text-h2 wrap-anywhere">{name}</h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={user.role === 'ADMIN' ? 'tally' : 'iris'}>{user.role}</Badge>
          <Link to={profilePath(user.username)} className="link wrap-anywhere">
            {address}
          </Link>
        </p>
        <p className="mt-3.5 max-w-prose whitespace-pre-line text-muted wrap-anywhere">{user.bio || 'No bio yet.'}</p>
        <p className="mt-3.5 text-sm text-muted">
          Member since <time dateTime={user.createdAt}>{formatDay(user.createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Link to="/settings" className={buttonClass()}>
          Settings
        </Link>
        <EditProfileButton variant="leaker" />
      </div>
    </Panel>
  );
};

/** The leaker's dashboard (specification, section 2; product.md UP-1), for others the way to become one. */
export default function LeakerPage() {
  const { session } = useAuth();
  const { revalidate } = useRevalidator();
  if (session.state !== 'signed-in') {
    return (
      <div className="wrap flex justify-center py-21">
        <Spinner label="Loading" />
      </div>
    );
  }
  return (
    <div className="wrap flex flex-col gap-7 pt-10 pb-21">
      <div>
        <PageTitle>Leaker Dashboard</PageTitle>
        <Ruler className="mt-6" />
      </div>
      {uploads(session.user) ? (
        <>
          <ProfileCard user={session.user} />
          <Message tone="info">
            Uploading, and the figures of your uploads, open here together with the uploader.
          </Message>
        </>
      ) : (
        <ApplicationPanel onRetry={() => void revalidate()} />
      )}
    </div>
  );
}
