import type { TokenScope } from '@typecase/contract/roles'
import type { FastifyRequest } from 'fastify'

import type { ExtensionCaller } from '../resources/extensions/extension-caller.ts'

/** The caller. No variant has all rights: work of the server itself names its bucket. */
export type Principal =
  | {
      readonly kind: 'user'
      readonly userId: string
      /** Hash of the session's or the access token's secret. */
      readonly sessionHash: string
      readonly isStaff: boolean
      /** Set for a program with the user's personal access token, not for a session. */
      readonly tokenScope?: TokenScope
      /** The only buckets that the token opens; undefined for all of the user's. */
      readonly bucketIds?: readonly string[]
      /** Title of the personal access token. */
      readonly tokenTitle?: string
      /** The assistant that makes the call. */
      readonly client?: { readonly name: string }
      /** Id of the member of staff who views this user's account; `tokenScope` is `read` then. */
      readonly supportBy?: string
      /** The extension on whose behalf the dashboard calls. */
      readonly extension?: ExtensionCaller
    }
  | {
      readonly kind: 'key'
      readonly bucketId: string
      readonly access: 'read' | 'write'
      /** Whether the key reads drafts and revisions, or only published versions. */
      readonly readsDrafts: boolean
      /** Whether the key reads what previews show, such as sources and perspectives; a read key never does. */
      readonly readsPreviews: boolean
      /** Id of the shared link whose token this is. */
      readonly link?: string
      /** The shared link: its objects are read in their newest versions, all others as published. */
      readonly sharedLink?: {
        readonly release_id: string | null
        readonly object_ids: readonly string[]
      }
      /** The bucket's version, from the same read as the key. */
      readonly version: number
      /** The version of the bucket's object types, from the same read. */
      readonly typesVersion: number
      /** Whether media have addresses that expire. */
      readonly mediaIsPrivate: boolean
      /** Distinguishes the holders of one key as far as possible: limits apply to each of them. */
      readonly holder: string
    }
  | { readonly kind: 'anonymous' }

export type UserPrincipal = Extract<Principal, { kind: 'user' }>
/** A user with the scope of their token. */
export type Caller = Pick<UserPrincipal, 'userId' | 'tokenScope' | 'bucketIds' | 'client'>
export type KeyPrincipal = Extract<Principal, { kind: 'key' }>

export const anonymous: Principal = { kind: 'anonymous' }

/**
 * Returns the bearer token of a request; older clients send it without `Bearer`. Cookies are ignored, so a cross-site
 * request has no session.
 */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (!header) return undefined
  return /^(?:Bearer\s+)?(\S{1,512})$/i.exec(header)?.[1]
}
