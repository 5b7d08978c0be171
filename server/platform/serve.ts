// Turns declared endpoints into routes: checks access before reading the body, validates input, and sends replies as JSON.
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
import { isCrawlerAgent, networkOf } from '#server/kit/http/visitors.ts';
import type { AuditActor } from './audit.ts';
import { type PictureHost, withPictureHost } from './picture-host.ts';
import { requireAccess, signedIn, type Viewer } from './viewer.ts';

/** Who makes a call, either through an HTTP request or through a page that is rendered on the server. */
export type Caller = {
  viewer: Viewer | null;
  /** Whether the session belongs to a suspended user, who is otherwise treated like a visitor. */
  suspended: boolean;
  /** Identifies a caller without an account: a keyed hash of IP address and browser that changes daily. */
  visitor: string;
  /** Network used for rate limits: an IPv4 address or an IPv6 /64. */
  network: string;
  /** Whether a crawler or another program asks, rather than a person's browser. */
  isCrawler: boolean;
  cookies: Readonly<Record<string, string | undefined>>;
  /** Sets a header on the response, or on the page that makes the call. `set-cookie` headers are appended. */
  setHeader(name: string, value: string): void;
};

/** The caller as an actor for the audit log; only for calls that require a login. */
export function actorOf({ viewer, network }: Pick<Caller, 'viewer' | 'network'>): AuditActor & { id: string } {
  const { id, username } = signedIn(viewer);
  return { id, name: username, address: network };
}

type VisitorOf = (request: FastifyRequest) => string;

/** The caller of an HTTP request. `visitor` comes from kit/http/visitors.ts. */
export function callerOf(request: FastifyRequest, reply: FastifyReply, visitorOf: VisitorOf): Caller {
  return {
    viewer: request.viewer,
    suspended: request.suspended,
    // Computed lazily, because most calls need neither of these values, and `visitor` requires computing a keyed hash.
    get visitor() {
      return visitorOf(request);
    },
    get network() {
      return networkOf(request.ip);
    },
    get isCrawler() {
      return isCrawlerAgent(String(request.headers['user-agent'] ?? ''));
    },
    cookies: request.cookies,
    setHeader: (name, value) => void reply.header(name, value),
  };
}

/** An anonymous caller, for cached pages that many visitors share and that therefore must not contain personal data. */
export const anybody: Caller = {
  viewer: null,
  suspended: false,
  visitor: 'page',
  network: '',
  isCrawler: false,
  cookies: {},
  setHeader: () => {},
};

/** A handler's argument: the validated input and the caller. */
export type Call<E extends EndpointSpec = EndpointSpec> = Caller & {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Uploaded files, by the field names that the form declares. */
  files: FilesOf<E>;
};

type FilesOf<E extends EndpointSpec> = E extends { form: { files: readonly (infer Name extends string)[] } }
  ? Partial<Record<Name, Buffer>>
  : Record<string, never>;

/** The HTTP request and reply, for the few handlers that set cookies or send files. */
export type Exchange = { request: FastifyRequest; reply: FastifyReply };

export type Route = {
  endpoint: EndpointSpec;
  /** Handles the call without HTTP; null if the handler needs the exchange. */
  handle: ((call: Call) => Promise<unknown>) | null;
  exchange: ((call: Call, exchange: Exchange) => Promise<unknown>) | null;
  /** Handles a form with a streamed file. Called before any of the body has been read. */
  receive?: (call: Caller & { params: unknown }) => Promise<Reception<Pick<Call, 'body' | 'files'>, unknown>>;
};

/** A route that returns plain data, so that server-rendered pages can use it too. */
export function answer<E extends EndpointSpec>(endpoint: E, handle: (call: Call<E>) => Promise<ReplyOf<E>>): Route {
  return {
    endpoint,
    handle: (endpoint.whole ? narrowed(endpoint.whole, handle as never) : handle) as unknown as Route['handle'],
    exchange: null,
  };
}

/** A route that needs the HTTP exchange. The handler returns undefined if it has already sent or hijacked the reply. */
export function answerExchange<E extends EndpointSpec>(
  endpoint: E,
  exchange: (call: Call<E>, exchange: Exchange) => Promise<ReplyOf<E> | undefined>,
): Route {
  return { endpoint, handle: null, exchange: exchange as unknown as Route['exchange'] };
}

/** A route whose form contains a large file, which is streamed. */
export function answerStreamed<E extends EndpointSpec>(
  endpoint: E,
  receive: (call: Caller & { params: ParamsOf<E> }) => Promise<Reception<Pick<Call<E>, 'body' | 'files'>, ReplyOf<E>>>,
): Route {
  return { endpoint, handle: null, exchange: null, receive: receive as unknown as NonNullable<Route['receive']> };
}

const fieldsOf = (error: z.ZodError): Record<string, string> => {
  // No prototype, because a field may be called `toString`.
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const key of keys) {
      // Reported under `body`, because a `__proto__` key in the reply could pollute prototypes in careless clients.
      const name = key === '__proto__' ? 'body' : key.slice(0, 100);
      fields[name] ??= issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message;
    }
  }
  return fields;
};

/**
 * Parses a value with a schema.
 * @throws Problem BAD_INPUT with the error messages by field name
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: plainSentence });
  if (!result.success) throw new Problem('BAD_INPUT', { fields: fieldsOf(result.error) });
  return result.data;
}

const parse = (schema: z.ZodType | undefined, value: unknown): unknown => (schema ? parseInput(schema, value) : {});

/** Validates a call's path and query parameters. A repeated query key arrives as an array, which the schema rejects. */
export function parseAddress(endpoint: EndpointSpec, params: unknown, query: unknown) {
  const { _: _cacheBreaker, ...asked } = query as Record<string, unknown>;
  return { params: parse(endpoint.params, params), query: endpoint.query ? parse(endpoint.query, asked) : asked };
}

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export type ServeOptions = {
  /** Whether to validate replies against the contract; true in tests and development. */
  checkReplies: boolean;
  /** Prefix for the paths of public images (platform/picture-host.ts). */
  pictureHost?: PictureHost;
  visitorOf: VisitorOf;
  /** Called when a logged-in user makes a call that may change public pages. */
  onOwnChange?: (reply: FastifyReply) => void;
};

/** Registers the routes of all features. A hook that runs earlier must have set `request.viewer`. */
export function serveRoutes(app: FastifyInstance, routes: Route[], options: ServeOptions): void {
  // Bodies must be JSON or empty, except for the two kinds of routes below.
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
      onRequest: async (request, reply) => {
        if (foreign.size > 0) refuseForeign(foreign, request);
        requireAccess(endpoint, request);
        if (request.viewer && endpoint.method !== 'GET' && !endpoint.leavesPages) options.onOwnChange?.(reply);
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
  // Routes whose handlers read a raw body.
  const rawRoutes = Map.groupBy(routes, ({ endpoint }) => endpoint.bodyType);
  for (const [bodyType, ofType] of rawRoutes) {
    if (!bodyType) continue;
    // One scope per media type, so that bodies of other types are rejected before the handler runs.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(bodyType === '*/*' ? '*' : bodyType, (_request, _payload, done) => done(null));
      for (const route of ofType) {
        serve(scope, route, async (request, reply) => {
          const address = parseAddress(route.endpoint, request.params, request.query);
          return respond(route, { ...address, body: undefined, files: {} }, { request, reply }, options);
        });
      }
    });
  }
  // Routes that take forms, in a scope that accepts nothing else.
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    await scope.register(multipart);
    const forms = createFormReader();
    const receiveForm = async (route: Route, params: unknown, { request, reply }: Exchange) => {
      const { form: spec } = route.endpoint;
      if (!spec || !route.receive) throw new Error('this call does not take a streamed form');
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

/**
 * Rejects methods that are not declared for an exact path. Otherwise, the router would pass such a request to a route that has a
 * parameter in that position.
 */
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
 * Makes calls within the process for server-rendered pages: the same handlers, without HTTP. `path` is the endpoint's pattern.
 * Throws the same Problems as the call would over HTTP.
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
