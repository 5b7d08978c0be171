import { read } from '#client/kit/data/query.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { getPremiumSources } from './sources-api.ts';

const sourcesRead = read(getPremiumSources, {});
const WORDS = { patreon: 'Through Patreon', admin: 'Granted by an administrator' };
const thousands = new Intl.NumberFormat('en-US');

/** Number of Premium users by source. */
export function PremiumSources() {
  return (
    <SettingsBlock title="Active subscriptions" about="Users with active Premium, by source.">
      <Loaded of={sourcesRead}>
        {(sources) => (
          <dl className="grid gap-4 sm:grid-cols-2">
            {sources.map(({ source, people }) => (
              <div key={source}>
                <dt className="text-sm text-muted">{WORDS[source]}</dt>
                <dd className="display text-h2">{thousands.format(people)}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </SettingsBlock>
  );
}
