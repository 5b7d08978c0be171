import { type ChangeEvent, useRef, useState } from 'react';
import { ActMessages } from '#client/features/accounts/settings/components/act-messages.tsx';
import { deleteLogo, putLogo } from '#client/features/admin/settings/settings-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { update } from '#client/kit/data/query.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { refreshSite } from '#client/kit/site.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { AdminSettings } from '#contract/admin/settings.ts';
import { NOT_AN_IMAGE } from '#contract/limits.ts';

type Told = { failure: string | null; done: string | null };

/** Form to replace or remove the logo. A site that has no logo shows its name instead. */
export function LogoForm({ logo, hint }: { logo: string | null; hint: string }) {
  const context = useAppContext();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>({ failure: null, done: null });
  const run = async (act: () => Promise<AdminSettings>, done: string) => {
    setBusy(true);
    setTold({ failure: null, done: null });
    try {
      const stored = await act();
      update(context, adminSettingsRead, () => stored);
      await refreshSite(context);
      setTold({ failure: null, done });
    } catch (error) {
      setTold({ failure: sentenceOf(error), done: null });
    } finally {
      setBusy(false);
    }
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!file) return;
    if (!file.type.startsWith('image/')) return setTold({ failure: NOT_AN_IMAGE, done: null });
    const body = new FormData();
    body.set('logo', file);
    void run(() => putLogo(context.transport, { body }), 'Logo saved.');
  };
  return (
    <Panel title="Logo" className="md:p-7">
      <p className="text-muted">{hint}. PNG, WebP or JPEG on a plain background, up to 720 pixels wide.</p>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        {(['dark', 'light'] as const).map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="flex min-h-20 items-center justify-center rounded-md border border-line bg-bg p-5"
          >
            {logo ? (
              <img src={logo} alt={`Logo on ${theme} background`} className="h-9 max-w-45 object-contain" />
            ) : (
              <span className="text-sm text-muted">No custom logo</span>
            )}
          </div>
        ))}
      </div>
      <ActMessages act={told} className="mt-4" />
      <div className="mt-5 flex flex-wrap gap-2.5">
        <input
          ref={input}
          type="file"
          accept="image/png,image/webp,image/jpeg"
          hidden
          aria-label="Logo"
          onChange={choose}
        />
        <Button busy={isBusy} onClick={() => input.current?.click()}>
          {logo ? 'Replace logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button
            variant="danger"
            idle={isBusy}
            onClick={() => void run(() => deleteLogo(context.transport, {}), 'Logo removed.')}
          >
            Remove
          </Button>
        )}
      </div>
    </Panel>
  );
}
