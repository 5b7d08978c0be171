// The configured providers for logging in and linking accounts.
import { createDiscord } from './discord/discord.ts';
import { createGoogle } from './google.ts';
import type { ClientOptions, Credentials, IdentityProvider } from './oauth.ts';
import { createPatreon } from './patreon.ts';

/** Each provider is null if it is not configured. */
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
