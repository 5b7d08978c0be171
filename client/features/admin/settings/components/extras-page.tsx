import { AnnouncementsBlock } from '#client/features/content/admin/announcements-block.tsx';
import { ContactBlock } from '#client/features/content/admin/contact-block.tsx';
import { AdPageBlock } from '#client/features/downloads/admin/ad-page-block.tsx';
import { AdsBlock } from '#client/features/downloads/admin/ads-block.tsx';
import { DiscordBlock } from '#client/features/uploads/admin/discord-block.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';

/** Settings for ads, announcements here and on Discord, the chat invitation and the support contact. */
export function ExtrasPage() {
  return (
    <div className="grid gap-6">
      <AdsBlock />
      <AnnouncementsBlock />
      <DiscordBlock />
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
