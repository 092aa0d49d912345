import {
  bucketRoles,
  permissionsOf,
  type Permission,
  permissionWords,
  type TeamPermission,
  teamPermissionsOf,
  teamPermissionWords,
  teamRoles,
} from '@typecase/contract/roles'
import type { Endpoint } from '@typecase/contract/endpoint'

import type { Row } from '../../tests/faults/authorization-rows.ts'

/** Returns a sentence with the permitted callers, from the table that the authorization tests use. */
export function callersOf({ auth }: Endpoint, row: Row): string {
  switch (row.kind) {
    case 'public':
      return 'Anyone, without a key.'
    case 'optional':
      return 'Anyone; a session can allow more.'
    case 'key':
      return ofKeys(auth, row.drafts ?? [])
    case 'staff':
      return 'Staff of the installation, with a session.'
    case 'code':
      return `${signedIn(auth)} who received the code by e-mail.`
    case 'self':
      return `${signedIn(auth)}.`
    default:
      return row.needs ? `${signedIn(auth)} ${withRight(row)}.` : `${signedIn(auth)} of the bucket.`
  }
}

const signedIn = (auth: Endpoint['auth']): string =>
  auth === 'session' ? 'A person with a session' : 'A person with a session or an access token'

function ofKeys(auth: Endpoint['auth'], drafts: NonNullable<Row['drafts']>): string {
  if (auth === 'write') return 'The write key of the bucket.'
  if (drafts.some((query) => Object.keys(query).length === 0))
    return 'The preview key or the write key of the bucket.'
  return drafts.length > 0
    ? 'Any key of the bucket; drafts need the preview key or the write key.'
    : 'Any key of the bucket.'
}

/** Returns, for example, `who may publish objects (objects:publish): admin, developer or editor of the bucket`. */
function withRight({ needs, of }: Row): string {
  if (needs && isOfBucket(needs)) {
    const roles = bucketRoles.filter((role) => permissionsOf[role].includes(needs))
    return `who can ${permissionWords[needs]} (\`${needs}\`): ${listOf(roles)} of the bucket`
  }
  const permission = needs as TeamPermission
  const roles = teamRoles.filter((role) => teamPermissionsOf[role].includes(permission))
  return `who can ${teamPermissionWords[permission]} (\`${permission}\`): ${listOf(roles)} of the ${of ?? 'project'}`
}

const isOfBucket = (permission: string): permission is Permission => permission in permissionWords

const listOf = (roles: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(roles)
