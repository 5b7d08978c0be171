import { Avatar } from '#client/ui/media/avatar.tsx';
import type { Suggested } from './composer-use-people.ts';

/** List of people to mention. Focus stays in the text field, which refers to the option that Enter would select. */
export function PeopleList({ id, suggested }: { id: string; suggested: Suggested }) {
  return (
    <>
      {suggested.people.length > 0 && (
        <div id={id} role="listbox" aria-label="People to mention" className="composer-people">
          {suggested.people.map(({ username, avatar }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys (composer-use-people.ts)
            // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field points here
            <div
              key={username}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === suggested.active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => suggested.choose(index)}
            >
              <Avatar name={username} src={avatar} />
              <span className="truncate">{username}</span>
            </div>
          ))}
        </div>
      )}
      <span role="status" className="sr-only">
        {suggested.people.length > 0 &&
          `${suggested.people.length === 1 ? '1 person' : `${suggested.people.length} people`}. Use the arrow keys and Enter to choose.`}
      </span>
    </>
  );
}
