import '#client/ui/printed.css';
import { creditsCsv, creditsText, exportName } from '#client/features/resources/projects/credits.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { saveBlob } from '#client/kit/downloads/save-blob.ts';
import { Button } from '#client/ui/forms/button.tsx';
import type { Project } from '#contract/resources/projects.ts';

const save = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }));

/** Saves credits and licences as files. Printing uses the page itself without its controls. */
export function ProjectExports({ project }: { project: Project }) {
  const { origin } = useAppContext();
  return (
    <div className="flex flex-wrap gap-3 on-screen">
      <Button onClick={() => save(exportName(project.name, 'txt'), 'text/plain', creditsText(project, origin))}>
        Save credits as text
      </Button>
      <Button onClick={() => save(exportName(project.name, 'csv'), 'text/csv', creditsCsv(project, origin))}>
        Save table as CSV
      </Button>
      <Button onClick={() => window.print()}>Print or save as PDF</Button>
    </div>
  );
}
