import type { AnchorHTMLAttributes, ComponentType, ReactNode } from 'react';

export type LinkLikeProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  children?: ReactNode;
};

/** A link component, such as the router's `Link`. With this type, this folder doesn't depend on the router. */
export type LinkLike = ComponentType<LinkLikeProps>;

/** Default link component: a plain anchor that triggers a full page load. */
export function PlainLink({ to, ...rest }: LinkLikeProps) {
  return <a href={to} {...rest} />;
}
