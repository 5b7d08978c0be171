import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { FilePreview, ResourceFile } from '#contract/resources/api.ts';
import type { Footage } from '../footage.ts';
import { type FitSide, fitOf } from './fit.ts';
import './fit-list.css';

/** Of the file itself as far as it is known, because previews can be smaller and shorter. */
const sideOf = (preview: FilePreview | null, facts: ResourceFile['facts']): FitSide | null => {
  if (facts?.kind === 'video' && preview?.kind === 'clip') {
    const { width, height, frameRate, seconds } = facts;
    return { width, height, rate: frameRate ?? rateOf(preview.rate), seconds: seconds ?? preview.seconds };
  }
  if (facts?.kind === 'lottie')
    return { width: facts.width, height: facts.height, rate: facts.frameRate, seconds: facts.seconds };
  if (facts?.kind === 'picture') return { width: facts.width, height: facts.height, rate: null, seconds: null };
  return null;
};

/** A panel about how a file fits the footage; nothing if its size isn't known. */
export function FitList({
  footage,
  preview,
  facts,
}: {
  footage: Footage;
  preview: FilePreview | null;
  facts: ResourceFile['facts'];
}) {
  const asset = sideOf(preview, facts);
  if (!asset || footage.kind === 'sound') return null;
  const { width, height, seconds } = footage;
  return (
    <Panel
      title={footage.kind === 'clip' ? 'How it fits your clip' : 'How it fits your picture'}
      className="max-md:order-5"
    >
      <ul className="fit-list">
        {fitOf(asset, { width, height, rate: rateOf(footage.rate), seconds }).map(({ isGood, text }) => (
          <li key={text} className={isGood ? 'c-scope' : 'c-tungsten'}>
            <Icon name={isGood ? 'check' : 'warning'} small />
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
