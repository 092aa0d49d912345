import type { ErrorCode } from './errors.ts'

/** The part of an arktype `Type` that we use, so that a schema can be passed around without its many parameters. */
export interface Schema<T = unknown> {
  readonly infer: T
  (data: unknown): unknown
  toJsonSchema(options?: object): object
  onDeepUndeclaredKey(behavior: 'reject'): Schema<T>
}

/** Schemas are thunks: building one costs up to a millisecond, so it happens on first use. */
export type LazySchema<T = unknown> = () => Schema<T>

/**
 * Callers of an endpoint: `none` anyone, `optional` anyone too, but a session is sent if there is one, `user` a
 * signed-in user or a program with their personal access token, `session` a signed-in user alone, `read` any key of
 * the bucket, `write` its write key.
 */
export type Auth = 'none' | 'optional' | 'user' | 'session' | 'read' | 'write'

/** Whether the caller is a user, with a session or perhaps an access token. */
export const isOfUser = ({ auth }: Pick<Endpoint, 'auth'>): boolean =>
  auth === 'user' || auth === 'session'

/** The mount point of the path: `/v3` and `/v3/admin`, `/v3/buckets/{slug}`, or the bare origin. */
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
  /** An answer without any of its keys is one. */
  readonly mayBeEmpty?: boolean
  /** Media types of the file that it answers in place of JSON. */
  readonly file?: readonly string[]
  /** Status of a success; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** Aliases for keys of the query or the body: `{ ids: 'object_ids' }`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The fields of the body may also come in `data`, as most calls take them. */
  readonly mayWrapBody?: boolean
  /** The fields of `data` may also be at the top level, next to these. */
  readonly besideData?: readonly string[]
  /** Error messages for keys of the body that are missing or empty, where the specification prescribes them. */
  readonly missing?: Readonly<Record<string, string>>
  /** A multipart upload: the body describes the fields next to the files. */
  readonly isMultipart?: boolean
  /** Name of the form part with a file; `files` by default. */
  readonly fileField?: string
  /** The body is bytes that the handler reads as they come. */
  readonly isStreamed?: boolean
  /** The answer is a stream of events, which no cache holds. */
  readonly isEventStream?: boolean
  /** The body reaches the handler as raw text: a signature covers each of its bytes. */
  readonly isRaw?: boolean
  /** Repeating the call has no further effect: no response is stored for retries, so it waits for no other write. */
  readonly isRepeatable?: boolean
  /** The call sets or takes a cookie: browsers send theirs with this call, and with no other. */
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

type Parsed<S> = S extends () => { infer: infer T } ? T : undefined

/** The body that a handler receives and a client sends. */
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
/** The query string that a handler receives and a client sends. */
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
/** The parameters of the path. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
/** The JSON answer of a success. */
export type OutputOf<E extends Endpoint> = Parsed<E['response']>

type Part<K extends string, T> = T extends undefined ? unknown : { [P in K]: T }

/** The argument of a client's `api.call`: `{ params, query, body }`, each only where the endpoint declares it. */
export type InputOf<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
