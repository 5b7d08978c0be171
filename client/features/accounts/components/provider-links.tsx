import { useId } from 'react';
import { consentPath } from '#client/features/accounts/oauth/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useConfigured } from '#client/kit/use-configured.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';

const order = ['google', 'discord'] as const;
const labels = { google: 'Google', discord: 'Discord' } as const;
const sentences = { google: 'Continue with Google', discord: 'Continue with Discord' } as const;

/**
 * Provider login links, which navigate away from the site (specification, section 2, sign-in page). Providers without credentials
 * on this site are shown as disabled, with a note.
 */
export function ProviderLinks({
  providers = order,
  next,
  apply,
  inFull = false,
  inNewTab = false,
  className,
}: {
  providers?: readonly (keyof typeof labels)[];
  /** Path to return to after the login. */
  next?: string;
  apply?: 'leaker';
  /** Shows "Continue with Google" instead of just the name. */
  inFull?: boolean;
  /** Opens the links in a new tab, so that the current page stays open. */
  inNewTab?: boolean;
  className?: string;
}) {
  const { site } = useAppContext();
  const api = useConfigured(site.apiUrl);
  const noteId = useId();
  const words = inFull ? sentences : labels;
  const missing = providers
    .filter((provider) => !site.providers.includes(provider))
    .map((provider) => labels[provider]);
  return (
    <>
      <div className={className}>
        {providers.map((provider) =>
          site.providers.includes(provider) ? (
            // Not a router link, because it leads off the site.
            <a
              key={provider}
              href={consentPath(api, provider, { next, apply })}
              className={buttonClass({ block: true })}
              {...(inNewTab && { target: '_blank', rel: 'noopener' })}
            >
              {words[provider]} {inNewTab && <VisuallyHidden>(opens in a new tab)</VisuallyHidden>}
            </a>
          ) : (
            <Button key={provider} block disabled aria-describedby={noteId}>
              {words[provider]}
            </Button>
          ),
        )}
      </div>
      {inNewTab && missing.length < providers.length && (
        <p className="mt-2.5 text-sm text-muted">This opens in a new tab. Come back here after logging in.</p>
      )}
      {missing.length > 0 && (
        <p id={noteId} className="mt-2.5 text-center text-sm text-muted">
          {missing.join(' and ')} {missing.length > 1 ? 'are' : 'is'} not set up on this site.
        </p>
      )}
    </>
  );
}
