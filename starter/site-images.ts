/** The pictures that belong to the site itself: defaults for missing ones, the share card, the icon. */
import sharp from 'sharp';
import { paintFrame } from './art/frame.ts';

export interface SiteImage {
  /** File name under /public/Images/. */
  readonly name: string;
  readonly body: Buffer;
}

const AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 40 40">
  <rect width="40" height="40" fill="#3b3f47"/>
  <circle cx="20" cy="16" r="7.5" fill="#c9cdd4"/>
  <path d="M4 44c1-13 8-17 16-17s15 4 16 17Z" fill="#9aa0ab"/>
</svg>`;

/** A gap in a track: what the site shows where a picture is missing. */
const THUMBNAIL = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
  <defs>
    <pattern id="h" width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <path d="M0 0H24" stroke="#4a4d55" stroke-width="3"/>
    </pattern>
    <linearGradient id="g" x2="0" y2="1"><stop stop-color="#25272c"/><stop offset="1" stop-color="#16171a"/></linearGradient>
  </defs>
  <rect width="1280" height="720" fill="url(#g)"/>
  <g transform="translate(300 296)">
    <rect width="220" height="128" rx="12" fill="#33363d"/>
    <rect x="232" width="150" height="128" rx="12" fill="url(#h)" stroke="#4a4d55" stroke-width="3"/>
    <rect x="394" width="286" height="128" rx="12" fill="#33363d"/>
    <rect x="394" width="10" height="128" rx="4" fill="#ff6b3d"/>
  </g>
</svg>`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0b0c0e"/>
  <path d="M6 6h6v20H6ZM20 6h6v20h-6Z" fill="#f6f5f2"/>
  <path d="M12 19.5 20 12.5" stroke="#ff6b3d" stroke-width="4"/>
</svg>
`;

const markOnCard = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <defs><linearGradient id="d" x2="1"><stop stop-color="#08090b" stop-opacity=".92"/><stop offset="1" stop-color="#08090b" stop-opacity=".1"/></linearGradient></defs>
  <rect width="1200" height="630" fill="url(#d)"/>
  <g transform="translate(90 195) scale(9)">
    <path d="M2 2h7v22H2ZM17 2h7v22h-7Z" fill="#f6f5f2"/>
    <path d="M9 17.5 17 8.5" stroke="#ff6b3d" stroke-width="5"/>
  </g>
</svg>`;

const png = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();

const landscape = async (width: number, height: number) => {
  const pixels = await paintFrame({ scene: 'landscape', hue: 28 }, 0.4, 1280, 720);
  return sharp(pixels, { raw: { width: 1280, height: 720, channels: 3 } }).resize(width, height, { fit: 'cover' });
};

/** All of them; the same bytes every time. */
export async function siteImages(): Promise<SiteImage[]> {
  const banner = await landscape(1500, 500);
  const card = await landscape(1200, 630);
  return [
    { name: 'default-avatar.png', body: await png(AVATAR) },
    {
      name: 'default-banner.png',
      body: await banner.modulate({ saturation: 0.35, brightness: 0.7 }).png({ palette: true }).toBuffer(),
    },
    { name: 'default-thumbnail.png', body: await png(THUMBNAIL) },
    {
      name: 'share-card.png',
      body: await card
        .composite([{ input: Buffer.from(markOnCard) }])
        .png({ palette: true })
        .toBuffer(),
    },
    { name: 'icon.svg', body: Buffer.from(ICON) },
  ];
}
