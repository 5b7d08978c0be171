import { useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { SwitchKnob } from '#client/ui/forms/switch-knob.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { elementPath, resourcePath } from '#contract/paths.ts';
import type { ResourceCard } from '#contract/resources/api.ts';
import './sound.css';

const SOUND_KEY = 'helix_card_sound';
const SPEAKER = 'M4 9v6h4l5 4V5L8 9Zm12-1.5a5 5 0 0 1 0 9';

const isSoundOn = (): boolean => {
  try {
    return localStorage.getItem(SOUND_KEY) === 'on';
  } catch {
    return false;
  }
};

const keepSound = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.setItem(SOUND_KEY, 'on');
    else localStorage.removeItem(SOUND_KEY);
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
};

/** Switches the sound of these cards on and off (product.md DI-9). Empty if none of them has a sound. */
export function SoundSwitch({ cards }: { cards: readonly ResourceCard[] | null }) {
  const context = useAppContext();
  // Unknown while the page is rendered on the server, where the switch only takes its place.
  const [isOn, setOn] = useState<boolean>();
  const [isReady, setReady] = useState(false);
  useEffect(() => setOn(isSoundOn()), []);
  useEffect(() => {
    if (!isOn || !cards) return;
    const ids = new Map(cards.map(({ id }) => [resourcePath(id), id]));
    for (const { id, slug } of cards) if (slug) ids.set(elementPath(slug), id);
    let isOver = false;
    let stop = (): void => {};
    import('./card-sound.ts').then(
      ({ startCardSound }) => {
        if (!isOver) stop = startCardSound(context, ids);
        setReady(true);
      },
      () => setOn(false),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [context, cards, isOn]);
  return (
    <div className="contents">
      {cards?.some(({ preview }) => preview?.kind === 'waveform') && (
        <button
          type="button"
          role="switch"
          aria-label="Sound on cards"
          aria-checked={isOn === true}
          aria-busy={isOn && !isReady}
          title="Plays sounds while you point at their cards, or press Space on one"
          className="sound-switch flex min-h-10 flex-none items-center gap-2 whitespace-nowrap text-sm font-semibold"
          style={{ visibility: isOn === undefined ? 'hidden' : undefined }}
          onClick={() => {
            keepSound(!isOn);
            setOn(!isOn);
          }}
        >
          <Icon name={SPEAKER} />
          <span>
            Sound<span className="max-sm:hidden"> on cards</span>
          </span>
          <SwitchKnob />
        </button>
      )}
    </div>
  );
}
