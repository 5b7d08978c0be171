import { Link } from 'react-router';
import { FollowButton } from '#client/features/resources/bookmarks/components/mark-button.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { profilePath, resourcePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';

const counted = (count: number, one: string, many: string): string =>
  `${compactNumber(count)} ${count === 1 ? one : many}`;

/** Card about the creator, with a link to their profile. */
export function CreatorCard({
  resource,
  guest,
  isOwn,
  className,
}: {
  resource: Resource;
  guest: boolean;
  /** Whether the logged-in user is the creator; users cannot follow themselves. */
  isOwn: boolean;
  className?: string;
}) {
  const { creator } = resource;
  const name = creator.displayName ?? creator.username;
  return (
    <Panel title="About the Creator" className={className}>
      <div className="flex items-center gap-3.5">
        <Avatar name={name} src={creator.avatar} size={56} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-1.5">
            <span className="font-semibold wrap-anywhere">{name}</span>
            {resource.isPremiumLeaker && <Badge tone="tungsten">PRO</Badge>}
          </p>
          {resource.isVerifiedLeaker && (
            <p className="mt-1">
              <Badge tone="scope" icon="check">
                Verified Creator
              </Badge>
            </p>
          )}
        </div>
      </div>
      {creator.bio && <p className="mt-3.5 whitespace-pre-line text-muted wrap-anywhere">{creator.bio}</p>}
      <p className="mt-3.5 text-sm text-muted">
        {counted(creator.uploads, 'upload', 'uploads')}, {counted(creator.followers, 'follower', 'followers')}
      </p>
      <div className="mt-4 flex gap-2">
        {!isOwn && (
          <FollowButton
            id={creator.username}
            isFollowing={resource.isFollowing}
            guest={guest}
            next={resourcePath(resource.id)}
            className="flex-1"
          />
        )}
        <Link to={profilePath(creator.username)} className={buttonClass({ className: 'flex-1' })}>
          View Profile
        </Link>
      </div>
    </Panel>
  );
}
