import { read } from '#client/kit/data/query.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { getPremiumSources } from './sources-api.ts';

const sourcesRead = read(getPremiumSources, {});
const WORDS = { patreon: 'By a membership at Patreon', admin: 'Granted by an administrator' };
const thousands = new Intl.NumberFormat('en-US');

/** Whom Premium comes from now. */
export function PremiumSources() {
  return (
    <SettingsBlock title="Running subscriptions" about="People whose Premium runs now, by where it comes from.">
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
