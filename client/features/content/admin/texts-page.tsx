import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read, reload, removeQuery } from '#client/kit/data/query.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import type { TextSlug } from '#contract/content/limits.ts';
import type { AdminTextRow } from '#contract/content/pages.ts';
import { TextEditor } from './text-editor.tsx';
import { getAdminText, listTexts } from './texts-api.ts';

const textsRead = read(listTexts, {});
const textRead = (slug: TextSlug) => read(getAdminText, { params: { slug } });

const Rows = ({
  texts,
  left,
  onEdit,
}: {
  texts: AdminTextRow[];
  /** The text whose editor was just closed; focus returns to its row. */
  left: TextSlug | null;
  onEdit: (slug: TextSlug) => void;
}) => {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <ul className="panel">
      {texts.map(({ slug, title, isDefault, updatedAt, updatedBy }) => (
        <li key={slug} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line p-5 not-first:border-t">
          <div className="min-w-0 flex-1 basis-48">
            <Link to={`/${slug}`} className="font-semibold hover:underline">
              {title}
            </Link>
            <p className="text-sm text-muted">
              {isDefault ? 'Default text' : `Changed on ${adminDay(updatedAt)}${updatedBy ? ` by ${updatedBy}` : ''}`}
            </p>
          </div>
          {isDefault && <Badge tone="tungsten">Needs review</Badge>}
          <Button
            ref={slug === left ? back : undefined}
            size="sm"
            aria-label={`Edit ${title}`}
            onClick={() => onEdit(slug)}
          >
            Edit
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** The site's own texts: terms, FAQ, privacy, reports (product.md SH-8). */
export function TextsPage() {
  const context = useAppContext();
  const [edited, setEdited] = useState<TextSlug | null>(null);
  const [left, setLeft] = useState<TextSlug | null>(null);
  // Discard the cached text, because someone else may have saved a newer version in the meantime.
  const edit = (slug: TextSlug): void => {
    removeQuery(context, textRead(slug));
    setEdited(slug);
  };
  if (edited !== null) {
    return (
      <Loaded key={edited} of={textRead(edited)}>
        {(text) => (
          <TextEditor
            text={text}
            onLeave={() => {
              setEdited(null);
              setLeft(edited);
              void reload(context, textsRead).catch(() => null);
            }}
          />
        )}
      </Loaded>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-muted">
        The default texts describe how the site works, but they are not legal advice. Adapt them to your organisation
        and to the laws that apply to you, and add your name and address where needed.
      </p>
      <Loaded of={textsRead}>{(texts) => <Rows texts={texts} left={left} onEdit={edit} />}</Loaded>
    </div>
  );
}
