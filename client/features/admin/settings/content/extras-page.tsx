import { AdPageBlock } from '#client/features/admin/settings/ads/ad-page-block.tsx';
import { AdsBlock } from '#client/features/admin/settings/ads/ads-block.tsx';
import { Loaded } from '#client/features/admin/settings/components/loaded.tsx';
import { adminSettingsRead } from '#client/features/admin/settings/settings-api.ts';
import { AnnouncementsBlock } from './announcements-block.tsx';
import { ContactBlock } from './contact-block.tsx';

/** What the site shows beside its resources: advertisements, announcements, the way to the chat and to help. */
export function ExtrasPage() {
  return (
    <div className="grid gap-6">
      <AdsBlock />
      <AnnouncementsBlock />
      <Loaded of={adminSettingsRead}>
        {(settings) => (
          <>
            <AdPageBlock settings={settings} />
            <ContactBlock settings={settings} />
          </>
        )}
      </Loaded>
    </div>
  );
}
