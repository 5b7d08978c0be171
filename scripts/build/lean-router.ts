// Leaves out of the browser's files what React Router carries for its own framework: pages of ours never have it.
import type { Plugin } from 'vite';
import { exchangeBodies, LEFT_OUT, type Node } from '../reports/left-out.ts';

type Replacement = { importer: RegExp; source: string; code: string };

/**
 * Two of the router's files, as they are without a framework around them. Every link would otherwise keep two states and
 * two effects for a look-ahead that ends at "there is no framework".
 */
const replacements: Replacement[] = [
  {
    importer: /\/react-router\/dist\/production\/lib\/(components|dom\/lib)\.js$/,
    source: '/ssr/components.js',
    code: `
      import { createContext } from 'react';
      const none = [false, null, {}];
      export const FrameworkContext = createContext(undefined);
      export const PrefetchPageLinks = () => null;
      export const mergeRefs = (ref) => ref;
      export const usePrefetchBehavior = () => none;
    `,
  },
  {
    importer: /\/react-router\/dist\/production\/lib\/router\/router\.js$/,
    source: './instrumentation.js',
    code: `
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
      export const getRouteInstrumentationUpdates = () => ({});
      export const instrumentClientSideRouter = (router) => router;
    `,
  },
];

/**
 * Functions of the router's core that pages of ours never come to, by what is left of each. Forms, fetchers, actions,
 * middleware and routes that are found on the way would come to those that throw; the others answer what they answer
 * where there is nothing of the kind.
 */
const emptied: Record<string, string> = {
  handleAction: LEFT_OUT,
  fetch: LEFT_OUT,
  handleFetcherAction: LEFT_OUT,
  handleFetcherLoader: LEFT_OUT,
  getFetcher: LEFT_OUT,
  resetFetcher: LEFT_OUT,
  queueFetcherForDeletion: LEFT_OUT,
  setFetcherError: LEFT_OUT,
  discoverRoutes: LEFT_OUT,
  cancelDiscoveryNavigation: LEFT_OUT,
  patchRoutes: LEFT_OUT,
  runClientMiddlewarePipeline: LEFT_OUT,
  normalizeNavigateOptions: '{ return { path }; }',
  getSubmissionFromNavigation: '{}',
  markFetchRedirectsDone: '{ return false; }',
  abortStaleFetchLoads: '{ return false; }',
};

/** Names of the router that need what is left out. */
const NEEDS_MORE = /\b(Form|useFetchers?|useSubmit|useActionData)\b/;

const PREFIX = '\0lean-router:';

/** For the browser's build alone. It fails when the router has been rearranged, rather than send everything in silence. */
export function leanRouter(): Plugin {
  const used = new Set<number>();
  return {
    name: 'lean-router',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const index = replacements.findIndex((one) => source.endsWith(one.source) && one.importer.test(importer));
      if (index < 0) return null;
      used.add(index);
      return { id: `${PREFIX}${index}`, moduleSideEffects: false };
    },
    load: (id) => (id.startsWith(PREFIX) ? (replacements[Number(id.slice(PREFIX.length))]?.code ?? null) : null),
    // Parts that nothing of ours uses (forms, links that know where they are) stay only for how they are declared.
    transform(code, id) {
      if (/\/client\/.*\.tsx?$/.test(id)) {
        const names = /import \{([^}]*)\} from ['"]react-router['"]/.exec(code)?.[1];
        if (NEEDS_MORE.test(names ?? '')) this.error(`${id} needs what lean-router.ts leaves out.`);
        return null;
      }
      if (!/\/react-router\/dist\/production\/lib\//.test(id)) return null;
      const isCore = id.endsWith('/lib/router/router.js');
      return (isCore ? exchangeBodies(code, this.parse(code).body as unknown as Node[], emptied) : code)
        .replaceAll(/^(const \w+ = )(React\$1\.\w+\()/gm, '$1/* @__PURE__ */ $2')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '');
    },
    buildEnd(failure) {
      if (!failure && used.size < replacements.length)
        this.error('React Router has moved what lean-router.ts leaves out.');
    },
  };
}
