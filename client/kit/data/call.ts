// API calls made by pages, typed by the contract. They use HTTP in the browser and direct function calls on the server.
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#contract/http.ts';
import type { ProblemBody, ProblemCode } from '#contract/problems.ts';

/**
 * A rejected or failed API call. `code` is null if the response did not come from the site, e.g. because the browser is offline
 * or a proxy sent an error page.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: ProblemCode | null;
  readonly fields: Record<string, string>;
  /** Seconds from the Retry-After header; 0 if the response does not have one. */
  readonly retryAfterSeconds: number;

  constructor(
    message: string,
    status: number,
    code: ProblemCode | null,
    fields: Record<string, string> = {},
    retryAfterSeconds = 0,
  ) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type Input = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** The response is a bare array, with the total in a header. */
  counted?: true;
  /** Bearer token to use instead of the session. */
  bearer?: string;
};

/** Sends an API call: method, path pattern, input, and the error message to use if the response has none. */
export type Transport = (method: string, path: string, input: Input, fallback: string) => Promise<unknown>;

/** Identifies a call. The literal types must match the contract, so that a changed path does not compile. */
type Address<E extends EndpointSpec> = Pick<E, 'method' | 'path' | 'fallback'>;

type InputOf<E extends EndpointSpec> = (E extends { params: object } ? { params: ParamsOf<E> } : unknown) &
  (E extends { query: object } ? { query?: QueryOf<E> } : unknown) &
  (E extends { body: object } ? { body?: BodyOf<E> } : unknown) &
  (E extends { form: object } ? { body: FormData } : unknown) &
  (E extends { onlyByToken: true } ? { bearer: string } : unknown);

export type ApiCall<E extends EndpointSpec> = Address<E> &
  ((transport: Transport, input: InputOf<E>) => Promise<ReplyOf<E>>);

/** Declares a call for the client: `const getResource = apiCall<typeof contract.getResource>({ … })`. */
export function apiCall<E extends EndpointSpec>(address: Address<E>): ApiCall<E> {
  return Object.assign(
    (transport: Transport, input: InputOf<E>) =>
      transport(address.method, address.path, input as Input, address.fallback) as Promise<ReplyOf<E>>,
    address,
  );
}

/** One page of a bare array, with the total number of rows (product.md, "List answers"). */
export type Counted<Rows> = { rows: Rows; total: number };

type CountedCall<E extends EndpointSpec> = Address<E> &
  ((transport: Transport, input: InputOf<E>) => Promise<Counted<ReplyOf<E>>>);

/** Declares a call that returns a bare array with its total in `X-Total-Count`. Works only in the browser. */
export function countedCall<E extends EndpointSpec>(address: Address<E>): CountedCall<E> {
  return Object.assign(
    (transport: Transport, input: InputOf<E>) =>
      transport(address.method, address.path, { ...(input as Input), counted: true }, address.fallback) as Promise<
        Counted<ReplyOf<E>>
      >,
    address,
  );
}

const addressOf = (path: string, input: Input): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(input.params?.[key] ?? ''));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, value);
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
};

/** The browser's transport. Sends cookies and turns error responses into a CallError with the server's message. */
export function httpTransport(apiUrl: string): Transport {
  return async (method, path, input, fallback) => {
    const url = apiUrl + addressOf(path, input).replace(/^\/api/, '');
    const isJson = input.body !== undefined && !(input.body instanceof FormData);
    let response: Response;
    try {
      response = await fetch(url, {
        method,
        credentials: 'include',
        headers: {
          accept: 'application/json',
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...(input.bearer ? { authorization: `Bearer ${input.bearer}` } : {}),
        },
        ...(input.body === undefined ? {} : { body: isJson ? JSON.stringify(input.body) : (input.body as FormData) }),
      });
    } catch {
      throw new CallError(fallback, 0, null);
    }
    if (response.status === 204) return null;
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && body !== null)
      return input.counted ? { rows: body, total: Number(response.headers.get('x-total-count')) } : body;
    const problem = (body ?? {}) as Partial<ProblemBody>;
    throw new CallError(
      problem.message || fallback,
      response.status,
      problem.code ?? null,
      problem.fields,
      Number(response.headers.get('retry-after')) || 0,
    );
  };
}
