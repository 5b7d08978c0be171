/** The site's own images: default images, the share card and the icons. */
import { makeDefaultAvatar, makeDefaultBanner } from './avatar.ts';
import { makeDefaultThumbnail, makeFaviconIco, makeFaviconSvg, makeIcon, makeShareImage } from './brand.ts';

export type SiteImage = {
  /** File name under /public/Images/. */
  readonly name: string;
  readonly body: Buffer;
};

const APPLE_ICON_PIXELS = 180;

/** Generates all site images. The bytes are the same every time. */
export async function siteImages(): Promise<SiteImage[]> {
  return [
    { name: 'default-avatar.png', body: await makeDefaultAvatar() },
    { name: 'default-banner.png', body: await makeDefaultBanner() },
    { name: 'default-thumbnail.png', body: await makeDefaultThumbnail() },
    { name: 'share-card.png', body: await makeShareImage() },
    { name: 'icon.svg', body: makeFaviconSvg() },
    { name: 'favicon.ico', body: await makeFaviconIco() },
    { name: 'icon-180.png', body: await makeIcon(APPLE_ICON_PIXELS) },
  ];
}
