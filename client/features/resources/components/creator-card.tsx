import { Link } from 'react-router';
import { FollowButton } from '#client/features/resources/bookmarks/components/mark-button.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { laterPart } from '#client/ui/later-part.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { profilePath, resourcePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';

const CreatorAbout = laterPart(() => import('./creator-about.tsx').then((file) => file.CreatorAbout));

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
  return (
    <Panel title="About the Creator" className={className}>
      <CreatorAbout resource={resource} />
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
