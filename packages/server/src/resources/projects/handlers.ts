import type { AuditKind } from '@typecase/contract/audit'
import type { BodyOf } from '@typecase/contract/endpoint'
import { newId } from '@typecase/contract/ids'
import {
  addBucket,
  addProjectWithBucket,
  archiveProject,
  deleteProject,
  getProject,
  listArchivedProjects,
  listProjects,
  moveProject,
  type Project,
  unarchiveProject,
  updateProject,
  updateProjectBilling,
  updateProjectOrder,
} from '@typecase/contract/projects'
import type { TeamPermission } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { invalid, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { Caller, UserPrincipal } from '../../http/principal.ts'
import { changePlan, isWish } from '../billing/change-plan.ts'
import { paidAi } from '../billing/paid-ai.ts'
import { setPayer, stopSubscription } from '../billing/subscription-store.ts'
import { newBucketSpender } from '../billing/wallet.ts'
import { isWithinToken } from '../buckets/bucket-access.ts'
import { createBucket } from '../buckets/create-bucket.ts'
import { eraseProject } from '../buckets/erase-bucket.ts'
import { asciiSlug } from '../buckets/slug-from-title.ts'
import { listBucketSummaries, readBucket, withTotals } from '../buckets/store.ts'
import { designTypes } from '../buckets/templates/design-types.ts'
import type { Template } from '../buckets/templates/template.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { dropInvites } from '../invites/store.ts'
import {
  assertFreeSeat,
  assertWithinLimits,
  takeForProject,
  takeFreeSeat,
} from '../plans/limits.ts'
import { tellStreams } from '../teams/change-team.ts'
import { addTeamMember, directRole, teamRows } from '../teams/store.ts'
import { assertMayUseAccount, openTeam, type TeamScope } from '../teams/team-scope.ts'
import { openProject } from './project-access.ts'
import {
  insertProject,
  type ProjectChange,
  projectOrder,
  rankProjects,
  readProjects,
  saveProject,
} from './store.ts'

/** The parts of a call that are needed to change a project. */
type ProjectCall = Parameters<typeof actorOf>[0] & {
  readonly principal: UserPrincipal
  readonly body: { readonly project_id: string }
}

/** The parts of a call that start a bucket. */
type BucketStart = Pick<BodyOf<typeof addProjectWithBucket>, 'ai_prompt' | 'template'>

/** Opens a workspace in order to add a project to it. */
const openWorkspace = (reader: Reader, principal: UserPrincipal, id: string) =>
  openTeam(reader, principal, { resource: 'workspace', id }, 'contents:add')

export function routes(app: App): Route[] {
  const { db, clock } = app

  async function readProject(reader: Reader, userId: string, projectId: string): Promise<Project> {
    const [project] = await readProjects(app, reader, userId, { projectId })
    if (!project) throw notFound('Project')
    return project
  }

  /** Changes a project's settings. */
  async function change(
    call: ProjectCall,
    kind: AuditKind,
    changed: (before: Project) => ProjectChange,
    { rev, needed = 'settings:write' }: { rev?: number | undefined; needed?: TeamPermission } = {},
  ): Promise<{ project: Project }> {
    const projectId = call.body.project_id
    const project = await db.write(async (write) => {
      const access = await openProject(write.db, call.principal, projectId, needed)
      const before = await readProject(write.db, access.userId, projectId)
      if (rev !== undefined && rev !== before.rev) throw stale(before)
      const to = changed(before)
      await saveProject(write.db, access, to, clock.iso())
      await audit(write, app, actorOf(call), { kind, projectId, details: to })
      return readProject(write.db, access.userId, projectId)
    }, 'serializable')
    return { project: await withObjectCounts(project) }
  }

  /**
   * Designs the object types of a new bucket, if it comes with a description.
   * @param scope what the bucket is added to; null for a new project outside workspaces
   */
  async function designBucket(
    { principal: { userId }, signal }: { principal: UserPrincipal; signal: AbortSignal },
    scope: TeamScope | null,
    { ai_prompt: description, template = 'empty' }: BucketStart,
    path = 'ai_prompt',
  ): Promise<Template | undefined> {
    if (!description?.trim()) return undefined
    if (template !== 'empty')
      throw invalid(path, `${path} cannot be combined with a template`, 'exclusive')
    const ai = paidAi(app, newBucketSpender(scope, userId))
    ai.assertConfigured()
    // A design that does not fit into the plan is not paid for.
    if (scope) await assertWithinLimits(app, db.read, scope, { buckets: 1, object_types: 1 })
    else await assertFreeSeat(app, db.read, userId)
    await app.limits.count('chat', userId)
    return designTypes(ai, description, signal)
  }

  /** Adds the number of objects to each bucket of a project. */
  async function withObjectCounts(project: Project): Promise<Project> {
    return { ...project, buckets: await withTotals(app, project.buckets) }
  }

  return [
    handle(listProjects, async ({ principal, request }) => {
      const workspaceId = workspaceOf(request)
      if (workspaceId !== DEFAULT_WORKSPACE) {
        await openTeam(db.read, principal, { resource: 'workspace', id: workspaceId })
      }
      const all = await readProjects(app, db.read, principal.userId, {
        archived: false,
        workspaceId,
      })
      const projects = withinToken(principal, all)
      return { projects: await Promise.all(projects.map(withObjectCounts)), total: projects.length }
    }),

    handle(listArchivedProjects, async ({ principal }) => {
      const all = await readProjects(app, db.read, principal.userId, { archived: true })
      const projects = withinToken(principal, all)
      return { projects: await Promise.all(projects.map(withObjectCounts)), total: projects.length }
    }),

    handle(getProject, async ({ principal, query }) => {
      const { projectId, userId } = await openProject(db.read, principal, query.project_id)
      const [project] = withinToken(principal, [await readProject(db.read, userId, projectId)])
      if (!project) throw notFound('Project')
      return { project: await withObjectCounts(project) }
    }),

    handle(addProjectWithBucket, async (call) => {
      const { principal, body, request, commit } = call
      assertMayUseAccount(principal, 'contents:add')
      const { userId } = principal
      const requestedWorkspace = body.workspace || workspaceOf(request)
      const workspaceId = requestedWorkspace === DEFAULT_WORKSPACE ? null : requestedWorkspace
      const scope =
        workspaceId === null ? null : await openWorkspace(db.read, principal, workspaceId)
      const types = await designBucket(call, scope, body)
      return commit(async (write) => {
        if (workspaceId !== null) await openWorkspace(write.db, principal, workspaceId)
        else await takeFreeSeat(app, write, userId)
        const projectId = newId(clock.now())
        await insertProject(
          write.db,
          userId,
          {
            id: projectId,
            title: body.project_title,
            slug: asciiSlug(body.project_title, 'project'),
            description: body.description ?? '',
            workspaceId,
          },
          clock.iso(),
        )
        const access = await createBucket(app, write, {
          projectId,
          creator: principal,
          title: body.bucket_title,
          template: body.template,
          types,
          isDefault: true,
        })
        await audit(write, app, actorOf(call), { kind: 'project.add', projectId })
        return {
          project: await readProject(write.db, userId, projectId),
          bucket: await readBucket(write.db, app, access),
        }
      }, 'serializable')
    }),

    handle(addBucket, async (call) => {
      const { principal, body, commit } = call
      const { project_id, data } = body
      await openProject(db.read, principal, project_id, 'contents:add')
      const scope = { resource: 'project', id: project_id } as const
      const types = await designBucket(call, scope, data, 'data.ai_prompt')
      return commit(async (write) => {
        const { projectId } = await openProject(write.db, principal, project_id, 'contents:add')
        const existing = await listBucketSummaries(write.db, [projectId])
        const isDefault = existing.length === 0
        const wish = { ...data, types, projectId, creator: principal, isDefault }
        const access = await createBucket(app, write, wish)
        await audit(write, app, actorOf(call), { kind: 'bucket.add', bucketId: access.bucketId })
        return { bucket: await readBucket(write.db, app, access) }
      }, 'serializable')
    }),

    handle(updateProject, (call) =>
      change(call, 'project.update', () => call.body.data, { rev: call.ifMatch ?? call.body.rev }),
    ),

    handle(updateProjectBilling, async (call) => {
      const { project_id: id, max_amount, data } = call.body
      const { plan_id, interval, add_ons, payer, ...invoices } = data
      const wish = { plan_id, interval, add_ons, payer }
      const needed = 'billing:write' as const
      if (isWish(wish))
        await changePlan(app, actorOf(call), { resource: 'project', id }, wish, max_amount)
      if (isWish(wish) && Object.keys(invoices).length === 0) {
        const { userId } = await openProject(db.read, call.principal, id, needed)
        return { project: await withObjectCounts(await readProject(db.read, userId, id)) }
      }
      const addInvoices = ({ billing }: Project) => ({ billing: { ...billing, ...invoices } })
      return change(call, 'project.update', addInvoices, { needed })
    }),

    handle(archiveProject, (call) => change(call, 'project.archive', () => ({ archived: 1 }))),

    handle(unarchiveProject, (call) => change(call, 'project.unarchive', () => ({ archived: 0 }))),

    handle(moveProject, async (call) => {
      const { principal, body } = call
      const { project_id: id, workspace_id } = body
      const workspaceId = workspace_id === DEFAULT_WORKSPACE ? null : workspace_id
      const scope = { resource: 'project', id } as const
      const project = await db.write(async (write) => {
        const access = await openProject(write.db, principal, id, 'settings:write')
        if (workspaceId !== null) await openWorkspace(write.db, principal, workspaceId)
        const { workspace_id: from } = await readProject(write.db, access.userId, id)
        if (from !== workspaceId) {
          if (workspaceId !== null) await takeForProject(app, write, id, workspaceId)
          else await takeFreeSeat(app, write, access.userId)
          const team = await teamRows(write.db, scope)
          // The user who moves the project must not lose access to it.
          if (!(await directRole(write.db, scope, access.userId)))
            await addTeamMember(write.db, scope, access.userId, 'admin')
          await saveProject(write.db, access, { workspace_id: workspaceId }, clock.iso())
          // Inside a workspace, the project is billed with it; outside, it is billed separately.
          if (workspaceId !== null) await stopSubscription(write.db, id)
          else await setPayer(write.db, scope, access.userId)
          const details = { workspace: { from, to: workspaceId } }
          await audit(write, app, actorOf(call), { kind: 'project.move', projectId: id, details })
          for (const { user_id } of team.filter((one) => one.from_workspace === 1))
            await tellStreams(app, write, scope, user_id)
        }
        return readProject(write.db, access.userId, id)
      }, 'serializable')
      return { project: await withObjectCounts(project) }
    }),

    handle(deleteProject, (call) =>
      call.commit(async (write) => {
        const { project_id: id } = call.query
        const { projectId } = await openProject(write.db, call.principal, id, 'settings:write')
        await audit(write, app, actorOf(call), { kind: 'project.delete', projectId })
        await dropInvites(write.db, { resource: 'project', id: projectId })
        await stopSubscription(write.db, projectId)
        await eraseProject(write.db, projectId)
        return { message: 'Project deleted.' }
      }, 'serializable'),
    ),

    handle(updateProjectOrder, ({ principal, body, commit }) => {
      assertMayUseAccount(principal, 'settings:write')
      const { userId } = principal
      return commit(async (write) => {
        const current = await projectOrder(write.db, userId)
        await rankProjects(
          write.db,
          userId,
          wholeListOrder(current, body.project_ids, 'project_ids'),
        )
        return { message: 'Order saved.' }
      }, 'serializable')
    }),
  ]
}

/** Keeps the projects and buckets that a caller's token covers. */
function withinToken(caller: Caller, projects: Project[]): Project[] {
  if (!caller.bucketIds) return projects
  return projects.flatMap(({ billing: _, ...project }) => {
    const buckets = project.buckets.filter((bucket) => isWithinToken(caller, bucket))
    return buckets.length === 0 ? [] : [{ ...project, buckets, total_buckets: buckets.length }]
  })
}

/** Returns the workspace that a request names in its header; the default one if the header is missing or empty. */
function workspaceOf({ headers }: FastifyRequest): string {
  const { workspace } = headers
  return typeof workspace === 'string' && workspace !== '' ? workspace : DEFAULT_WORKSPACE
}
