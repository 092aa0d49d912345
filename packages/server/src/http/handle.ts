import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from '@typecase/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Work, WriteScope } from '../database/write-queue.ts'
import type { JsonText } from './json-text.ts'
import type { KeyPrincipal, Principal, UserPrincipal } from './principal.ts'

/** Runs work in its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

type PrincipalOf<E extends Endpoint> = E['auth'] extends 'user' | 'session'
  ? UserPrincipal
  : E['auth'] extends 'read' | 'write'
    ? KeyPrincipal
    : Principal

/** Runs a write whose result is the response. @param status overrides the endpoint's status */
export type Commit = <T>(work: Work<T>, scope: WriteScope, status?: number) => Promise<T>

/** The argument of a handler: the validated input and the caller. */
export interface Call<E extends Endpoint> {
  readonly principal: PrincipalOf<E>
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The `rev` of `If-Match`, if sent. */
  readonly ifMatch: number | undefined
  readonly ip: string
  /** Aborts when the connection closes before the response was sent. */
  readonly signal: AbortSignal
  /** Runs slow work in this bucket's turn; the work does not start if the client has disconnected by then. */
  readonly inTurn: InTurn
  /**
   * Runs the write of this call. Its result is the response. If the caller sent an `Idempotency-Key`, the write and the
   * stored response share one commit.
   */
  readonly commit: Commit
  readonly request: FastifyRequest
  /** For headers, and for statuses that differ from the endpoint's. */
  readonly reply: FastifyReply
}

/** The result of a handler: the endpoint's JSON, as a value or as text, or a reply that it has sent itself. */
type Answer<E extends Endpoint> = OutputOf<E> | JsonText | FastifyReply

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: (call: Call<Endpoint>) => Promise<unknown>
}

/** Binds an endpoint to its handler. `mountRoutes` adds parsing, authentication and error handling. */
export function handle<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): Route {
  return {
    endpoint,
    handler: async (call) => handler(call),
  }
}
