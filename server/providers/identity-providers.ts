// The third parties that people sign in with or link, as far as they have credentials.
import { createDiscord } from './discord.ts';
import { createGoogle } from './google.ts';
import type { ClientOptions, Credentials, IdentityProvider } from './oauth.ts';
import { createPatreon } from './patreon.ts';

/** Null for a provider that is not set up on this site. */
export type IdentityProviders = {
  google: IdentityProvider | null;
  discord: IdentityProvider | null;
  patreon: IdentityProvider | null;
};

export function createIdentityProviders(
  { google, discord, patreon }: { [Name in keyof IdentityProviders]: Credentials | null },
  options: ClientOptions,
): IdentityProviders {
  return {
    google: google && createGoogle(google, options),
    discord: discord && createDiscord(discord, options),
    patreon: patreon && createPatreon(patreon, options),
  };
}
