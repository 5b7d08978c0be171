import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { Footage } from '#client/features/resources/footage/footage.ts';
import { FailedView } from '#client/features/resources/stage/failed-view.tsx';
import { FullScreenButton } from '#client/features/resources/stage/transport.tsx';
import { usePlayer } from '#client/features/resources/stage/use-player.ts';
import type { ViewerProps } from '#client/features/resources/stage/view-kind.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { type EncodingName, encodingNames, type PlateName, plateNames, platePath } from '#contract/resources/luts.ts';
import { LooksList, useLooks } from './looks-list.tsx';
import { ENCODING_LABELS, lutName, PLATE_LABELS } from './names.ts';
import { useLiveLut } from './use-live-lut.ts';
import './lut.css';

const ScopesView = lazyPart(() => import('./scopes-view.tsx').then((file) => file.ScopesView));

const VIEWS = [
  ['wipe', 'Wipe'],
  ['before', 'Before'],
  ['after', 'After'],
] as const;
type View = (typeof VIEWS)[number][0];
const DIVIDER_STEP = 0.05;
const STRENGTH_STEP = 0.1;

const within = (value: number): number => Math.min(1, Math.max(0, Number(value.toFixed(3))));

const GREYS_NEUTRAL = 1;
const BANDING = { none: 'No banding found', slight: 'Slight banding', visible: 'Visible banding' };

/** What is measured in a LUT. */
const QualityFacts = ({ preview }: Pick<ViewerProps<'look'>, 'preview'>) => {
  const { madeFor, encoding, greyDrift, banding } = preview;
  const input = { name: ENCODING_LABELS[encoding], log: 'Log footage', rec709: 'Rec.709', unknown: 'Not detected' };
  const facts = [
    ['Made for', input[madeFor], madeFor === 'name' ? 'According to its name' : 'Guessed from its curve'],
    ['Greys', greyDrift <= GREYS_NEUTRAL ? 'Stay neutral' : 'Get a tint', `Largest drift ${greyDrift} of 255`],
    ['Ramps', BANDING[banding], 'Measured on grey, red, green and blue'],
  ];
  return (
    <dl className="lut-facts">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  );
};

type Props = ViewerProps<'look'> & { resourceId: string; footage?: Footage | undefined };

/** A LUT on plates: live for people who may download it, otherwise on the server's stills. */
export function LutViewer({ preview, title, onRetry, resourceId }: Props) {
  const looks = useLooks(resourceId);
  const [plate, setPlate] = useState<PlateName>('coast');
  const [chosen, setChosen] = useState<EncodingName | null>(null);
  const [divider, setDivider] = useState(0.5);
  const [strength, setStrength] = useState(1);
  const [view, setView] = useState<View>('wipe');
  const [isHeld, setHeld] = useState(false);
  const [otherName, setOtherName] = useState<string | null>(null);
  const [hasScopes, setScopes] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const after = useRef<HTMLImageElement>(null);

  const other = looks.find(({ name }) => name === otherName) ?? null;
  const rivals = looks.filter(({ preview: { smallUrl } }) => smallUrl !== preview.smallUrl);
  const encoding = chosen ?? preview.encoding;
  const shown = isHeld || view === 'before' ? 1 : view === 'after' ? 0 : divider;
  const { isLive, isAble, picture, withWhole } = useLiveLut(canvas, {
    tableUrl: preview.tableUrl,
    leftUrl: isHeld ? null : (other?.preview.tableUrl ?? null),
    ...{ plate, encoding, divider: shown, strength },
  });
  const compare = (): void => setOtherName(other ? null : (rivals[0]?.name ?? null));
  const move = (by: number): void => {
    setView('wipe');
    setDivider(within(divider + by));
  };
  usePlayer({
    isReady: true,
    play: () => {},
    toggle: () => {},
    onKey: ({ key }) => {
      const number = plateNames[Number(key) - 1];
      if (key === 'ArrowLeft') move(-DIVIDER_STEP);
      else if (key === 'ArrowRight') move(DIVIDER_STEP);
      else if (key === '[') setStrength(within(strength - STRENGTH_STEP));
      else if (key === ']') setStrength(within(strength + STRENGTH_STEP));
      else if (key === 'b') setHeld(true);
      else if (key === 'c') compare();
      else if (key === 's') setScopes(!hasScopes);
      else if (number) setPlate(number);
      else return false;
      return true;
    },
  });
  useEffect(() => {
    if (!isHeld) return;
    const release = (): void => setHeld(false);
    addEventListener('keyup', release);
    addEventListener('blur', release);
    return () => {
      removeEventListener('keyup', release);
      removeEventListener('blur', release);
    };
  }, [isHeld]);
  if (hasFailed) return <FailedView onRetry={onRetry} />;

  const at = plateNames.indexOf(plate);
  const shot = platePath(plate, preview.encoding);
  const percent = Math.round(strength * 100);
  const leftName = other && !isHeld ? lutName(other) : 'Before';
  const leftNote = other && !isHeld ? '' : `${ENCODING_LABELS[isLive ? encoding : preview.encoding]}, as shot`;
  const fail = (): void => setFailed(true);
  return (
    <>
      <div className="lut-main">
        <LooksList looks={looks} />
        <div className="min-w-0">
          <div className="stage-view" style={{ '--at': `${shown * 100}%` } as CSSProperties}>
            <img ref={after} src={preview.stillUrls[at]} alt={`${title} on ${PLATE_LABELS[plate]}`} onError={fail} />
            <img
              src={other && !isHeld ? other.preview.stillUrls[at] : shot}
              alt=""
              className="stage-before"
              onError={fail}
            />
            <canvas ref={canvas} width={960} height={540} className={classNames(!isLive && 'stage-hidden')} />
            {shown > 0 && shown < 1 && <span className="stage-wipe" aria-hidden="true" />}
            <input
              type="range"
              className="stage-wipe-range"
              aria-label={other ? `${leftName} and ${lutName({ name: title })}` : 'Before and after'}
              aria-valuetext={`${Math.round(shown * 100)} % ${other ? leftName : 'before'}`}
              min={0}
              max={1}
              step={0.01}
              value={shown}
              onChange={({ currentTarget }) => {
                setView('wipe');
                setDivider(Number(currentTarget.value));
              }}
            />
          </div>
          <p className="lut-captions">
            <span>
              <b>{leftName}</b> {leftNote}
            </span>
            <span>
              {lutName({ name: title })}
              {isLive && `, ${percent} %`} <b>After</b>
            </span>
          </p>
        </div>
      </div>
      <fieldset className="lut-plates">
        <legend className="sr-only">Plate</legend>
        {plateNames.map((name, number) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === plate}
            title={`${PLATE_LABELS[name]} (${number + 1})`}
            onClick={() => setPlate(name)}
          >
            <img src={preview.stillUrls[number]} alt="" loading="lazy" width={146} height={82} />
            <span className="truncate">{PLATE_LABELS[name]}</span>
          </button>
        ))}
      </fieldset>
      <div className="lut-controls">
        <label className="lut-encoding">
          <span className="text-muted">Plate is</span>
          <select
            value={isLive ? encoding : preview.encoding}
            disabled={!isLive}
            onChange={({ currentTarget }) => setChosen(currentTarget.value as EncodingName)}
          >
            {encodingNames.map((name) => (
              <option key={name} value={name}>
                {ENCODING_LABELS[name]}
              </option>
            ))}
          </select>
          <Icon name="chevron" small />
        </label>
        <label className="lut-strength">
          <span>Strength</span>
          <input
            type="range"
            className="lut-range"
            data-arrows="own"
            style={{ '--share': `${percent}%` } as CSSProperties}
            min={0}
            max={100}
            disabled={!isLive}
            value={percent}
            aria-valuetext={`${percent} %`}
            onChange={({ currentTarget }) => setStrength(Number(currentTarget.value) / 100)}
          />
          <span className="mono">{percent} %</span>
        </label>
        <fieldset className="stage-choice">
          <legend className="sr-only">View</legend>
          {VIEWS.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {name === 'before' && other ? 'Other' : label}
            </button>
          ))}
        </fieldset>
        {rivals.length > 0 && (
          <Button variant="outline" aria-pressed={other !== null} title="Compare two (C)" onClick={compare}>
            Compare two
          </Button>
        )}
        {other && (
          <label className="lut-encoding">
            <span className="text-muted">With</span>
            <select value={other.name} onChange={({ currentTarget }) => setOtherName(currentTarget.value)}>
              {rivals.map((look) => (
                <option key={look.name} value={look.name}>
                  {lutName(look)}
                </option>
              ))}
            </select>
            <Icon name="chevron" small />
          </label>
        )}
        <FullScreenButton />
      </div>
      {preview.tableUrl === null && <p className="stage-note">Strength and other inputs are live with Premium.</p>}
      {!isAble && <p className="stage-note">Your browser can’t draw this live. These are pictures from the server.</p>}
      <details className="lut-details" open={hasScopes} onToggle={({ currentTarget }) => setScopes(currentTarget.open)}>
        <summary>
          Scopes <span className="font-normal text-muted">after the LUT</span>
          <Icon name="chevron" small className="ml-auto" />
        </summary>
        {hasScopes && (
          <ScopesView
            of={`${isLive} ${picture} ${strength} ${preview.stillUrls[at]}`}
            read={(use) => {
              if (isLive) withWhole(use);
              else
                after.current?.decode().then(
                  () => after.current && use(after.current),
                  () => null,
                );
            }}
          />
        )}
      </details>
      <QualityFacts preview={preview} />
    </>
  );
}
