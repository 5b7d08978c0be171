import { saveBlob } from '#client/kit/downloads/save-blob.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { markersCsv } from './exports/csv.ts';
import { edlText } from './exports/edl.ts';
import { type MarkedTimeline, markerFileName } from './exports/export-parts.ts';
import { fcpxmlText } from './exports/fcpxml.ts';
import { xmemlText } from './exports/xmeml.ts';

const FORMS = [
  { label: 'Premiere XML', ending: 'xml', type: 'application/xml', write: xmemlText },
  { label: 'FCPXML', ending: 'fcpxml', type: 'application/xml', write: fcpxmlText },
  { label: 'Resolve EDL', ending: 'edl', type: 'text/plain', write: edlText },
  { label: 'CSV', ending: 'csv', type: 'text/csv', write: markersCsv },
] as const;

/** Saves the markers in the forms of editors. `timeline` is null while there is nothing to save. */
export function MarkerExports({ timeline }: { timeline: MarkedTimeline | null }) {
  return (
    <fieldset className="markers-row-of">
      <legend className="text-sm font-semibold">Export</legend>
      {FORMS.map(({ label, ending, type, write }) => (
        <Button
          key={label}
          size="sm"
          idle={!timeline}
          onClick={() =>
            timeline && saveBlob(markerFileName(timeline.title, ending), new Blob([write(timeline)], { type }))
          }
        >
          {label}
        </Button>
      ))}
      <p className="markers-hint text-sm text-muted">
        The XML is for Premiere Pro, the FCPXML for Final Cut Pro and Resolve. In Resolve, import the EDL with
        Timelines, Import, Timeline Markers from EDL.
      </p>
    </fieldset>
  );
}
