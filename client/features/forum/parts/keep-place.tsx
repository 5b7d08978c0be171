import { Component, type ReactNode, type RefObject } from 'react';

/**
 * While somebody types in the box at `of`, what is drawn here above it does not move it: the page is scrolled by as much
 * as the box was pushed. Only a class is told before its children change.
 */
export class KeepPlace extends Component<{ of: RefObject<HTMLElement | null>; children: ReactNode }> {
  override getSnapshotBeforeUpdate(): number | null {
    const box = this.props.of.current;
    return box?.contains(document.activeElement) ? box.getBoundingClientRect().top : null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, before: number | null): void {
    const now = this.props.of.current?.getBoundingClientRect().top;
    if (before === null || now === undefined || now === before) return;
    window.scrollBy({ top: now - before, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
