import {
  addInvite,
  deleteInvite,
  getInvite,
  type InviteResource,
  listInvites,
  type ReceivedInvite,
  resendInvite,
  updateInvite,
} from '@typecase/contract/invites'
import { rolesGivenBy } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { Caller } from '../../http/principal.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { insertMember, openToChange } from '../teams/change-team.ts'
import { remainingGrants } from '../teams/grants.ts'
import { directRole } from '../teams/store.ts'
import { assertMayUseAccount, auditScope, openTeam, roleIn, titleOf } from '../teams/team-scope.ts'
import { findUser } from '../users/store.ts'
import { avatarUrl } from '../users/user-view.ts'
import { countInvite, displayName, resendInvite as resend, sendInvite } from './send-invite.ts'
import { findByCode, grantsIn, type InviteRow, scopeOf, readInvites } from './store.ts'

/** Default number of rows per page. */
const PAGE_SIZE = 100

const WRONG_ACCOUNT = 'Invite is for a different user, please login using the correct account.'

export function routes(app: App): Route[] {
  const { db, clock } = app

  /**
   * Finds an invitation by its id, for a caller who may grant its role.
   * @throws Failure `not_found` when it does not exist or belongs to a team of others
   */
  async function receivedInvite(reader: Reader, caller: Caller, id: string): Promise<InviteRow> {
    const row = await reader
      .selectFrom('invites')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || !(await roleIn(reader, scopeOf(row), caller.userId))) throw notFound('Invitation')
    await openToChange(reader, caller, scopeOf(row), row.role)
    return row
  }

  /**
   * Finds the invitation of a link.
   * @throws Failure `not_found` unless it is open and its sender may still grant that role, `conflict` for another
   * account
   */
  async function findReceived(
    reader: Reader,
    userId: string,
    code: string,
    resource: InviteResource,
  ): Promise<InviteRow> {
    const row = await findByCode(reader, clock, code)
    const senderRole = row && (await roleIn(reader, scopeOf(row), row.invited_by))
    const isValid =
      senderRole !== undefined && rolesGivenBy[senderRole].includes(row?.role ?? 'admin')
    if (row?.resource !== resource || !isValid) throw notFound('Invitation')
    const user = await findUser(reader, userId)
    if (user?.email_key !== row.email_key) throw conflict(WRONG_ACCOUNT)
    return row
  }

  async function view(
    reader: Reader,
    row: InviteRow,
    userId: string,
    status: ReceivedInvite['status'],
  ): Promise<{ invite: ReceivedInvite }> {
    const scope = scopeOf(row)
    const inviter = await findUser(reader, row.invited_by)
    const avatar = avatarUrl(app.settings.PUBLIC_URL, inviter?.avatar ?? null)
    const isProject = row.resource === 'project'
    return {
      invite: {
        inviter: { displayName: displayName(inviter), avatar },
        title: await titleOf(reader, scope),
        resource: row.resource,
        project_id: isProject ? scope.id : null,
        workspace_id: isProject ? await workspaceOf(reader, scope.id, userId) : scope.id,
        role: row.role,
        status,
        expires_at: new Date(row.expires_at).toISOString(),
      },
    }
  }

  return [
    handle(addInvite, async (call) => {
      const { resource, resource_id: id, email, role, bucket_roles } = call.body
      const actor = actorOf(call)
      await countInvite(app, actor, { resource, id }, { email, role })
      const wish = { role, bucket_roles }
      return call.commit(
        async (write) => ({
          invite: await sendInvite(app, write, actor, { resource, id }, email, wish),
        }),
        'serializable',
      )
    }),

    handle(listInvites, async ({ principal, query }) => {
      const { resource, resource_id: id, limit = PAGE_SIZE, skip = 0 } = query
      const access = await openTeam(db.read, principal, { resource, id }, 'team:write')
      const page = { limit, skip }
      return { ...(await readInvites(db.read, clock, access, page)), ...page }
    }),

    handle(deleteInvite, (call) =>
      call.commit(async (write) => {
        const actor = actorOf(call)
        const row = await receivedInvite(write.db, actor, call.query.id)
        await write.db.deleteFrom('invites').where('id', '=', row.id).execute()
        const subject = { id: row.id, title: row.email }
        await audit(write, app, actor, {
          kind: 'invite.delete',
          ...auditScope(scopeOf(row)),
          subject,
        })
        return { message: 'Invitation withdrawn.' }
      }, 'serializable'),
    ),

    handle(resendInvite, async (call) => {
      const actor = actorOf(call)
      const invite = await receivedInvite(db.read, actor, call.body.id)
      await countInvite(app, actor, scopeOf(invite), invite)
      return call.commit(async (write) => {
        const row = await receivedInvite(write.db, actor, call.body.id)
        return { invite: await resend(app, write, actor, row) }
      }, 'serializable')
    }),

    handle(getInvite, async ({ principal, query }) => {
      assertMayUseAccount(principal, 'team:read')
      const { userId } = principal
      await app.limits.count('inviteLookup', userId)
      const row = await findReceived(db.read, userId, query.invite_id, query.resource)
      return view(db.read, row, userId, 'pending')
    }),

    handle(updateInvite, async (call) => {
      const { invite_id, resource, status } = call.body
      const actor = actorOf(call)
      assertMayUseAccount(actor, 'team:write')
      await app.limits.count('inviteLookup', actor.userId)
      return call.commit(async (write) => {
        const row = await findReceived(write.db, actor.userId, invite_id, resource)
        const scope = scopeOf(row)
        const subject = { id: actor.userId, title: row.email }
        if (status === 'rejected') {
          await write.db
            .updateTable('invites')
            .set({ status: 'rejected' })
            .where('id', '=', row.id)
            .execute()
        } else {
          await write.db.deleteFrom('invites').where('id', '=', row.id).execute()
          if (!(await directRole(write.db, scope, actor.userId))) {
            const grants = grantsIn(row)
            const bucket_roles = await remainingGrants(write.db, scope.id, grants)
            await insertMember(app, write, scope, actor.userId, { role: row.role, bucket_roles })
          }
        }
        await audit(write, app, actor, {
          kind: status === 'confirmed' ? 'invite.confirm' : 'invite.reject',
          ...auditScope(scope),
          subject,
          details: { role: row.role },
        })
        return view(write.db, row, actor.userId, status)
      }, 'serializable')
    }),
  ]
}

/** Returns the workspace of a project if the user is a member of it, otherwise null. */
async function workspaceOf(db: Reader, projectId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('projects')
    .innerJoin('team_members', 'team_id', 'workspace_id')
    .select('projects.workspace_id')
    .where('projects.id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}
