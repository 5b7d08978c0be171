import { useSite } from '#client/kit/site.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { chatLine } from './stat-lines.ts';

/**
 * Invitation to the chat (specification, section 2); renders nothing if the site has no chat. `members` is the number of chat
 * members, or null if unknown.
 */
export function ChatInvite({ members }: { members: number | null }) {
  const { chatInviteUrl } = useSite();
  return (
    <div>
      {chatInviteUrl && (
        <section
          aria-labelledby="chat-invite"
          className="panel flex flex-wrap items-center justify-between gap-x-9 gap-y-5 p-5 md:p-7"
        >
          <div className="min-w-0">
            <h2 id="chat-invite" className="display text-h2">
              Join the conversation
            </h2>
            <p className="mt-2 text-muted">{chatLine(members)}</p>
          </div>
          <a href={chatInviteUrl} className={buttonClass({ variant: 'solid' })} target="_blank" rel="noreferrer">
            Join the chat <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
          </a>
        </section>
      )}
    </div>
  );
}
