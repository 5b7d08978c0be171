import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { useMark } from './use-mark.ts';

/** Like and Save buttons for logged-in users, passed to a card as its `actions`. */
export function CardMarks({ id, title }: { id: string; title: string }) {
  const like = useMark('liked', id);
  const save = useMark('saved', id);
  return (
    <>
      <IconButton onMedia icon="heart" label={`Like ${title}`} pressed={like.on} onClick={like.press} />
      <IconButton onMedia icon="save" label={`Save ${title}`} pressed={save.on} onClick={save.press} />
    </>
  );
}
