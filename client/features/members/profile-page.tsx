import { useEffect, useRef } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { AboutTab } from '#client/features/members/components/about-tab.tsx';
import { ProfileHeader } from '#client/features/members/components/profile-header.tsx';
import { ProfileTabs } from '#client/features/members/components/profile-tabs.tsx';
import { UploadsTab } from '#client/features/members/components/uploads-tab.tsx';
import { CollectionList } from '#client/features/resources/collections/components/collection-list.tsx';
import { collectionsRead } from '#client/features/resources/collections/components/collection-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { LoadInput, PageSpec } from '#client/kit/data/page.ts';
import { invalidateAll, load, reload, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { PublicProfile } from '#contract/members/api.ts';
import { listingPath, profilePath } from '#contract/paths.ts';
import { profileHead, profileTitle } from './profile-head.ts';
import { type ProfileQuery, readProfileQuery } from './profile-query.ts';
import { profileRead, profileUploadsRead } from './profile-reads.ts';

const loadTab = async ({ context }: LoadInput, username: string, query: ProfileQuery): Promise<void> => {
  if (query.tab === 'uploads') await load(context, profileUploadsRead(username, query));
  if (query.tab === 'collections') await load(context, collectionsRead(username));
};

const ProfileNotFound = () => {
  const { username = '' } = useParams();
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title="Profile Not Found"
        heading="h1"
        actions={
          <>
            <Link to={listingPath({ search: username })} className={buttonClass({ variant: 'solid' })}>
              Search assets for this name
            </Link>
            <Link to="/" className={buttonClass()}>
              Home
            </Link>
          </>
        }
      >
        The profile you're looking for doesn't exist or has been removed.
      </ErrorState>
    </div>
  );
};

export const page: PageSpec = {
  load: async (input) => {
    const { context, params, url } = input;
    const asked = params.username ?? '';
    // Requested in parallel, although the result is only used if the URL has the current username.
    const tab = loadTab(input, asked, readProfileQuery(url.searchParams));
    tab.catch(() => null);
    const { username } = await load(context, profileRead(asked));
    if (username !== asked) {
      // A username with different capitalisation redirects permanently. A former username redirects temporarily, because someone
      // else may take it later, or the same user may take it back.
      const permanent = username === asked.toLowerCase();
      return { redirect: profilePath(username) + url.search, permanent };
    }
    await tab;
    return undefined;
  },
  head: ({ context, params, url, failure }) => {
    const about = [context, params.username ?? '', readProfileQuery(url.searchParams), failure] as const;
    return import.meta.env.SSR ? profileHead(...about) : { title: profileTitle(...about) };
  },
  Failure: ({ failure, fallback }) => (failure.code === 'PROFILE_NOT_FOUND' ? <ProfileNotFound /> : fallback),
};

/** Reloads the user's own profile after they edited it in the dialog, and updates the URL if the username changed. */
const useOwnChanges = (profile: PublicProfile, person: Account | null): void => {
  const context = useAppContext();
  const navigate = useNavigate();
  const drawn = useRef(person?.updatedAt);
  useEffect(() => {
    if (person?.id !== profile.id || person.updatedAt === drawn.current) return;
    drawn.current = person.updatedAt;
    invalidateAll(context);
    if (person.username !== profile.username) navigate(profilePath(person.username), { replace: true });
    else reload(context, profileRead(profile.username)).catch(() => null);
  }, [context, navigate, profile, person]);
};

/** Public profile of a user (specification, section 2; product.md ME-1). */
export default function ProfilePage() {
  const { username = '' } = useParams();
  const [parameters] = useSearchParams();
  const profile = useRead(profileRead(username));
  const { session } = useAuth();
  useOwnChanges(profile, session.user);
  const query = readProfileQuery(parameters);
  const isOwn = session.user?.id === profile.id;
  return (
    <div className="wide wrap pb-21">
      <ProfileHeader profile={profile} />
      <ProfileTabs profile={profile} current={query.tab} />
      <div className="mt-7">
        {query.tab === 'uploads' && <UploadsTab username={username} query={query} isOwn={isOwn} />}
        {query.tab === 'collections' && <CollectionList username={username} isOwn={isOwn} />}
        {query.tab === 'about' && <AboutTab profile={profile} />}
      </div>
    </div>
  );
}
