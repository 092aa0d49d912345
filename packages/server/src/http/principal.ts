import type { TokenScope } from '@typecase/contract/roles'
import type { FastifyRequest } from 'fastify'

import type { ExtensionCaller } from '../resources/extensions/extension-caller.ts'

/** The caller. No value means "all rights": work of the server itself names its bucket. */
export type Principal =
  | {
      readonly kind: 'user'
      readonly userId: string
      /** Hash of the session's or the access token's secret. */
      readonly sessionHash: string
      readonly isStaff: boolean
      /** Set for a program with the user's personal access token, not for a session. */
      readonly tokenScope?: TokenScope
      /** The buckets that the token opens alone; omitted for all of the user's. */
      readonly bucketIds?: readonly string[]
      /** Names the personal access token. */
      readonly tokenTitle?: string
      /** The assistant that makes the call. */
      readonly client?: { readonly name: string }
      /** Id of the one of the staff who looks at this user's account; with the scope `read`. */
      readonly supportBy?: string
      /** The extension in whose name the dashboard calls. */
      readonly extension?: ExtensionCaller
    }
  | {
      readonly kind: 'key'
      readonly bucketId: string
      readonly access: 'read' | 'write'
      /** Whether it reads drafts and revisions, or published versions only. */
      readonly readsDrafts: boolean
      /** Whether it reads what previews show, such as sources and perspectives: the read key never does. */
      readonly readsPreviews: boolean
      /** Id of the shared link whose token this is. */
      readonly link?: string
      /** That link: its objects are read in their newest versions, all others as published. */
      readonly sharedLink?: {
        readonly release_id: string | null
        readonly object_ids: readonly string[]
      }
      /** The bucket's version, read together with the key. */
      readonly version: number
      /** The version of its object types, from the same read. */
      readonly typesVersion: number
      /** Whether media are shown by addresses that end. */
      readonly mediaIsPrivate: boolean
      /** Tells the holders of a key apart, as far as possible: their requests count against it. */
      readonly holder: string
    }
  | { readonly kind: 'anonymous' }

export type UserPrincipal = Extract<Principal, { kind: 'user' }>
/** A user with the limits of their token. */
export type Caller = Pick<UserPrincipal, 'userId' | 'tokenScope' | 'bucketIds' | 'client'>
export type KeyPrincipal = Extract<Principal, { kind: 'key' }>

export const anonymous: Principal = { kind: 'anonymous' }

/**
 * The bearer token of a request; older clients send it without `Bearer`. Cookies are ignored: a forged request has
 * no session.
 */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (!header) return undefined
  return /^(?:Bearer\s+)?(\S{1,512})$/i.exec(header)?.[1]
}
