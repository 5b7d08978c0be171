import { Badge } from '#client/ui/badge.tsx';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { Resource } from '#contract/resources/api.ts';

const counted = (count: number, one: string, many: string): string =>
  `${compactNumber(count)} ${count === 1 ? one : many}`;

/** Who the creator is, in numbers and in their own words. */
export function CreatorAbout({ resource }: { resource: Resource }) {
  const { creator } = resource;
  const name = creator.displayName ?? creator.username;
  return (
    <div>
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
    </div>
  );
}
