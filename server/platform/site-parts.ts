// Passages of the site's own texts that are about something that not every site has.

/** Of the site's set-up (server/config.ts) what is asked here. */
type SetUp = {
  providers: Record<'google' | 'discord' | 'patreon', object | null>;
  guild: { bot: { premiumRoleId: string | null } | null; publicKey: string | null };
};

/** What this site has of what an operator may set up. */
export function sitePartsOf({ providers, guild }: SetUp) {
  return {
    google: providers.google !== null,
    discord: providers.discord !== null,
    patreon: providers.patreon !== null,
    /** Sign-ins by an account elsewhere. */
    elsewhere: providers.google !== null || providers.discord !== null,
    /** Accounts elsewhere that can be linked. */
    links: Object.values(providers).some((provider) => provider !== null),
    chatRole: Boolean(guild.bot?.premiumRoleId),
    bypass: guild.publicKey !== null,
  };
}
export type SiteParts = ReturnType<typeof sitePartsOf>;

const isKnown = (name: string, parts: SiteParts): name is keyof SiteParts => Object.hasOwn(parts, name);

/** Around a passage: `{{#name}}…{{/name}}` for a site that has it, `{{^name}}…{{/name}}` for one that has not. */
const PASSAGE = /\{\{([#^])(\w+)\}\}((?:(?!\{\{[#^]).)*?)\{\{\/\2\}\}/gs;

/** Keeps the passages that are so here. A mark that fills its line takes the line with it. @throws Error for an unknown name */
export function keepSiteParts(text: string, parts: SiteParts): string {
  let [kept, before] = [text.replaceAll(/^(\{\{[#^/]\w+\}\})\n/gm, '$1'), ''];
  // From the inner ones to the outer ones.
  while (kept !== before) {
    before = kept;
    kept = kept.replaceAll(PASSAGE, (_, sign: string, name: string, passage: string) => {
      if (!isKnown(name, parts)) throw new Error(`The site has no part {{${name}}}.`);
      return parts[name] === (sign === '#') ? passage : '';
    });
  }
  return kept;
}
