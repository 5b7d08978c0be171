import { adminSettingsRead } from '../../settings-api.ts';
import { AdPageBlock } from './ad-page-block.tsx';
import { AdsBlock } from './ads-block.tsx';
import { AnnouncementsBlock } from './announcements-block.tsx';
import { ContactBlock } from './contact-block.tsx';
import { Loaded } from './loaded.tsx';

/** What the site shows beside its resources: advertisements, announcements, the way to the chat and to help. */
export const ExtrasPage = () => (
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
