// Leaves out of the browser's files what React DOM carries for parts of React that no page of ours has.
import type { Plugin } from 'vite';
import { exchangeBodies, LEFT_OUT, type Node } from './left-out.ts';

const none = (names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, '{}']));

/**
 * Functions by what is left of each. Those that are asked after every commit do nothing where a tree has no <ViewTransition>
 * and no <Fragment ref>; the others are come to by <ViewTransition>, <Fragment ref>, <SuspenseList> or useActionState alone.
 */
const emptied: Record<string, string> = {
  ...none([
    ...['trackEnterViewTransitions', 'commitEnterViewTransitions', 'commitExitViewTransitions'],
    ...['commitNestedViewTransitions', 'commitAppearingPairViewTransitions', 'commitDeletedPairViewTransitions'],
    ...['restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions', 'restorePairedViewTransitions'],
    ...['measureNestedViewTransitions', 'commitNewChildToFragmentInstances'],
    ...['commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects'],
  ]),
  ...Object.fromEntries(
    [
      ...['getViewTransitionName', 'getViewTransitionClassName', 'pushViewTransitionCancelableScope'],
      ...['applyViewTransitionToHostInstances', 'applyViewTransitionToHostInstancesRecursive'],
      ...['restoreViewTransitionOnHostInstances', 'measureViewTransitionHostInstancesRecursive'],
      ...[
        'recursivelyTraverseAfterMutationEffects',
        'commitAfterMutationEffectsOnFiber',
        'scheduleViewTransitionEvent',
      ],
      ...['applyViewTransitionName', 'restoreViewTransitionName', 'measureInstance', 'measureClonedInstance'],
      ...['startViewTransition', 'ViewTransitionPseudoElement', 'createViewTransitionInstance'],
      ...['FragmentInstance', 'commitNewChildToFragmentInstance'],
      ...['deleteChildFromFragmentInstance', 'blurActiveElementWithinFragment', 'collectClientRects'],
      ...['scrollTextNodeIntoView', 'validateDocumentPositionWithFiberTree', 'indexOfEventListener'],
      ...['updateSuspenseListComponent', 'initSuspenseListRenderState', 'dispatchActionState', 'runActionStateAction'],
      ...[
        'actionStateReducer',
        'mountActionState',
        'updateActionState',
        'updateActionStateImpl',
        'rerenderActionState',
      ],
    ].map((name) => [name, LEFT_OUT]),
  ),
};

/** Names of React that need what is left out. */
const NEEDS_MORE = /\b(ViewTransition|SuspenseList|useActionState|useFormState)\b/;

/** For the browser's build alone. It fails when React DOM has been rearranged, or when a page of ours needs what is left out. */
export const leanReact = (): Plugin => ({
  name: 'lean-react',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/react-dom/cjs/react-dom-client.production.js'))
      return { code: exchangeBodies(code, this.parse(code).body as unknown as Node[], emptied), map: null };
    if (/\/node_modules\/react(-dom)?\//.test(id)) return null;
    for (const [, names = ''] of code.matchAll(/\bimport\s*(\{[^}]*\})\s*from\s*['"]react(?:-dom)?['"]/g))
      if (NEEDS_MORE.test(names)) this.error(`${id} needs what lean-react.ts leaves out.`);
    return null;
  },
});
