import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { FollowButton } from '#client/features/resources/bookmarks/components/mark-button.tsx';
import { ReportLink } from '#client/kit/report-link.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { Stat } from '#client/ui/charts/stat.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { PublicProfile } from '#contract/members/api.ts';
import { profilePath } from '#contract/paths.ts';
import { EditProfileButton } from './edit-profile-button.tsx';

const Badges = ({ badges, badgeLooks, verified }: Pick<PublicProfile, 'badges' | 'badgeLooks' | 'verified'>) =>
  (verified || badges.length > 0) && (
    <ul className="mt-2.5 flex flex-wrap gap-1.5" aria-label="Badges">
      {badges.map((badge) => {
        const look = badgeLooks.find(({ name }) => name === badge);
        return (
          <li key={badge} className="max-w-full" title={look?.description || undefined}>
            <Badge tone={look?.tone ?? (badge === 'PRO' ? 'tungsten' : 'muted')}>{badge}</Badge>
          </li>
        );
      })}
      {verified && (
        <li>
          <Badge tone="scope" icon="check">
            Verified Creator
          </Badge>
        </li>
      )}
    </ul>
  );

/** Profile header: banner, avatar, name, badges and counts, with a button to follow the user or to edit one's own profile. */
export function ProfileHeader({ profile }: { profile: PublicProfile }) {
  const { session } = useAuth();
  const { username, displayName, bio, followers, following, totalLikes } = profile;
  const name = displayName ?? username;
  const isOwn = session.user?.id === profile.id;
  return (
    <header>
      <div
        className="media media-blank h-36 max-md:-mx-(--gutter) max-md:rounded-none md:mt-1 md:h-auto md:aspect-[5] md:rounded-xl"
        style={{ '--h': textHue(username) } as CSSProperties}
      >
        {profile.banner && (
          <img
            key={profile.banner}
            src={profile.banner}
            alt=""
            fetchPriority="high"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
      </div>
      <div className="relative -mt-14 md:-mt-16 md:pl-9">
        <span className="flex w-fit rounded-full bg-bg p-1.5">
          <Avatar name={name} src={profile.avatar} size={112} />
        </span>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
          <h1 className="display text-[clamp(2.5rem,5vw,4rem)] wrap-anywhere">{name}</h1>
          {isOwn ? (
            <div className="flex gap-2">
              <Link to="/settings" className={buttonClass()}>
                Settings
              </Link>
              <EditProfileButton variant={session.user?.role === 'LEAKER' ? 'leaker' : 'member'} />
            </div>
          ) : (
            <FollowButton
              id={username}
              isFollowing={profile.isFollowing}
              guest={session.state === 'signed-out'}
              next={profilePath(username)}
            />
          )}
        </div>
        <p className="mt-1 text-muted">@{username}</p>
        <Badges {...profile} />
        {bio && <p className="mt-4 max-w-[68ch] whitespace-pre-line text-muted wrap-anywhere">{bio}</p>}
        <dl className="mt-5 flex flex-wrap gap-x-9 gap-y-3">
          <Stat small value={compactNumber(followers)} label={followers === 1 ? 'follower' : 'followers'} />
          <Stat small value={compactNumber(following)} label="following" />
          <Stat small value={compactNumber(totalLikes)} label={totalLikes === 1 ? 'total like' : 'total likes'} />
        </dl>
        {!isOwn && <ReportLink path={profilePath(username)} what="profile" />}
      </div>
    </header>
  );
}
