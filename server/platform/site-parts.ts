// Conditional passages in text that comes with the site, for features that only some sites have set up.

/** The part of the configuration (server/config.ts) that this module uses. */
type SetUp = {
  providers: Record<'google' | 'discord' | 'patreon', object | null>;
  guild: { bot: { premiumRoleId: string | null } | null; publicKey: string | null };
};

/** Which optional features the operator has set up. */
export function sitePartsOf({ providers, guild }: SetUp) {
  return {
    google: providers.google !== null,
    discord: providers.discord !== null,
    patreon: providers.patreon !== null,
    /** Whether users can log in with an external account. */
    elsewhere: providers.google !== null || providers.discord !== null,
    /** Whether external accounts can be linked. */
    links: Object.values(providers).some((provider) => provider !== null),
    chatRole: Boolean(guild.bot?.premiumRoleId),
    bypass: guild.publicKey !== null,
  };
}
export type SiteParts = ReturnType<typeof sitePartsOf>;

const isKnown = (name: string, parts: SiteParts): name is keyof SiteParts => Object.hasOwn(parts, name);

/** Syntax: `{{#name}}…{{/name}}` is kept if the site has the feature, `{{^name}}…{{/name}}` if it does not. */
const PASSAGE = /\{\{([#^])(\w+)\}\}((?:(?!\{\{[#^]).)*?)\{\{\/\2\}\}/gs;

/** Keeps the passages that apply. A line that contains only a marker is removed. @throws Error for an unknown name */
export function keepSiteParts(text: string, parts: SiteParts): string {
  let [kept, before] = [text.replaceAll(/^(\{\{[#^/]\w+\}\})\n/gm, '$1'), ''];
  // Each round resolves the innermost passages.
  while (kept !== before) {
    before = kept;
    kept = kept.replaceAll(PASSAGE, (_, sign: string, name: string, passage: string) => {
      if (!isKnown(name, parts)) throw new Error(`Unknown site feature {{${name}}}.`);
      return parts[name] === (sign === '#') ? passage : '';
    });
  }
  return kept;
}
