// Turns declared calls into routes: access before the body, input checked against the contract, replies as JSON.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#contract/http.ts';
import { foreignPaths } from '#server/kit/http/call-paths.ts';
import { createFormReader, requireForm } from '#server/kit/http/forms.ts';
import { narrowed } from '#server/kit/http/list-query.ts';
import { plainSentence } from '#server/kit/http/plain-issues.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Reception } from '#server/kit/http/streamed-form.ts';
import { networkOf } from '#server/kit/http/visitors.ts';
import type { AuditActor } from './audit.ts';
import { type PictureHost, withPictureHost } from './picture-host.ts';
import { requireAccess, signedIn, type Viewer } from './viewer.ts';

/** Who makes a call, whether by a request of its own or through a page that the server renders for them. */
export type Caller = {
  viewer: Viewer | null;
  /** Whether they hold the session of a suspended person, who is otherwise a visitor. */
  suspended: boolean;
  /** The caller without an account: a keyed hash of address and browser that changes daily. */
  visitor: string;
  /** The network that limits count visitors by: an IPv4 address or an IPv6 /64. */
  network: string;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Sets a header of the answer, or of the page that the call is made for; `set-cookie` adds one. */
  setHeader(name: string, value: string): void;
};

/** Who acts, as the audit log names them. For calls whose declared access already left visitors out. */
export function actorOf({ viewer, network }: Pick<Caller, 'viewer' | 'network'>): AuditActor & { id: string } {
  const { id, username } = signedIn(viewer);
  return { id, name: username, address: network };
}

type VisitorOf = (request: FastifyRequest) => string;

/** Who makes a request. `visitor` is their name for today (kit/http/visitors.ts). */
export function callerOf(request: FastifyRequest, reply: FastifyReply, visitorOf: VisitorOf): Caller {
  return {
    viewer: request.viewer,
    suspended: request.suspended,
    // Most calls never ask for these two, and the first is a keyed hash.
    get visitor() {
      return visitorOf(request);
    },
    get network() {
      return networkOf(request.ip);
    },
    cookies: request.cookies,
    setHeader: (name, value) => void reply.header(name, value),
  };
}

/** Nobody in particular: for pages that many visitors get from one cache, where nothing of one person may enter. */
export const anybody: Caller = {
  viewer: null,
  suspended: false,
  visitor: 'page',
  network: '',
  cookies: {},
  setHeader: () => {},
};

/** What a handler gets: checked input, and who asks. */
export type Call<E extends EndpointSpec = EndpointSpec> = Caller & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** What a form brought, by the names that it declares. */
  files: FilesOf<E>;
};

type FilesOf<E extends EndpointSpec> = E extends { form: { files: readonly (infer Name extends string)[] } }
  ? Partial<Record<Name, Buffer>>
  : Record<string, never>;

/** The HTTP exchange, for the few handlers that set cookies or send files. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply };

export type Route = {
  endpoint: EndpointSpec;
  /** Answers without HTTP; null for a handler that needs the exchange. */
  handle: ((call: Call) => Promise<unknown>) | null;
  exchange: ((call: Call, exchange: Exchange) => Promise<unknown>) | null;
  /** Takes a form of which one file is streamed: called before anything of the body is read. */
  receive?: (call: Caller & { params: unknown }) => Promise<Reception<Pick<Call, 'body' | 'files'>, unknown>>;
};

/** A call whose answer is plain data: it also feeds the pages that the server renders. */
export function answer<E extends EndpointSpec>(endpoint: E, handle: (call: Call<E>) => Promise<ReplyOf<E>>): Route {
  return {
    endpoint,
    handle: (endpoint.whole ? narrowed(endpoint.whole, handle as never) : handle) as unknown as Route['handle'],
    exchange: null,
  };
}

/** A call that needs the HTTP exchange. Returning undefined means that the reply was sent or hijacked. */
export function answerExchange<E extends EndpointSpec>(
  endpoint: E,
  exchange: (call: Call<E>, exchange: Exchange) => Promise<ReplyOf<E> | undefined>,
): Route {
  return { endpoint, handle: null, exchange: exchange as unknown as Route['exchange'] };
}

/** A call whose form brings a large file. */
export function answerStreamed<E extends EndpointSpec>(
  endpoint: E,
  receive: (call: Caller & { params: ParamsOf<E> }) => Promise<Reception<Pick<Call<E>, 'body' | 'files'>, ReplyOf<E>>>,
): Route {
  return { endpoint, handle: null, exchange: null, receive: receive as unknown as NonNullable<Route['receive']> };
}

const fieldsOf = (error: z.ZodError): Record<string, string> => {
  // Without a prototype: a key may be called `toString`.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const key of keys) {
      // Said of the whole: under its own name it could change what a careless reader makes of the answer.
      const name = key === '__proto__' ? 'body' : key.slice(0, 100);
      fields[name] ??= issue.code === 'unrecognized_keys' ? 'This is not a known field.' : issue.message;
    }
  }
  return fields;
};

/**
 * What a schema makes of a value.
 * @throws Problem BAD_INPUT with what is wrong, by the name of the field
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: plainSentence });
  if (!result.success) throw new Problem('BAD_INPUT', { fields: fieldsOf(result.error) });
  return result.data;
}

const parse = (schema: z.ZodType | undefined, value: unknown): unknown => (schema ? parseInput(schema, value) : {});

/** Checks a call's path and query values. A repeated query key arrives as a list and is refused as such. */
export function parseAddress(endpoint: EndpointSpec, params: unknown, query: unknown) {
  const { _: _cacheBreaker, ...asked } = query as Record<string, unknown>;
  return { params: parse(endpoint.params, params), query: endpoint.query ? parse(endpoint.query, asked) : asked };
}

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export type ServeOptions = {
  /** Whether replies are checked against the contract: in tests and development. */
  checkReplies: boolean;
  /** What stands before the addresses of public pictures (platform/picture-host.ts). */
  pictureHost?: PictureHost;
  visitorOf: VisitorOf;
};

/** Registers the routes of all features. Expects `request.viewer` to be set by an earlier onRequest hook. */
export function serveRoutes(app: FastifyInstance, routes: Route[], options: ServeOptions): void {
  // Bodies are JSON or nothing …
  app.removeContentTypeParser('text/plain');
  const endpoints = routes.map(({ endpoint }) => endpoint);
  const serve = (scope: FastifyInstance, route: Route, handler: RouteHandlerMethod): void => {
    const { endpoint } = route;
    const foreign = foreignPaths(endpoint, endpoints);
    scope.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      config: { endpoint },
      ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
      onRequest: async (request) => {
        if (foreign.size > 0) refuseForeign(foreign, request);
        requireAccess(endpoint, request);
        if (endpoint.form) requireForm(request);
      },
      handler,
    });
  };
  for (const route of routes) {
    const { endpoint } = route;
    if (endpoint.form || endpoint.bodyType) continue;
    serve(app, route, async (request, reply) => {
      const address = parseAddress(endpoint, request.params, request.query);
      const body = endpoint.body ? parse(endpoint.body, request.body ?? undefined) : undefined;
      return respond(route, { ...address, body, files: {} }, { request, reply }, options);
    });
  }
  // … but for those that read what they are sent by themselves …
  const rawRoutes = Map.groupBy(routes, ({ endpoint }) => endpoint.bodyType);
  for (const [bodyType, ofType] of rawRoutes) {
    if (!bodyType) continue;
    // Each media type by itself: a body of another one is refused before the handler.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(bodyType, (_request, _payload, done) => done(null));
      for (const route of ofType) {
        serve(scope, route, async (request, reply) => {
          const address = parseAddress(route.endpoint, request.params, request.query);
          return respond(route, { ...address, body: undefined, files: {} }, { request, reply }, options);
        });
      }
    });
  }
  // … and the calls that take forms, which live by themselves: there alone a form is understood, and nothing else.
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    await scope.register(multipart);
    const forms = createFormReader();
    const receiveForm = async (route: Route, params: unknown, { request, reply }: Exchange) => {
      const { form: spec } = route.endpoint;
      if (!spec || !route.receive) throw new Error('this call takes no streamed form');
      const call = Object.assign(callerOf(request, reply, options.visitorOf), { params });
      const reception = await route.receive(call).catch((error: unknown) => {
        forms.drop(request, spec);
        throw error;
      });
      try {
        const form = await forms.read(request, reply, spec, reception);
        try {
          const body = parse(spec.fields, form.fields) as Call['body'];
          const result = await reception.finish({ body, files: form.files as never });
          return sendResult(route.endpoint, result, reply, options);
        } finally {
          form.release();
        }
      } catch (error) {
        await reception.discard();
        throw error;
      }
    };
    for (const route of routes) {
      const { endpoint } = route;
      const spec = endpoint.form;
      if (!spec) continue;
      serve(scope, route, async (request, reply) => {
        const address = parseAddress(endpoint, request.params, request.query);
        if (route.receive) return await receiveForm(route, address.params, { request, reply });
        const form = await forms.read(request, reply, spec);
        try {
          const body = parse(spec.fields, form.fields);
          return await respond(route, { ...address, body, files: form.files }, { request, reply }, options);
        } finally {
          form.release();
        }
      });
    }
  });
}

/** The router leads a method that a path does not have to a call that takes parameters there. */
const refuseForeign = (foreign: ReadonlyMap<string, string[]>, { url }: FastifyRequest): void => {
  const methods = foreign.get(url.replace(/\/?(?:\?.*)?$/s, ''));
  if (methods) throw new Problem('METHOD_NOT_ALLOWED', { allow: methods.join(', ') });
};

type Input = { params: unknown; query: unknown; body: unknown; files: Record<string, Buffer> };

const respond = async (route: Route, input: Input, { request, reply }: Exchange, options: ServeOptions) => {
  const { endpoint } = route;
  const call = Object.assign(callerOf(request, reply, options.visitorOf), input) as unknown as Call;
  const result = route.handle ? await route.handle(call) : await route.exchange?.(call, { request, reply });
  if (result === undefined && (endpoint.reply !== null || reply.sent || reply.raw.headersSent)) return reply;
  if (endpoint.reply === null) return reply.code(endpoint.status ?? 200).send();
  return sendResult(endpoint, withPictureHost(result, options.pictureHost?.(request.viewer) ?? ''), reply, options);
};

const sendResult = (endpoint: EndpointSpec, result: unknown, reply: FastifyReply, { checkReplies }: ServeOptions) => {
  if (checkReplies) endpoint.reply?.parse(result);
  return reply
    .code(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(result));
};

/**
 * Answers a call inside the process, for a page that the server renders: the same handler, no HTTP to itself.
 * `path` is the endpoint's pattern. Throws Problem like the call itself.
 */
export function createInnerCalls(routes: Route[], pictureHost: PictureHost) {
  const byName = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
  return async (
    method: string,
    path: string,
    input: { params?: unknown; query?: unknown },
    caller: Caller,
  ): Promise<unknown> => {
    const route = byName.get(`${method} ${path}`);
    if (!route?.handle || method !== 'GET') throw new Problem('NOT_FOUND');
    requireAccess(route.endpoint, caller);
    const address = parseAddress(route.endpoint, input.params ?? {}, input.query ?? {});
    const result = await route.handle({ ...address, ...caller, body: undefined, files: {} } as unknown as Call);
    return withPictureHost(result, pictureHost(caller.viewer));
  };
}
