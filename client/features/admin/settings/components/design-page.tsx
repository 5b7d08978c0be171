import { useEffect, useRef } from 'react';
import { SettingsForm } from '#client/kit/settings/form-parts.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { SITE_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';
import { LogoForm } from './logo-form.tsx';
import { showAccent } from './show-accent.ts';

const schema = editableSettings.pick({ siteName: true, accentColor: true }).required();

/** Initial value of the colour picker while the default accent colour is in use. */
const OWN_ACCENT = '#ff6b3c';
const isColour = (text: string | null): text is string => /^#[0-9a-f]{6}$/.test(text ?? '');
const PREVIEW_MS = 150;

/** Shows the accent colour in the given theme, whichever theme the page has. */
const Sample = ({ theme }: { theme: 'dark' | 'light' }) => (
  <div data-theme={theme} className="flex flex-wrap items-center gap-4 rounded-md border border-line bg-bg p-5">
    <span className="mono text-muted">{theme}</span>
    <span className="font-semibold text-tally">Accent text</span>
    <Badge tone="tally">Badge</Badge>
    <span className="rounded-sm bg-tally px-3 py-1.5 font-semibold text-on-label">Filled</span>
  </div>
);

const DesignForm = ({ settings }: { settings: AdminSettings }) => {
  const { uses } = settings;
  const form = useSettingsForm({
    schema,
    defaults: { siteName: settings.siteName, accentColor: settings.accentColor },
  });
  const colour = form.form.watch('accentColor');
  const saved = useRef(settings.accentColor);
  saved.current = settings.accentColor;
  useEffect(() => {
    if (colour !== null && !isColour(colour)) return;
    const timer = setTimeout(() => showAccent(colour), PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [colour]);
  // Discard an unsaved preview when leaving the page.
  useEffect(() => () => showAccent(saved.current), []);
  const choose = (next: string | null) =>
    form.form.setValue('accentColor', next, { shouldDirty: true, shouldValidate: true });
  const { error } = form.field('accentColor');
  return (
    <SettingsForm form={form}>
      <TextField
        label="Site name"
        hint={uses.siteName}
        required
        maxLength={SITE_NAME_MAX_CHARACTERS}
        autoComplete="off"
        {...form.field('siteName')}
      />
      <fieldset>
        <legend className="text-sm font-semibold">Accent colour</legend>
        <p className="mt-1.5 text-sm text-muted">
          {uses.accentColor}. This page shows a preview. The colour is lightened or darkened where needed for
          readability.
        </p>
        <div className="mt-3 flex flex-wrap items-end gap-3">
          <input
            type="color"
            aria-label="Choose the accent colour"
            className="accent-picker"
            value={isColour(colour) ? colour : OWN_ACCENT}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <TextField
            label="Hex (#rrggbb)"
            className="w-40"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            placeholder="Default"
            error={error}
            value={colour ?? ''}
            onChange={(event) => choose(event.currentTarget.value.trim().toLowerCase() || null)}
          />
          <Button variant="quiet" idle={colour === null} onClick={() => choose(null)}>
            Use default
          </Button>
        </div>
      </fieldset>
      <div className="grid gap-3">
        <Sample theme="dark" />
        <Sample theme="light" />
      </div>
    </SettingsForm>
  );
};

/** Name, logo and accent colour of the site, with a preview (product.md AD-7). */
export function DesignPage() {
  return (
    <Loaded of={adminSettingsRead}>
      {(settings) => (
        <div className="grid gap-5">
          <DesignForm settings={settings} />
          <LogoForm logo={settings.logo} hint={settings.uses.logo ?? ''} />
        </div>
      )}
    </Loaded>
  );
}
