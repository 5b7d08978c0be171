import type { AnchorHTMLAttributes, ComponentType, ReactNode } from 'react';

export type LinkLikeProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  children?: ReactNode;
};

/** What a component draws its links with: the router's own `Link` fits, without this folder knowing the router. */
export type LinkLike = ComponentType<LinkLikeProps>;

/** The default: an ordinary anchor that loads the page. */
export function PlainLink({ to, ...rest }: LinkLikeProps) {
  return <a href={to} {...rest} />;
}
