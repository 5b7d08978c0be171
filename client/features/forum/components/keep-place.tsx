import { Component, type ReactNode } from 'react';

/**
 * Keeps the element that `anchor` returns in place on screen when the children change, by scrolling the page accordingly.
 * `anchor` is called before and after each change. Only class components have a hook before the update.
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
