import { newId } from '@typecase/contract/ids'
import { type Invite, INVITE_DAYS } from '@typecase/contract/invites'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { accountKey } from '../../http/limits-keys.ts'
import { inviteMail } from '../../mail/team-mails.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import { type Actor, audit } from '../audit/audit-log.ts'
import { takeSeatInTeam } from '../plans/limits.ts'
import { alreadyMember, assertWish, type MemberWish, openToChange } from '../teams/change-team.ts'
import { teamRows } from '../teams/store.ts'
import { auditScope, type TeamScope, titleOf } from '../teams/team-scope.ts'
import { emailKey, findUser } from '../users/store.ts'
import { grantsIn, type InviteRow, scopeOf, readInvite } from './store.ts'

const LIFETIME = INVITE_DAYS * 24 * 3600 * 1000

/**
 * Counts an invitation against the limits before it is e-mailed. Only permitted senders count, since others must not
 * exhaust the limit of an address.
 * @throws Failure `limited` after too many
 */
export async function countInvite(
  { limits, db }: Pick<App, 'limits' | 'db'>,
  actor: Actor,
  scope: TeamScope,
  { email, role }: Pick<InviteRow, 'email' | 'role'>,
): Promise<void> {
  await openToChange(db.read, actor, scope, role)
  await limits.countAll([
    ['invite', actor.userId],
    ['inviteMail', accountKey(email)],
  ])
}

/**
 * Invites an address, and replaces its older invitation. This does not check whether the address has an account: the
 * response, the e-mail and the work are the same.
 * @throws Failure `conflict` for the address of a member, which the team shows anyway
 */
export async function sendInvite(
  app: App,
  write: Write,
  actor: Actor,
  scope: TeamScope,
  email: string,
  wish: MemberWish,
): Promise<Invite> {
  const { db } = write
  await openToChange(db, actor, scope, wish.role)
  await assertWish(db, scope, wish)
  const key = emailKey(email)
  if (await isMember(db, scope, key)) throw alreadyMember('email', scope)
  await takeSeatInTeam(app, write, scope, email)
  await db
    .deleteFrom('invites')
    .where('resource', '=', scope.resource)
    .where('resource_id', '=', scope.id)
    .where('email_key', '=', key)
    .execute()
  const id = newId(app.clock.now())
  const code = newToken()
  const sent = {
    email: email.trim(),
    role: wish.role,
    ...newInvitation(app, actor, code),
    created_at: app.clock.iso(),
  }
  await db
    .insertInto('invites')
    .values({
      id,
      resource: scope.resource,
      resource_id: scope.id,
      email_key: key,
      bucket_roles: JSON.stringify(wish.bucket_roles ?? []),
      ...sent,
    })
    .execute()
  await audit(write, app, actor, {
    kind: 'invite.add',
    ...auditScope(scope),
    subject: { id, title: sent.email },
    details: wish,
  })
  await mail(app, write, actor, scope, { ...sent, code })
  return readInvite(db, app.clock, id)
}

/** E-mails an invitation again in the name of the caller, with a new code that replaces the old one. */
export async function resendInvite(
  app: App,
  write: Write,
  actor: Actor,
  invite: InviteRow,
): Promise<Invite> {
  const { db } = write
  const scope = scopeOf(invite)
  const { id, email, role } = invite
  await openToChange(db, actor, scope, role)
  await assertWish(db, scope, { role, bucket_roles: grantsIn(invite) })
  if (await isMember(db, scope, invite.email_key)) throw alreadyMember('id', scope)
  await takeSeatInTeam(app, write, scope, email)
  const code = newToken()
  await db
    .updateTable('invites')
    .set({ ...newInvitation(app, actor, code), status: 'pending' })
    .where('id', '=', id)
    .execute()
  const subject = { id, title: email }
  await audit(write, app, actor, { kind: 'invite.resend', ...auditScope(scope), subject })
  await mail(app, write, actor, scope, { email, role, code })
  return readInvite(db, app.clock, id)
}

const newInvitation = ({ clock }: Pick<App, 'clock'>, { userId }: Actor, code: string) => ({
  code_hash: hashToken(code),
  invited_by: userId,
  expires_at: clock.now() + LIFETIME,
})

async function isMember(db: Reader, scope: TeamScope, key: string): Promise<boolean> {
  const rows = await teamRows(db, scope)
  return rows.some((row) => row.from_workspace === 0 && emailKey(row.email) === key)
}

async function mail(
  { mailer, settings }: App,
  { db, afterCommit }: Write,
  { userId }: Actor,
  scope: TeamScope,
  { email, role, code }: Pick<InviteRow, 'email' | 'role'> & { code: string },
): Promise<void> {
  const inviter = displayName(await findUser(db, userId))
  const title = await titleOf(db, scope)
  const about = { resource: scope.resource, inviter, title, role, code }
  const composed = inviteMail(email, settings.PUBLIC_URL, about)
  afterCommit(() => mailer.send(composed))
}

/** Returns the first and last name if both exist, otherwise the address (specification §3). */
export function displayName(
  user: { first_name: string; last_name: string; email: string } | undefined,
): string {
  if (!user) return 'Someone'
  const { first_name, last_name, email } = user
  return first_name && last_name ? `${first_name} ${last_name}` : email
}
