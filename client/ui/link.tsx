import type { AnchorHTMLAttributes, ComponentType, ReactNode } from 'react';

export type LinkLikeProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  children?: ReactNode;
};

/** A link component, such as the router's `Link`. Keeps this folder independent of the router. */
export type LinkLike = ComponentType<LinkLikeProps>;

/** Default link component: a plain anchor that triggers a full page load. */
export function PlainLink({ to, ...rest }: LinkLikeProps) {
  return <a href={to} {...rest} />;
}
