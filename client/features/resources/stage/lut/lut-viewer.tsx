import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { type Footage, goneNote } from '#client/features/resources/footage/footage.ts';
import { FailedView } from '#client/features/resources/stage/failed-view.tsx';
import { StageSlider } from '#client/features/resources/stage/slider.tsx';
import { FullScreenButton } from '#client/features/resources/stage/transport.tsx';
import { useHeld } from '#client/features/resources/stage/use-held.ts';
import type { Media } from '#client/features/resources/stage/use-media.ts';
import { usePlayer } from '#client/features/resources/stage/use-player.ts';
import type { ViewerProps } from '#client/features/resources/stage/view-kind.ts';
import { drawnSize } from '#client/features/resources/stage/webgl.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Resource } from '#contract/resources/api.ts';
import { type EncodingName, encodingNames, type PlateName, plateNames, platePath } from '#contract/resources/luts.ts';
import { LooksList, useLooks } from './looks-list.tsx';
import { ENCODING_LABELS, lutName, PLATE_LABELS, PLATE_SIZE } from './names.ts';
import { useCanvasSize, useOwnSource } from './own-footage.ts';
import { MEASURED } from './scopes.ts';
import { useLiveLut } from './use-live-lut.ts';
import './lut.css';

const ScopesView = lazyPart(() => import('./scopes-view.tsx').then((file) => file.ScopesView));
const OwnTransport = lazyPart(() => import('./own-transport.tsx').then((file) => file.OwnTransport), {
  waiting: (
    <>
      <div className="seek-bar" />
      <div className="stage-controls" />
    </>
  ),
});

const VIEWS = [
  ['wipe', 'Wipe'],
  ['before', 'Before'],
  ['after', 'After'],
] as const;
type View = (typeof VIEWS)[number][0];
const DIVIDER_STEP = 0.05;
const STRENGTH_STEP = 0.1;
const OWN_KEY = String(plateNames.length + 1);
const CAMERA = 'M3 8h4l2-3h6l2 3h4v11H3ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z';

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

/** Reads the pixels of a picture of the server. */
const readStill = async (still: HTMLImageElement | null): Promise<Uint8ClampedArray | null> => {
  const { width, height } = MEASURED;
  await still?.decode();
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  if (!still || !pen) return null;
  pen.drawImage(still, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
};

/** What the drawing of footage says about its colours; null if nothing is converted. */
const conversionNote = (encoding: EncodingName, lut: EncodingName, isSimulated: boolean): string | null => {
  if (encoding !== 'rec709')
    return `Strength mixes the LUT with your ${ENCODING_LABELS[encoding]} converted to Rec.709.`;
  if (lut === 'rec709') return null;
  return isSimulated
    ? `This LUT is made for ${ENCODING_LABELS[lut]}, so your footage is turned into ${ENCODING_LABELS[lut]} first. Real log footage holds more in the highlights.`
    : `This LUT is made for ${ENCODING_LABELS[lut]}, and is shown on your footage as it is.`;
};

type Props = ViewerProps<'look'> & {
  resource: Pick<Resource, 'id' | 'title'>;
  /** A clip or a picture. */
  footage?: Footage | undefined;
};

/** A LUT on plates or on footage: live for people who may download it, otherwise on the server's stills. */
export function LutViewer({ preview, title, onRetry, resource, footage }: Props) {
  const looks = useLooks(resource.id);
  const [chosenPlate, setPlate] = useState<PlateName | 'own'>('own');
  const [chosen, setChosen] = useState<EncodingName | null>(null);
  const [ownEncoding, setOwnEncoding] = useState<EncodingName>('rec709');
  const [isSimulated, setSimulated] = useState(true);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const player = useRef<Media | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [hasNotSaved, setNotSaved] = useState(false);
  const [divider, setDivider] = useState(0.5);
  const [strength, setStrength] = useState(1);
  const [view, setView] = useState<View>('wipe');
  const [isHeld, hold] = useHeld();
  const [otherName, setOtherName] = useState<string | null>(null);
  const [hasScopes, setScopes] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const after = useRef<HTMLImageElement>(null);

  const other = looks.find(({ name }) => name === otherName) ?? null;
  const rivals = looks.filter(({ preview: { smallUrl } }) => smallUrl !== preview.smallUrl);
  const encoding = chosen ?? preview.encoding;
  const shown = isHeld || view === 'before' ? 1 : view === 'after' ? 0 : divider;
  const isOnFootage = footage !== undefined && chosenPlate === 'own' && preview.tableUrl !== null;
  const plate = chosenPlate === 'own' ? plateNames[0] : chosenPlate;
  const { source, isGone } = useOwnSource(isOnFootage ? footage : null, video);
  const size = useCanvasSize(frame, isOnFootage ? footage : null);
  const isLog = ownEncoding !== 'rec709';
  const isConverted = isSimulated && preview.encoding !== 'rec709';
  const live = useLiveLut(canvas, {
    tableUrl: preview.tableUrl,
    leftUrl: isHeld ? null : (other?.preview.tableUrl ?? null),
    own: isOnFootage
      ? {
          source,
          convertedFor: isLog ? 'for display' : isConverted ? 'for the LUT' : 'plain',
          from: ownEncoding,
          to: isLog ? 'rec709' : preview.encoding,
        }
      : null,
    ...{ plate, encoding, size, divider: shown, strength },
  });
  const { isLive, isAble, picture } = live;
  const canTry = footage !== undefined && preview.tableUrl !== null && isAble;
  const hasOwn = isOnFootage && isAble;
  // Plates have the server's stills.
  const hasNoLut = hasOwn && live.hasFailed;
  const whole = drawnSize(footage ?? PLATE_SIZE);
  // New footage is shown, whatever plate was chosen.
  useEffect(() => {
    if (footage) setPlate('own');
  }, [footage]);
  const save = async (): Promise<void> => {
    setNotSaved(false);
    try {
      const png = await live.saveWhole(whole);
      const { saveFrame } = await import('#client/features/resources/footage/save-frame.ts');
      if (png) await saveFrame(png, { asset: resource.title, file: title });
      else setNotSaved(true);
    } catch {
      setNotSaved(true);
    }
  };
  const compare = (): void => setOtherName(other ? null : (rivals[0]?.name ?? null));
  const move = (by: number): void => {
    setView('wipe');
    setDivider(within(divider + by));
  };
  usePlayer({
    isReady: true,
    play: () => player.current?.play(),
    toggle: () => player.current?.toggle(),
    onKey: (event) => {
      const { key } = event;
      const number = plateNames[Number(key) - 1];
      if (key === 'ArrowLeft') move(-DIVIDER_STEP);
      else if (key === 'ArrowRight') move(DIVIDER_STEP);
      else if (key === '[') setStrength(within(strength - STRENGTH_STEP));
      else if (key === ']') setStrength(within(strength + STRENGTH_STEP));
      else if (key === 'b') hold();
      else if (key === 'c') compare();
      else if (key === 's') setScopes(!hasScopes);
      else if (number) setPlate(number);
      else if (key === OWN_KEY && canTry) setPlate('own');
      else return player.current?.onKey(event) ?? false;
      return true;
    },
  });
  if (hasFailed) return <FailedView onRetry={onRetry} />;

  const at = plateNames.indexOf(plate);
  const shot = platePath(plate, preview.encoding);
  const percent = Math.round(strength * 100);
  const leftName = other && !isHeld ? lutName(other) : 'Before';
  const leftNote =
    other && !isHeld ? '' : `${ENCODING_LABELS[hasOwn ? ownEncoding : isLive ? encoding : preview.encoding]}, as shot`;
  const note = conversionNote(ownEncoding, preview.encoding, isSimulated);
  const fail = (): void => setFailed(true);
  return (
    <>
      <div className="lut-main">
        <LooksList looks={looks} />
        <div className="min-w-0">
          {hasNoLut && <FailedView onRetry={onRetry} />}
          <div className="stage-view lut-view" hidden={hasNoLut}>
            <div
              ref={frame}
              className="lut-frame"
              style={
                {
                  '--at': `${shown * 100}%`,
                  '--ratio': hasOwn ? footage.width / footage.height : 16 / 9,
                } as CSSProperties
              }
            >
              {hasOwn ? (
                footage.kind === 'clip' && (
                  <video
                    ref={setVideo}
                    src={footage.url}
                    preload="auto"
                    playsInline
                    aria-label={footage.name}
                    className="stage-hidden"
                  >
                    <track kind="captions" />
                  </video>
                )
              ) : (
                <>
                  <img
                    ref={after}
                    src={preview.stillUrls[at]}
                    alt={`${title} on ${PLATE_LABELS[plate]}`}
                    onError={fail}
                  />
                  <img
                    src={other && !isHeld ? other.preview.stillUrls[at] : shot}
                    alt=""
                    className="stage-before"
                    onError={fail}
                  />
                </>
              )}
              <canvas
                ref={canvas}
                width={size.width}
                height={size.height}
                className={classNames(!isLive && 'stage-hidden')}
              />
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
      {hasOwn && footage.kind === 'clip' && (
        <OwnTransport key={footage.url} video={video} footage={footage} player={player} />
      )}
      <fieldset className="lut-plates">
        <legend className="sr-only">Plate</legend>
        {plateNames.map((name, number) => (
          <button
            key={name}
            type="button"
            aria-pressed={!hasOwn && name === plate}
            title={`${PLATE_LABELS[name]} (${number + 1})`}
            onClick={() => setPlate(name)}
          >
            <img src={preview.stillUrls[number]} alt="" loading="lazy" width={146} height={82} />
            <span className="truncate">{PLATE_LABELS[name]}</span>
          </button>
        ))}
        {canTry && (
          <button type="button" aria-pressed={hasOwn} title={`My footage (${OWN_KEY})`} onClick={() => setPlate('own')}>
            {footage.kind === 'picture' ? (
              <img src={footage.url} alt="" width={146} height={82} />
            ) : (
              <span className="lut-own">
                <Icon name={CAMERA} />
              </span>
            )}
            <span className="truncate">My footage</span>
          </button>
        )}
      </fieldset>
      <div className="lut-controls">
        <label className="lut-encoding">
          <span className="text-muted">{hasOwn ? 'Footage is' : 'Plate is'}</span>
          <select
            value={hasOwn ? ownEncoding : isLive ? encoding : preview.encoding}
            disabled={!isLive}
            onChange={({ currentTarget }) => (hasOwn ? setOwnEncoding : setChosen)(currentTarget.value as EncodingName)}
          >
            {encodingNames.map((name) => (
              <option key={name} value={name}>
                {ENCODING_LABELS[name]}
              </option>
            ))}
          </select>
          <Icon name="chevron" small />
        </label>
        {hasOwn && !isLog && preview.encoding !== 'rec709' && (
          <Button variant="outline" aria-pressed={isSimulated} onClick={() => setSimulated(!isSimulated)}>
            Simulate log first
          </Button>
        )}
        <StageSlider
          label="Strength"
          isDisabled={!isLive}
          value={percent}
          text={`${percent} %`}
          onChange={(value) => setStrength(value / 100)}
        />
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
        {hasOwn && (
          <Button variant="outline" idle={!live.isCurrent} onClick={() => void save()}>
            Save frame
          </Button>
        )}
        {/* The clip's buttons have one. */}
        {!(hasOwn && footage.kind === 'clip') && <FullScreenButton />}
      </div>
      {hasOwn && note && <p className="stage-note">{note}</p>}
      {hasOwn && whole.width < footage.width && (
        <p className="stage-note">
          Drawn and saved in {whole.width}x{whole.height}, because browsers can’t draw larger footage reliably.
        </p>
      )}
      {hasOwn && isGone && (
        <p className="stage-note" role="alert">
          {goneNote(footage.kind)}
        </p>
      )}
      {hasNotSaved && (
        <p className="stage-note" role="alert">
          The frame could not be saved. Try again.
        </p>
      )}
      {preview.tableUrl === null && (
        <p className="stage-note">
          {footage
            ? 'This LUT is tried with its previews only, which are pictures from the server. With Premium, it works on your footage.'
            : 'Strength and other inputs are live with Premium.'}
        </p>
      )}
      {!isAble && (
        <p className="stage-note">
          Your browser can’t draw this live{footage && ', so not on your footage'}. These are pictures from the server.
        </p>
      )}
      <details className="lut-details" open={hasScopes} onToggle={({ currentTarget }) => setScopes(currentTarget.open)}>
        <summary>
          Scopes <span className="font-normal text-muted">after the LUT</span>
          <Icon name="chevron" small className="ml-auto" />
        </summary>
        {hasScopes && (
          <ScopesView
            of={`${isLive} ${picture} ${strength} ${preview.stillUrls[at]} ${hasOwn} ${ownEncoding} ${isSimulated}`}
            read={(use) => {
              if (isLive) {
                const pixels = live.read(MEASURED);
                if (pixels) use(pixels);
              } else
                readStill(after.current).then(
                  (pixels) => pixels && use(pixels),
                  () => null,
                );
            }}
            onFrame={live.onFrame}
          />
        )}
      </details>
      <QualityFacts preview={preview} />
    </>
  );
}
