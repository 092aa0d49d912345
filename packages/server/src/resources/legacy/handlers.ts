import { deleteBucket, getBucket, updateBucket } from '@typecase/contract/buckets'
import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import * as legacy from '@typecase/contract/legacy'
import { listPeople, type Person } from '@typecase/contract/people'
import {
  addBucket,
  addProjectWithBucket,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from '@typecase/contract/projects'
import { authenticate, getUser } from '@typecase/contract/users'

import type { App } from '../../app.ts'
import { notFound } from '../../http/failure.ts'
import { type Call, handle, type Route } from '../../http/handle.ts'
import { routes as bucketRoutes } from '../buckets/handlers.ts'
import { routes as projectRoutes } from '../projects/handlers.ts'
import { routes as userRoutes } from '../users/handlers.ts'

/**
 * Routes at the URLs of older clients. Each passes its call to the route of another endpoint, so that there is one
 * implementation.
 */
export function routes(app: App): Route[] {
  const all = [...userRoutes(app), ...projectRoutes(app), ...bucketRoutes(app)]
  const handlers = new Map(all.map(({ endpoint, handler }) => [endpoint.id, handler]))

  /** Passes a call to the route of another endpoint. */
  async function by<T extends Endpoint>(
    { id }: T,
    call: Call<never>,
    input: InputOf<T>,
  ): Promise<OutputOf<T>> {
    const handler = handlers.get(id)
    if (!handler) throw new Error(`No route answers ${id}.`)
    // Both endpoints have the same kind of caller and the same response, so the casts are safe.
    return handler({ ...(call as object as Call<Endpoint>), ...(input as object) }) as Promise<
      OutputOf<T>
    >
  }

  async function peopleOf(call: Call<never>, slug: string): Promise<Person[]> {
    return (await by(listPeople, call, { query: { slug } })).people
  }

  return [
    handle(legacy.legacyAuthenticate, (call) => by(authenticate, call, call)),
    handle(legacy.legacyUser, (call) => by(getUser, call, {})),

    handle(legacy.legacyListProjects, (call) => by(listProjects, call, {})),
    handle(legacy.legacyAddProject, (call) => {
      const { title, bucket_title = title, description } = call.body
      const body = { project_title: title, bucket_title, ...(description && { description }) }
      return by(addProjectWithBucket, call, { body })
    }),
    handle(legacy.legacyGetProject, (call) => by(getProject, call, { query: call.params })),
    handle(legacy.legacyUpdateProject, (call) =>
      by(updateProject, call, { body: { ...call.params, data: call.body } }),
    ),
    handle(legacy.legacyDeleteProject, (call) => by(deleteProject, call, { query: call.params })),

    handle(legacy.legacyListBuckets, async (call) => {
      const { projects } = await by(listProjects, call, {})
      const buckets = projects.flatMap(({ id: project, buckets: projectBuckets }) =>
        projectBuckets.map((bucket) => ({ ...bucket, project })),
      )
      return { buckets, total: buckets.length }
    }),
    handle(legacy.legacyAddBucket, (call) => {
      const { project: project_id, ...data } = call.body
      return by(addBucket, call, { body: { project_id, data } })
    }),
    handle(legacy.legacyGetBucket, (call) =>
      by(getBucket, call, { query: { slug: call.params.bucket_slug } }),
    ),
    handle(legacy.legacyUpdateBucket, (call) =>
      by(updateBucket, call, { body: { slug: call.params.bucket_slug, data: call.body } }),
    ),
    handle(legacy.legacyDeleteBucket, (call) =>
      by(deleteBucket, call, { query: { slug: call.params.bucket_slug } }),
    ),

    handle(legacy.legacyListUsers, async (call) => {
      const users = await peopleOf(call, call.params.bucket_slug)
      return { users, total: users.length }
    }),
    handle(legacy.legacyGetUser, async (call) => {
      const { bucket_slug: slug, user_id: id } = call.params
      const user = (await peopleOf(call, slug)).find((person) => person.id === id)
      if (!user) throw notFound('User')
      return { user }
    }),
  ]
}
