import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from '@typecase/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Work, WriteScope } from '../database/write-queue.ts'
import type { JsonText } from './json-text.ts'
import type { KeyPrincipal, Principal, UserPrincipal } from './principal.ts'

/** Runs work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

type PrincipalOf<E extends Endpoint> = E['auth'] extends 'user' | 'session'
  ? UserPrincipal
  : E['auth'] extends 'read' | 'write'
    ? KeyPrincipal
    : Principal

/** Runs a write whose result is the answer. @param status for an answer other than the endpoint's own */
export type Commit = <T>(work: Work<T>, scope: WriteScope, status?: number) => Promise<T>

/** The argument of a handler: the checked input and the caller. */
export interface Call<E extends Endpoint> {
  readonly principal: PrincipalOf<E>
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The `rev` of `If-Match`, if sent. */
  readonly ifMatch: number | undefined
  readonly ip: string
  /** Aborted when the connection is closed before the answer was sent. */
  readonly signal: AbortSignal
  /** Runs slow work in this bucket's turn, or not at all once no one waits for it. */
  readonly inTurn: InTurn
  /**
   * The write that this call is about. Its result is the answer: where the caller may try again with the same
   * `Idempotency-Key`, both are one commit.
   */
  readonly commit: Commit
  readonly request: FastifyRequest
  /** For headers and for statuses other than the endpoint's own. */
  readonly reply: FastifyReply
}

/** The result of a handler: the endpoint's JSON, also as text, or a reply that it sent itself. */
type Answer<E extends Endpoint> = OutputOf<E> | JsonText | FastifyReply

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: (call: Call<Endpoint>) => Promise<unknown>
}

/** Binds an endpoint to the function that answers it. Parsing, sign-in and errors are done around it. */
export function handle<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): Route {
  return {
    endpoint,
    handler: async (call) => handler(call),
  }
}
