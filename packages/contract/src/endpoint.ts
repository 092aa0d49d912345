import type { ErrorCode } from './errors.ts'

/** The part of arktype's `Type` that we use, so that code can pass schemas around without its many type parameters. */
export interface Schema<T = unknown> {
  readonly infer: T
  (data: unknown): unknown
  toJsonSchema(options?: object): object
  onDeepUndeclaredKey(behavior: 'reject'): Schema<T>
}

/** Schemas are thunks: building one costs up to a millisecond, so it happens on first use. */
export type LazySchema<T = unknown> = () => Schema<T>

/**
 * Who may call an endpoint. `none`: anyone. `optional`: anyone, but clients send a session if they have one. `user`: a
 * signed-in user, or a program with their personal access token. `session`: only a signed-in user. `read`: holders of
 * any key of the bucket. `write`: holders of its write key.
 */
export type Auth = 'none' | 'optional' | 'user' | 'session' | 'read' | 'write'

/** Whether an endpoint is for a user, with a session or, if `auth` is `user`, an access token. */
export const isOfUser = ({ auth }: Pick<Endpoint, 'auth'>): boolean =>
  auth === 'user' || auth === 'session'

/** The mount point of the path: `/v3/admin`, `/v3/buckets/{slug}`, or the bare origin. */
export type Base = 'dashboard' | 'content' | 'origin'

/** One call between a client and the server, declared once and typed on both sides. */
export interface Endpoint {
  /** `<resource>.<verb>`, unique; names the operation in the OpenAPI document. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below the base, with `:name` parameters. */
  readonly path: `/${string}`
  readonly base?: Base
  readonly auth: Auth
  /** One sentence that describes the call. */
  readonly summary: string
  readonly params?: LazySchema
  readonly query?: LazySchema
  readonly body?: LazySchema
  readonly response: LazySchema
  /** Whether an answer with none of the declared keys is valid. */
  readonly mayBeEmpty?: boolean
  /** Media types of the file that the endpoint returns instead of JSON. */
  readonly file?: readonly string[]
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** Aliases for keys of the query or the body: `{ ids: 'object_ids' }`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Whether the fields of the body may also come wrapped in `data`, as in most calls. */
  readonly mayWrapBody?: boolean
  /**
   * The fields of `data` may also come at the top level of the body. These keys belong there in any case, outside
   * `data`.
   */
  readonly besideData?: readonly string[]
  /** Error messages for keys of the body that are missing or empty, where the specification prescribes them. */
  readonly missing?: Readonly<Record<string, string>>
  /** A multipart upload: the body describes the fields next to the files. */
  readonly isMultipart?: boolean
  /** Name of the form part with a file; `files` by default. */
  readonly fileField?: string
  /** Whether the handler reads the body as a stream of bytes. */
  readonly isStreamed?: boolean
  /** Whether the answer is an event stream, which no cache stores. */
  readonly isEventStream?: boolean
  /** Whether the handler receives the body as raw text, since a signature covers each of its bytes. */
  readonly isRaw?: boolean
  /**
   * Whether repeating the call has no further effect. Its response is not stored for retries, so it waits for no other
   * write.
   */
  readonly isRepeatable?: boolean
  /**
   * Whether the call sets or reads a cookie, or clears the browser's cache. Browsers allow that only for calls that send
   * cookies, which others do not.
   */
  readonly usesCookie?: boolean
  /** Errors beyond the ones every call can answer (invalid, unauthenticated, forbidden, limited, internal). */
  readonly errors?: readonly ErrorCode[]
  /** Largest size of a body in bytes; 1 MB by default. */
  readonly bodyLimit?: number
}

/** Declares an endpoint and keeps its exact types. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

type InferredFrom<S> = S extends () => { infer: infer T } ? T : undefined

/** The body that a handler receives and a client sends. */
export type BodyOf<E extends Endpoint> = InferredFrom<E['body']>
/** The query string that a handler receives and a client sends. */
export type QueryOf<E extends Endpoint> = InferredFrom<E['query']>
/** The parameters of the path. */
export type ParamsOf<E extends Endpoint> = InferredFrom<E['params']>
/** The JSON body of a successful answer. */
export type OutputOf<E extends Endpoint> = InferredFrom<E['response']>

type Part<K extends string, T> = T extends undefined ? unknown : { [P in K]: T }

/** The argument of a client's `api.call`: `{ params, query, body }`, each only if the endpoint declares it. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
