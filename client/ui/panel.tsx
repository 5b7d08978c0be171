import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A surface with a hairline border. With `title` it is a section with a heading, otherwise a plain box. */
export function Panel({
  title,
  heading: Heading = 'h2',
  flush,
  className,
  children,
}: {
  title?: string;
  heading?: 'h2' | 'h3';
  /** Removes the padding, for content that has its own, such as a list of files. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const Box = title ? 'section' : 'div';
  return (
    <Box className={classNames('panel', flush ? 'overflow-hidden' : 'p-5', className)}>
      {title && <Heading className="display mb-3.5 text-h3">{title}</Heading>}
      {children}
    </Box>
  );
}
