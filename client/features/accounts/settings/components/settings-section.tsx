import type { ReactNode } from 'react';
import { Panel } from '#client/ui/panel.tsx';
import { type SettingsSectionId, settingsSections } from './settings-sections.ts';

export function AccountSettingsSection({
  id,
  about,
  aside,
  children,
}: {
  id: SettingsSectionId;
  about: ReactNode;
  /** Shown next to the heading, such as a badge or a button. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const title = settingsSections.find((section) => section.id === id)?.title;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <Panel className="md:p-7">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={`${id}-title`} className="display text-h3">
            {title}
          </h2>
          {aside}
        </div>
        <p className="mt-2 max-w-prose text-muted">{about}</p>
        <div className="mt-6">{children}</div>
      </Panel>
    </section>
  );
}
