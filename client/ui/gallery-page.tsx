import { CardSpecimens } from './gallery/card-specimens.tsx';
import { ControlSpecimens } from './gallery/control-specimens.tsx';
import { PageSpecimens } from './gallery/page-specimens.tsx';
import { StateSpecimens } from './gallery/state-specimens.tsx';
import './gallery/gallery.css';

/** The same as a page of the app, although nothing here depends on the app. */
export const page = { head: () => ({ title: 'Tally', canonical: null }) };

/** Component gallery: shows every component in every state. Available at /_ui in development. */
export default function GalleryPage() {
  return (
    <div className="gallery">
      <h1 className="display text-h2">Tally</h1>
      <CardSpecimens />
      <StateSpecimens />
      <ControlSpecimens />
      <PageSpecimens />
    </div>
  );
}
