import {
  addWorkspace,
  DEFAULT_WORKSPACE,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  updateWorkspace,
  updateWorkspaceBilling,
  type Workspace,
} from '@typecase/contract/workspaces'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { conflict, invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { changePlan } from '../billing/change-plan.ts'
import { stopSubscription } from '../billing/subscription-store.ts'
import { dropInvites } from '../invites/store.ts'
import { takeFreeSeat } from '../plans/limits.ts'
import {
  assertMayUseAccount,
  openTeam,
  type TeamScope,
  teamsWithinToken,
} from '../teams/team-scope.ts'
import { projectsIn } from '../teams/store.ts'
import { isWebAddress } from '../users/user-view.ts'
import { insertWorkspace, readDefaultWorkspace, readWorkspaces } from './store.ts'

const scopeOf = (id: string): TeamScope => ({ resource: 'workspace', id })

export function routes(app: App): Route[] {
  const { db, clock } = app

  async function read(reader: Reader, userId: string, id: string): Promise<Workspace> {
    const [workspace] = await readWorkspaces(app, reader, userId, id)
    if (!workspace) throw notFound('Workspace')
    return workspace
  }

  return [
    handle(listWorkspaces, async ({ principal }) => {
      const { userId } = principal
      const teams = await teamsWithinToken(db.read, principal)
      const all = await readWorkspaces(app, db.read, userId)
      const workspaces = [
        await readDefaultWorkspace(app, db.read, userId),
        ...all.filter(({ id }) => teams?.has(id) ?? true),
      ]
      return { workspaces, total: workspaces.length }
    }),

    handle(getWorkspace, async ({ principal, query: { workspace_id: id } }) => {
      const { userId } = principal
      if (id === DEFAULT_WORKSPACE)
        return { workspace: await readDefaultWorkspace(app, db.read, userId) }
      await openTeam(db.read, principal, scopeOf(id))
      return { workspace: await read(db.read, userId, id) }
    }),

    handle(addWorkspace, (call) => {
      const { title, logo = null } = call.body
      assertLogo(logo)
      const actor = actorOf(call)
      assertMayUseAccount(actor, 'contents:add')
      return call.commit(async (write) => {
        await takeFreeSeat(app, write, actor.userId)
        const id = await insertWorkspace(write.db, app, actor.userId, { title, logo })
        await audit(write, app, actor, { kind: 'workspace.add', workspaceId: id })
        return { workspace: await read(write.db, actor.userId, id) }
      }, 'serializable')
    }),

    handle(updateWorkspace, (call) => {
      const { workspace_id, title, logo, rev = call.ifMatch } = call.body
      const id = activeOf(workspace_id)
      assertLogo(logo)
      const actor = actorOf(call)
      return call.commit(async (write) => {
        await openTeam(write.db, actor, scopeOf(id), 'settings:write')
        const before = await read(write.db, actor.userId, id)
        if (rev !== undefined && rev !== before.rev) throw stale(before)
        const change = {
          ...(title !== undefined && { title }),
          ...(logo !== undefined && { logo: logo || null }),
        }
        await write.db
          .updateTable('workspaces')
          .set((eb) => ({ ...change, modified_at: clock.iso(), rev: eb('rev', '+', 1) }))
          .where('id', '=', id)
          .execute()
        await audit(write, app, actor, {
          kind: 'workspace.update',
          workspaceId: id,
          details: change,
        })
        return { workspace: await read(write.db, actor.userId, id) }
      }, 'serializable')
    }),

    handle(updateWorkspaceBilling, async (call) => {
      const { data, max_amount } = call.body
      const id = activeOf(call.body.workspace_id)
      const actor = actorOf(call)
      await changePlan(app, actor, scopeOf(id), data, max_amount)
      return { workspace: await read(db.read, actor.userId, id) }
    }),

    handle(deleteWorkspace, (call) => {
      const id = activeOf(call.query.workspace_id)
      const actor = actorOf(call)
      return call.commit(async (write) => {
        await openTeam(write.db, actor, scopeOf(id), 'settings:write')
        const projects = await projectsIn(write.db, id)
        if (projects.length > 0) throw notEmpty(projects)
        await audit(write, app, actor, { kind: 'workspace.delete', workspaceId: id })
        await dropInvites(write.db, scopeOf(id))
        await stopSubscription(write.db, id)
        await write.db.deleteFrom('team_members').where('team_id', '=', id).execute()
        await write.db.deleteFrom('workspaces').where('id', '=', id).execute()
        return { message: 'Workspace deleted.' }
      }, 'serializable')
    }),
  ]
}

/**
 * Returns the id of a workspace with settings.
 * @throws Failure `invalid` without an id, or for the built-in workspace, which has no settings (specification §5)
 */
function activeOf(id: string | undefined): string {
  if (id !== undefined && id !== DEFAULT_WORKSPACE) return id
  throw invalid('workspace_id', 'No active workspace', 'required')
}

/** Checks the address of a logo. @throws Failure `invalid` unless it is a web address */
function assertLogo(logo: string | null | undefined): void {
  if (logo && !isWebAddress(logo)) throw invalid('logo', 'logo must be a valid URL', 'url')
}

function notEmpty(projects: readonly { id: string; title: string; archived: number }[]) {
  const titles = projects.map(({ title }) => `“${title}”`)
  const list = titles.slice(0, 5).join(', ')
  const more = titles.length > 5 ? ` and ${titles.length - 5} more` : ''
  return conflict(
    `This workspace still holds ${list}${more}. Move or delete its projects first.`,
    projects.slice(0, 20).map(({ id, title, archived }) => ({
      path: `projects.${id}`,
      message: `“${title}”${archived === 1 ? ' (archived)' : ''} is in this workspace`,
      rule: 'not_empty',
    })),
  )
}
