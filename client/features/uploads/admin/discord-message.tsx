import { classNames } from '#client/ui/class-names.ts';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import type { DiscordMessage } from '#contract/uploads/discord-posts.ts';

/** A message as it will appear in the channel: text on a panel with a coloured edge, tungsten for Premium. */
export function DiscordMessagePreview({ message, label }: { message: DiscordMessage; label: string }) {
  const { title, creator, text, fields, isPremium, picture, footer } = message;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-sm font-semibold">{label}</figcaption>
      <div className={classNames('discord-message', isPremium ? 'c-tungsten' : 'c-tally')}>
        {creator && <p className="text-sm wrap-anywhere">{creator}</p>}
        <p className="font-semibold wrap-anywhere">{title}</p>
        {text && <p className="text-sm whitespace-pre-line text-muted wrap-anywhere">{text}</p>}
        {fields.length > 0 && (
          <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            {fields.map(({ name, value }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="text-muted wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {picture && (
          <img
            src={picture}
            alt=""
            className="aspect-video w-full rounded-md object-cover"
            loading="lazy"
            decoding="async"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
        <p className="text-sm text-muted">{footer}</p>
      </div>
    </figure>
  );
}
