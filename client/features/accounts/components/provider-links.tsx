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
 * The ways in by a provider: the browser itself goes there (specification, section 2, sign-in page). Who has no
 * credentials on this site is there too, and says so.
 */
export function ProviderLinks({
  providers = order,
  next,
  apply,
  inFull = false,
  inNewTab = false,
  className,
}: {
  /** Which, in their order. */
  providers?: readonly (keyof typeof labels)[];
  /** Where to come back to. */
  next?: string;
  apply?: 'leaker';
  /** "Continue with Google" in place of the name alone. */
  inFull?: boolean;
  /** Keeps the page that they stand on. */
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
            // Not the router's link: the address leaves the site.
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
        <p className="mt-2.5 text-sm text-muted">This opens in a new tab. Come back here when you are signed in.</p>
      )}
      {missing.length > 0 && (
        <p id={noteId} className="mt-2.5 text-center text-sm text-muted">
          {missing.join(' and ')} {missing.length > 1 ? 'are' : 'is'} not set up on this site.
        </p>
      )}
    </>
  );
}
