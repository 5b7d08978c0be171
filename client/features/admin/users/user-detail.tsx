import { Link } from 'react-router';
import { adminDay, adminTime, shortId } from '#client/kit/admin/admin-labels.ts';
import { FactList } from '#client/kit/admin/fact-list.tsx';
import { useSettled } from '#client/kit/admin/use-settled.ts';
import { useAuth } from '#client/kit/session.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { AUDIT_ACTIONS } from '#contract/admin/audit-actions.ts';
import type { AdminUser, AdminUserDetail } from '#contract/admin/users.ts';
import { profilePath } from '#contract/paths.ts';
import { actsOn, type OpenWindow } from './user-acts.ts';
import { UserRoleBadge, UserStatus } from './user-labels.tsx';
import { userRead } from './users-api.ts';

const day = (time: string | null): string | null => time && adminDay(time);
const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

const factsOf = (user: AdminUserDetail): [string, string | null][] => [
  ['Email', `${user.email} (${user.emailVerified ? 'verified' : 'not verified'})`],
  ['ID', user.id],
  ['Display name', user.displayName],
  ['Joined', adminTime(user.createdAt)],
  ['Last seen', user.lastSeenAt ? adminTime(user.lastSeenAt) : 'Not logged in'],
  ['Sessions', String(user.sessions)],
  ['Two-factor', user.twoFactor ? 'On' : 'Off'],
  ['Password', user.hasPassword ? 'Set' : 'None'],
  ['Premium', user.isPremium ? `Since ${adminDay(user.premiumSince)} (${user.premiumBy.join(' and ')})` : 'No'],
  ['Premium ends', day(user.premiumUntil)],
  ['Verified Creator', yesNo(user.verified)],
  ['Badges', user.badges.join(', ')],
  [
    'Uploads',
    `${user.uploadsBy.APPROVED} approved, ${user.uploadsBy.PENDING} pending, ${user.uploadsBy.REJECTED} rejected`,
  ],
  ['Hidden uploads', user.hiddenUploads > 0 ? String(user.hiddenUploads) : null],
  ['Storage used', formatBytes(user.storageUsed)],
  ['Downloads', user.downloads >= 10_000 ? '10,000+' : String(user.downloads)],
  ['Likes received', String(user.totalLikes)],
  ['Followers', `${user.followers} (follows ${user.following})`],
  ['Former usernames', user.formerNames.map(({ username }) => username).join(', ')],
  ['Linked accounts', user.links.map(({ provider, username }) => `${provider}: ${username}`).join(', ')],
  [
    'Suspended',
    user.suspendedAt && `${adminDay(user.suspendedAt)}${user.suspendedBy ? ` by ${user.suspendedBy}` : ''}`,
  ],
  ['Suspended until', user.suspendedAt && (day(user.suspendedUntil) ?? 'Indefinitely')],
  ['Reason', user.suspendReason],
  ['Deleted', user.deletedAt && `${adminDay(user.deletedAt)}${user.deletedBy ? ` by ${user.deletedBy}` : ''}`],
  ['Can be restored until', day(user.restorableUntil)],
  ['Invited', day(user.invitedAt)],
];

const Lines = ({ title, lines }: { title: string; lines: { key: string; text: string; at: string }[] }) =>
  lines.length > 0 && (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1.5 border-t border-line">
        {lines.map(({ key, text, at }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 text-sm">
            <span className="min-w-0 wrap-anywhere">{text}</span>
            <span className="text-muted">{at}</span>
          </li>
        ))}
      </ul>
    </section>
  );

const Facts = ({ user }: { user: AdminUserDetail }) => (
  <>
    {user.bio && <p className="whitespace-pre-line text-muted wrap-anywhere">{user.bio}</p>}
    <FactList facts={factsOf(user)} />
    <Lines
      title="Premium grants"
      lines={user.grants.map(({ source, startsAt, endsAt }) => ({
        key: source + startsAt,
        text: `By ${source === 'admin' ? 'an administrator' : 'Patreon'}`,
        at: `${adminDay(startsAt)} – ${endsAt ? adminDay(endsAt) : 'no end date'}`,
      }))}
    />
    <Lines
      title="Applications"
      lines={user.applications.map(({ id, status, reason, createdAt }) => ({
        key: id,
        text: reason ? `${status}: ${reason}` : status,
        at: adminDay(createdAt),
      }))}
    />
    <Lines
      title="Admin actions"
      lines={user.audit.map(({ at, actor, action }, place) => ({
        key: `${at} ${place}`,
        text: `${actor} ${AUDIT_ACTIONS[action] ? `${AUDIT_ACTIONS[action]} ${user.username}` : action}`,
        at: adminTime(at),
      }))}
    />
  </>
);

/** Dialog with a user's full details and all available actions (specification, section 2: 'detail modal'). */
export function UserDetail({
  user: { id, username, avatar },
  onClose,
  onOpen,
}: {
  user: AdminUser;
  onClose: () => void;
  onOpen: (next: OpenWindow) => void;
}) {
  const { session } = useAuth();
  const { data: user, failure, retry } = useSettled(userRead(id));
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || onClose()}
      title={user?.username ?? username}
      before={<Avatar name={username} src={user?.avatar ?? avatar} size={44} />}
    >
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-2">
          {user && <UserRoleBadge role={user.role} />}
          {user && <UserStatus status={user.status} />}
          <span className="mono text-sm text-muted">{shortId(id)}</span>
          {user?.status === 'active' && (
            <Link to={profilePath(user.username)} className="link">
              Public profile
            </Link>
          )}
        </p>
        {failure && (
          <Message
            tone="error"
            action={
              <Button size="sm" onClick={retry}>
                Try again
              </Button>
            }
          >
            {failure}
          </Message>
        )}
        {!user && !failure && (
          <p className="grid min-h-40 place-items-center">
            <Spinner label="Loading" />
          </p>
        )}
        {user && <Facts user={user} />}
        {user && (
          <div className="flex flex-wrap gap-2">
            {actsOn(user, { isOwn: session.user?.id === id, twoFactor: user.twoFactor }).map(
              ({ kind, label, danger }) => (
                <Button
                  key={kind}
                  size="sm"
                  variant={danger ? 'danger' : 'outline'}
                  onClick={() => onOpen({ kind, user })}
                >
                  {label}
                </Button>
              ),
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
