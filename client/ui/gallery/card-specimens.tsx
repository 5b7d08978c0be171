import { useState } from 'react';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { CardSkeleton } from '#client/ui/media/card-skeleton.tsx';
import { MediaCard } from '#client/ui/media/media-card.tsx';
import { COLD, COLD_LOOK, DUSK, DUSK_STRIP, SUNSET, WAVE, WAVE_STRIP } from './sample-art.ts';
import { Specimen } from './specimen.tsx';

function LikeAndSave() {
  const [liked, setLiked] = useState(false);
  const [saved, setSaved] = useState(false);
  return (
    <>
      <IconButton onMedia icon="heart" label="Like" pressed={liked} onClick={() => setLiked(!liked)} />
      <IconButton onMedia icon="save" label="Save" pressed={saved} onClick={() => setSaved(!saved)} />
    </>
  );
}

const COUNTS = { likes: 664, downloads: 9040 };

/** Cards in all states (loading, hovered, without an image, long title, liked), followed by the home page's featured grid. */
export function CardSpecimens() {
  return (
    <>
      <Specimen title="Cards: loading, default, with preview strip, without image, with LUT, with sound">
        <div className="specimen-cards">
          <CardSkeleton />
          <MediaCard
            to="/_ui?1"
            title="Golden Hour Plates"
            image={{ src: SUNSET }}
            access="premium"
            type="overlay"
            label="4K"
            author={{ name: 'halide' }}
            editor="DaVinci Resolve"
            likes={784}
            downloads={3210}
            actions={<LikeAndSave />}
            priority
          />
          <MediaCard
            to="/_ui?2"
            title="Dusk Plates"
            image={{ src: DUSK }}
            access="free"
            label="0:24"
            author={{ name: 'mira' }}
            editor="After Effects"
            preview={{ kind: 'frames', url: DUSK_STRIP }}
            actions={<LikeAndSave />}
            {...COUNTS}
          />
          <MediaCard to="/_ui?3" title="No image, no author" access="free" likes={0} downloads={0} />
          <MediaCard
            to="/_ui?4"
            title="A title that is far too long to fit on one line of a card this wide"
            image={{ src: '/missing.avif' }}
            access="premium"
            label="64 sounds"
            author={{ name: 'a-person-with-a-very-long-username', avatarUrl: '/missing.png' }}
            editor="Premiere Pro"
            likes={128_400}
            downloads={2_300_000}
          />
          <MediaCard
            to="/_ui?5"
            title="Cold Morning LUTs"
            image={{ src: COLD }}
            access="free"
            type="LUT"
            label="12 LUTs"
            author={{ name: 'okapi' }}
            editor="Blender"
            preview={{ kind: 'lut', url: COLD_LOOK }}
            actions={<IconButton onMedia icon="heart" label="Like" pressed />}
            {...COUNTS}
          />
          <MediaCard
            to="/_ui?11"
            title="Whoosh Library"
            image={{ src: WAVE }}
            access="free"
            label="36 sounds"
            author={{ name: 'vesper' }}
            editor="Premiere Pro"
            preview={{ kind: 'waveform', url: WAVE_STRIP }}
            {...COUNTS}
          />
        </div>
      </Specimen>
      <Specimen title="Cards: lead, regular and wide in one grid">
        <div className="specimen-featured">
          <MediaCard
            className="lead"
            size="lead"
            to="/_ui?6"
            title="Doorway Match Cut"
            image={{ src: SUNSET }}
            access="premium"
            label="0:12"
            author={{ name: 'noctis' }}
            editor="After Effects"
            {...COUNTS}
          />
          {['Neon Alley Glow', 'Ink Bloom Overlays', 'Ridgeline Film LUTs', 'Act Titles Vol. 2'].map((title) => (
            <MediaCard
              key={title}
              to="/_ui?7"
              title={title}
              access={title.length % 2 ? 'free' : 'premium'}
              label="0:24"
              author={{ name: 'kettle' }}
              editor="CapCut"
              {...COUNTS}
            />
          ))}
          <MediaCard
            className="wide"
            size="wide"
            to="/_ui?8"
            title="Anamorphic Streaks"
            image={{ src: COLD }}
            access="free"
            label="40 clips"
            author={{ name: 'vesper' }}
            editor="Final Cut Pro"
            {...COUNTS}
          />
          <MediaCard
            to="/_ui?9"
            title="Glass Spheres Pack"
            access="free"
            label="3D"
            author={{ name: 'halide' }}
            editor="Blender"
            {...COUNTS}
          />
          <MediaCard
            to="/_ui?10"
            title="Warp Tunnel Kit"
            access="free"
            label="0:18"
            author={{ name: 'noctis' }}
            editor="Nuke"
            {...COUNTS}
          />
        </div>
      </Specimen>
    </>
  );
}
