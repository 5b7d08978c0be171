import { Icon, type IconName } from '#client/ui/icon.tsx';

/** What the specification's benefits mean here; those that an administrator words speak for themselves. */
const NOTES: Readonly<Record<string, [IconName, string]>> = {
  'Chat role and channels': ['people', 'A role that shows, and the channels that open with it.'],
  'Premium resource access': ['lock', 'Every premium pack, preset and project file, as often as you need it.'],
  'Instant access': ['pulse', 'From the moment your Patreon account is connected.'],
  'Ad-free browsing': ['eye', 'No ad page and no countdown in front of a download.'],
  'A bypass chat command': ['forward', 'Name a resource in the chat, and get a direct link of your own.'],
  'Priority support': ['help', 'Your questions are read first.'],
  'Higher giveaway chances': ['star', 'Your name is in the pot more than once.'],
  'Higher priority for requests': ['flag', 'Your requests stand ahead of others, and your votes weigh more.'],
};

/** What Premium brings, in the order of the site's settings. */
export function Benefits({ benefits }: { benefits: string[] }) {
  if (benefits.length === 0) return null;
  return (
    <section aria-labelledby="benefits-title">
      <h2 id="benefits-title" className="display mb-6 text-h2">
        What Premium brings
      </h2>
      <ul className="panel benefits grid gap-px overflow-hidden sm:grid-cols-2">
        {benefits.map((benefit) => {
          const [icon, note] = NOTES[benefit] ?? (['check', ''] as const);
          return (
            <li key={benefit} className="flex gap-3.5 p-5">
              <Icon name={icon} className="text-tungsten" />
              <div className="min-w-0">
                <h3 className="font-semibold wrap-anywhere">{benefit}</h3>
                {note && <p className="mt-1 text-muted">{note}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
