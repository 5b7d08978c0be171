import { Component, type ReactNode } from 'react';

/**
 * Keeps an element in the same position on screen when the children change, by scrolling the page accordingly. `anchor` returns
 * the element and is called before and after each change. This is a class, because only class components can run code right
 * before an update.
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
