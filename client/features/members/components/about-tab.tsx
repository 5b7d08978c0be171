import { formatDay } from '#client/kit/text/format-date.ts';
import type { PublicProfile } from '#contract/members/api.ts';

const count = new Intl.NumberFormat('en-US');

/** Facts about a user. The bio is not repeated, because it is in the header. */
export function AboutTab({ profile }: { profile: PublicProfile }) {
  const facts: [string, string][] = [
    ['Username', `@${profile.username}`],
    ['Member since', formatDay(profile.createdAt)],
    ['Uploads', count.format(profile.uploads)],
    ['Collections', count.format(profile.collections)],
  ];
  return (
    <section aria-labelledby="about" className="max-w-prose">
      <h2 id="about" className="display text-h3">
        About {profile.displayName ?? profile.username}
      </h2>
      {!profile.bio && <p className="mt-4 text-muted">No bio yet.</p>}
      <dl className="mt-5 border-t border-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-3">
            <dt className="text-muted">{name}</dt>
            <dd className="font-semi wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
