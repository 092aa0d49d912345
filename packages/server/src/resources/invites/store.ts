import type { Invite, InviteResource } from '@typecase/contract/invites'
import type { BucketGrant, TeamRole } from '@typecase/contract/roles'
import type { Generated, Selectable } from 'kysely'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { hashToken } from '../../secrets/tokens.ts'
import { emailKey } from '../users/store.ts'
import type { TeamScope } from '../teams/team-scope.ts'

export interface InviteTable {
  id: string
  resource: InviteResource
  resource_id: string
  email: string
  email_key: string
  role: TeamRole
  bucket_roles: Generated<string>
  code_hash: string
  status: Generated<'pending' | 'rejected'>
  invited_by: string
  created_at: string
  expires_at: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    invites: InviteTable
  }
}

export type InviteRow = Selectable<InviteTable>

export const scopeOf = ({ resource, resource_id }: InviteRow): TeamScope => ({
  resource,
  id: resource_id,
})

/** Parses the grants of an invitation. Only `sendInvite` writes this column, so the cast is safe. */
export const grantsIn = ({ bucket_roles }: InviteRow) => JSON.parse(bucket_roles) as BucketGrant[]

/** Finds the open invitation of a link's code. */
export const findByCode = (
  db: Reader,
  { now }: Pick<Clock, 'now'>,
  code: string,
): Promise<InviteRow | undefined> =>
  db
    .selectFrom('invites')
    .selectAll()
    .where('code_hash', '=', hashToken(code))
    .where('status', '=', 'pending')
    .where('expires_at', '>', now())
    .executeTakeFirst()

/** Whether a code was e-mailed to an address. If so, anyone who has the code reads that mailbox. */
export async function isInvited(
  db: Reader,
  clock: Pick<Clock, 'now'>,
  code: string | undefined,
  email: string,
): Promise<boolean> {
  if (code === undefined) return false
  return (await findByCode(db, clock, code))?.email_key === emailKey(email)
}

/**
 * Whether there is an open invitation for an address, when a provider has verified that the user reads that mailbox.
 */
export async function awaitsAnswer(
  db: Reader,
  { now }: Pick<Clock, 'now'>,
  email: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('invites')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('status', '=', 'pending')
    .where('expires_at', '>', now())
    .executeTakeFirst()
  return row !== undefined
}

const withInviter = (db: Reader) =>
  db
    .selectFrom('invites')
    .leftJoin('users', 'users.id', 'invites.invited_by')
    .selectAll('invites')
    .select(['users.first_name', 'users.last_name', 'users.status as inviter_status'])

type InviteWithInviter = Awaited<
  ReturnType<ReturnType<typeof withInviter>['executeTakeFirstOrThrow']>
>

/** Reads an invitation in the form that its senders see. */
export async function readInvite(db: Reader, clock: Clock, id: string): Promise<Invite> {
  const row = await withInviter(db).where('invites.id', '=', id).executeTakeFirstOrThrow()
  return toInvite(row, clock)
}

/** Lists the invitations to a project or workspace, newest first. */
export async function readInvites(
  db: Reader,
  clock: Clock,
  { resource, id }: TeamScope,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ invites: Invite[]; total: number }> {
  const rows = await withInviter(db)
    .where('resource', '=', resource)
    .where('resource_id', '=', id)
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  const { total } = await db
    .selectFrom('invites')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('resource', '=', resource)
    .where('resource_id', '=', id)
    .executeTakeFirstOrThrow()
  return { invites: rows.map((row) => toInvite(row, clock)), total }
}

function toInvite(row: InviteWithInviter, clock: Clock): Invite {
  const isOver = row.status === 'pending' && row.expires_at <= clock.now()
  const { first_name, last_name } = row
  return {
    id: row.id,
    resource: row.resource,
    resource_id: row.resource_id,
    email: row.email,
    role: row.role,
    bucket_roles: grantsIn(row),
    status: isOver ? 'expired' : row.status,
    invited_by:
      row.inviter_status === 'active'
        ? { id: row.invited_by, first_name: first_name ?? '', last_name: last_name ?? '' }
        : null,
    created_at: row.created_at,
    expires_at: new Date(row.expires_at).toISOString(),
  }
}

/** Deletes the invitations to a project or workspace that is being deleted. */
export async function dropInvites(db: Reader, { resource, id }: TeamScope): Promise<void> {
  await db
    .deleteFrom('invites')
    .where('resource', '=', resource)
    .where('resource_id', '=', id)
    .execute()
}
