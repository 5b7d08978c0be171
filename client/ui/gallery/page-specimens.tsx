import { Stat, StatRow } from '#client/ui/charts/stat.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Checkbox } from '#client/ui/forms/checkbox.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { TagTracks } from '#client/ui/media/track.tsx';
import { FileList } from '#client/ui/table/file-list.tsx';
import { FileRow, LockedMark } from '#client/ui/table/file-row.tsx';
import { FolderRow } from '#client/ui/table/folder-row.tsx';
import { Badge } from '../badge.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { Icon } from '../icon.tsx';
import { PageTitle } from '../page-title.tsx';
import { Panel } from '../panel.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { COLD, DUSK } from './sample-art.ts';
import { Specimen } from './specimen.tsx';

const nothing = (): void => undefined;

const TAGS = [
  'light leaks, film grain, whip pan, lower thirds, speed ramp, match cut, glow, halation, VHS, drone LUT, kinetic type',
  'dolly zoom, anamorphic, color grade, room tone, logo reveal, glitch, slow motion, split screen, overlays, bokeh, dust',
  'teal and orange, particles, risers, impacts, whoosh, ambience, foley, tape stop, trailer hits, sub drops, city rain',
]
  .join(', ')
  .split(', ')
  .map((label, index) => ({
    label,
    to: `/_ui?${label.replaceAll(' ', '-')}`,
    mood: index % 6 === 2 ? ('highlight' as const) : index % 11 === 6 ? ('animated' as const) : undefined,
  }));

/** Building blocks of pages: headings, tracks, numbers, panels and the file browser. */
const SampleFacts = ({ facts }: { facts: string[] }) => (
  <span className="file-facts mono">
    {facts.map((fact) => (
      <span key={fact}>{fact}</span>
    ))}
  </span>
);

export function PageSpecimens() {
  return (
    <>
      <Specimen title="Tag tracks">
        <TagTracks tags={TAGS} label="Popular tags" />
        <TagTracks tags={TAGS.slice(0, 2)} label="Two tags only" />
      </Specimen>
      <Specimen title="Headings">
        <PageTitle actions={<Button>Browse all presets</Button>}>Editing Assets</PageTitle>
        <SectionHeading actions={<Button>Browse all presets</Button>}>Featured</SectionHeading>
      </Specimen>
      <Specimen title="Numbers">
        <StatRow
          stats={[
            { value: '6,139', label: 'assets uploaded' },
            { value: '165,137', label: 'editors registered' },
            { value: '291', label: 'members in chat' },
            { value: '100%', label: 'free for personal and commercial use' },
          ]}
        />
      </Specimen>
      <Specimen title="File browser and panels">
        <div className="specimen-detail">
          <FileList
            label="Files"
            bar={
              <>
                <IconButton icon="back" label="Back" size="sm" />
                <Breadcrumbs
                  crumbs={[
                    { label: 'Root', to: '/_ui?root' },
                    { label: 'Neon Alley v3', to: '/_ui?folder' },
                  ]}
                />
                <span className="mono ml-auto text-muted">5 items, 5.13 GB</span>
              </>
            }
          >
            <FolderRow
              name="Project Files"
              to="/_ui?project"
              items="3 items"
              size="412 MB"
              mark={<Checkbox label="Select the folder Project Files" checked={false} partly onChange={nothing} />}
              action={
                <IconButton
                  icon="download"
                  label="Download the folder Project Files"
                  size="sm"
                  className="relative z-1"
                />
              }
            />
            <FileRow
              name="Glow_Master_4K.mov"
              facts={<SampleFacts facts={['3840x2160', '24 fps', '0:08', 'alpha']} />}
              size="2.31 GB"
              thumbnail={<img src={DUSK} alt="" />}
              selected
              mark={<Checkbox label="Select Glow_Master_4K.mov" checked onChange={nothing} />}
              shown
              onOpen={{ label: 'Play Glow_Master_4K.mov', open: nothing }}
              action={
                <Button size="sm">
                  <Icon name="download" small />
                  <span className="max-md:sr-only">Download</span>
                </Button>
              }
            />
            <FileRow
              name="Alley_Plate_A.mov"
              facts={<SampleFacts facts={['3840x2160', '24 fps', '0:12', '']} />}
              size="884 MB"
              thumbnail={<img src={COLD} alt="" />}
              selected
              action={<LockedMark>Premium only</LockedMark>}
            />
            <FileRow
              name="Hit_and_Rise_with_a_name_that_goes_on_and_on_until_it_meets_the_edge.wav"
              facts={<SampleFacts facts={['48 kHz stereo', '-14.2 LUFS', '0:32', '']} />}
              size="18.40 MB"
              action={<LockedMark>Premium only</LockedMark>}
            />
            <FileRow name="Readme.pdf" size="0.62 MB" />
          </FileList>
          <div className="specimen-side">
            <Panel>
              <Button variant="premium" size="lg" block>
                <Icon name="lock" />
                Upgrade to download
              </Button>
              <div className="specimen-halves">
                <Button>
                  <Icon name="heart" />
                  Like
                </Button>
                <Button>
                  <Icon name="save" />
                  Save
                </Button>
              </div>
              <dl className="specimen-thirds">
                <Stat small value="18.4k" label="views" />
                <Stat small value="902" label="likes" />
                <Stat small value="377" label="saves" />
              </dl>
            </Panel>
            <Panel title="About the Creator" heading="h3">
              <Badge tone="scope" icon="check">
                Verified Creator
              </Badge>
            </Panel>
          </div>
        </div>
      </Specimen>
    </>
  );
}
