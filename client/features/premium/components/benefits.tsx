import { Icon, type IconName } from '#client/ui/icon.tsx';

/** Explanations of the benefits that the specification lists. A benefit written by an administrator has no explanation. */
const NOTES: Readonly<Record<string, [IconName, string]>> = {
  'Chat role and channels': ['people', 'A visible role and the channels it unlocks.'],
  'Premium resource access': ['lock', 'Every Premium pack, preset and project file, as often as you like.'],
  'Instant access': ['pulse', 'From the moment you connect your Patreon account.'],
  'Ad-free browsing': ['eye', 'No ad page and no countdown before downloads.'],
  'A bypass chat command': ['forward', 'Name an asset in chat to get a personal direct link.'],
  'Priority support': ['help', 'Your questions are answered first.'],
  'Higher giveaway chances': ['star', 'Extra entries in every giveaway.'],
  'Higher priority for requests': ['flag', 'Your requests are listed first, and your votes count more.'],
};

/** Premium benefits, in the order of the site settings. */
export function Benefits({ benefits }: { benefits: string[] }) {
  if (benefits.length === 0) return null;
  return (
    <section aria-labelledby="benefits-title">
      <h2 id="benefits-title" className="display mb-6 text-h2">
        What you get
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
