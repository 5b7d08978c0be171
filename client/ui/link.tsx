import type { AnchorHTMLAttributes, ComponentType, ReactNode } from 'react';

export type LinkLikeProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  children?: ReactNode;
};

/** Link component to render with. The router's `Link` fits, without this folder depending on the router. */
export type LinkLike = ComponentType<LinkLikeProps>;

/** The default link: a plain anchor that loads the page. */
export function PlainLink({ to, ...rest }: LinkLikeProps) {
  return <a href={to} {...rest} />;
}
