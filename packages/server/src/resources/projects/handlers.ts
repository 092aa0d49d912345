import { newId } from '@typecase/contract/ids'
import {
  addBucket,
  addProjectWithBucket,
  archiveProject,
  deleteProject,
  getProject,
  listArchivedProjects,
  listProjects,
  type Project,
  unarchiveProject,
  updateProject,
  updateProjectBilling,
  updateProjectOrder,
} from '@typecase/contract/projects'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { notConfigured, notFound, stale } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import { createBucket } from '../buckets/create-bucket.ts'
import { eraseProject } from '../buckets/erase-bucket.ts'
import { asciiSlug } from '../buckets/slug-from-title.ts'
import { listBucketSummaries, readBucket, withTotals } from '../buckets/store.ts'
import { wholeListOrder } from '../buckets/whole-list-order.ts'
import { openProject, type ProjectAccess } from './project-access.ts'
import {
  insertProject,
  type ProjectChange,
  projectOrder,
  rankProjects,
  readProjects,
  saveProject,
} from './store.ts'
import { workspaceOf } from './workspace-header.ts'

export function routes(app: App): Route[] {
  const { db, clock, sealer } = app

  async function readProject(reader: Reader, userId: string, projectId: string): Promise<Project> {
    const [found] = await readProjects(reader, userId, { projectId })
    if (!found) throw notFound('Project')
    return found
  }

  /** Changes a project's settings: an admin's right. */
  async function change(
    principal: UserPrincipal,
    projectId: string,
    changed: (before: Project) => ProjectChange,
    rev?: number,
  ): Promise<{ project: Project }> {
    const access = await openProject(db, principal, projectId, 'admin')
    const project = await db.write(async (write) => {
      const before = await readProject(write.db, access.userId, projectId)
      if (rev !== undefined && rev !== before.rev) throw stale(before)
      await saveProject(write.db, access, changed(before), clock.iso())
      return readProject(write.db, access.userId, projectId)
    })
    return { project: await counted(project) }
  }

  /** A project with the number of objects in each of its buckets. */
  async function counted(project: Project): Promise<Project> {
    return { ...project, buckets: await withTotals(app, project.buckets) }
  }

  return [
    handle(listProjects, async ({ principal, request }) => {
      const workspaceId = workspaceOf(request)
      const projects = await readProjects(db.read, principal.userId, {
        archived: false,
        ...(workspaceId !== undefined && { workspaceId }),
      })
      return { projects: await Promise.all(projects.map(counted)), total: projects.length }
    }),

    handle(listArchivedProjects, async ({ principal: { userId } }) => {
      const projects = await readProjects(db.read, userId, { archived: true })
      return { projects: await Promise.all(projects.map(counted)), total: projects.length }
    }),

    handle(getProject, async ({ principal, query }) => {
      const { projectId, userId } = await openProject(db, principal, query.project_id)
      return { project: await counted(await readProject(db.read, userId, projectId)) }
    }),

    handle(addProjectWithBucket, ({ principal: { userId }, body, request, commit }) => {
      // No workspace can be anyone's before there are workspaces.
      if (body.workspace ?? workspaceOf(request)) throw notFound('Workspace')
      if (body.ai_prompt) {
        throw notConfigured('Content from a prompt needs an AI provider: set AI_BASE_URL.')
      }
      return commit(async (write) => {
        const projectId = newId(clock.now())
        await insertProject(
          write.db,
          userId,
          {
            id: projectId,
            title: body.project_title,
            slug: asciiSlug(body.project_title, 'project'),
            description: body.description ?? '',
          },
          clock.iso(),
        )
        const access = await createBucket(app, write, {
          projectId,
          userId,
          title: body.bucket_title,
          template: body.template,
          isDefault: true,
        })
        return {
          project: await readProject(write.db, userId, projectId),
          bucket: await readBucket(write.db, sealer, access),
        }
      })
    }),

    handle(addBucket, async ({ principal, body: { project_id, data }, commit }) => {
      const { projectId, userId } = await openProject(db, principal, project_id, 'manager')
      return commit(async (write) => {
        const existing = await listBucketSummaries(write.db, [projectId])
        const isDefault = existing.length === 0
        const wish = { ...data, projectId, userId, isDefault }
        const access = await createBucket(app, write, wish)
        return { bucket: await readBucket(write.db, sealer, access) }
      })
    }),

    handle(updateProject, ({ principal, body, ifMatch }) =>
      change(principal, body.project_id, () => body.data, ifMatch ?? body.rev),
    ),

    handle(updateProjectBilling, ({ principal, body }) =>
      change(principal, body.project_id, ({ billing }) => ({
        billing: { ...billing, ...body.data },
      })),
    ),

    handle(archiveProject, ({ principal, body }) =>
      change(principal, body.project_id, () => ({ archived: 1 })),
    ),

    handle(unarchiveProject, ({ principal, body }) =>
      change(principal, body.project_id, () => ({ archived: 0 })),
    ),

    handle(deleteProject, async ({ principal, query }) => {
      const access: ProjectAccess = await openProject(db, principal, query.project_id, 'admin')
      return db.write(async (write) => {
        await eraseProject(write.db, access.projectId)
        return { message: 'Project deleted.' }
      })
    }),

    handle(updateProjectOrder, ({ principal: { userId }, body }) =>
      db.write(async (write) => {
        const current = await projectOrder(write.db, userId)
        await rankProjects(
          write.db,
          userId,
          wholeListOrder(current, body.project_ids, 'project_ids'),
        )
        return { message: 'Order saved.' }
      }),
    ),
  ]
}
