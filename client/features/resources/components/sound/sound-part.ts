// The switch for sound on cards, whose code is loaded after the page.
import { laterPart } from '#client/ui/later-part.tsx';

export const SoundSwitchPart = laterPart(() => import('./sound-switch.tsx').then((file) => file.SoundSwitch));
