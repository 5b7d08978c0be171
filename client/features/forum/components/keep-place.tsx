import { Component, type ReactNode } from 'react';

/**
 * What is drawn in here does not move the element that `anchor` finds: the page is scrolled by as much as it was pushed.
 * `anchor` is asked before and after each change. Only a class is told before its children change.
 */
export class KeepPlace extends Component<{ anchor: () => Element | null; children: ReactNode }> {
  override getSnapshotBeforeUpdate(): { element: Element; top: number } | null {
    const element = this.props.anchor();
    return element && { element, top: element.getBoundingClientRect().top };
  }

  override componentDidUpdate(
    _props: unknown,
    _state: unknown,
    before: { element: Element; top: number } | null,
  ): void {
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().top - before.top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
