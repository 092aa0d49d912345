import { addObject } from '@typecase/contract/objects'
import { listPlans, type QuotaKey } from '@typecase/contract/plans'
import { updateProjectBilling } from '@typecase/contract/projects'
import { expect } from 'vitest'

import { addTestCard } from '../../testing/billing.ts'
import { addManyObjects } from '../../testing/content.ts'
import type { Owner } from '../../testing/people.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** The limits of the Free plan. */
export const FREE = { objects: 1000, object_types: 50, media_files: 200, media_storage: 5e9 }

/** The same server without enforced plans. */
export const unlimited = (server: TestServer): TestServer => ({
  ...server,
  app: { ...server.app, settings: { ...server.app.settings, PLAN_LIMITS: 'off' } },
})

/** Adds objects regardless of the limits. */
export const fill = (server: TestServer, owner: Owner, count: number): Promise<string[]> =>
  addManyObjects(unlimited(server), owner, 'posts', count)

/** Returns the expected error of an addition beyond a plan's limit. */
export const refused = (
  key: QuotaKey | 'free_places',
  words: string | RegExp = /^The Free plan of this project allows /,
) => ({
  status: 403,
  code: 'forbidden',
  message: expect.stringMatching(words) as string,
  details: [{ path: `plan.${key}`, rule: 'plan_limit' }],
})

type By = { token?: string }

/** Returns calls that use the current server and owner at the time of each call. */
export function callsOf(current: () => { server: TestServer; owner: Owner }) {
  const slugOf = ({ bucket } = current().owner) => bucket.slug
  return {
    slugOf,
    async usage(
      query: object = { project_id: current().owner.project.id },
      by: By = current().owner,
    ) {
      return (await current().server.call(listPlans, { query }, by)).ok().usage
    },
    /** Buys a plan for the project. */
    async buy(plan_id: string) {
      const { server, owner } = current()
      await addTestCard(server, owner)
      const body = { project_id: owner.project.id, data: { plan_id } }
      ;(await server.send(updateProjectBilling, { body }, owner)).ok()
    },
    /** Tries to add an object. */
    add(title = 'Post', by: By = current().owner, of = current().owner) {
      const body = { slug: slugOf(of), data: { type: 'posts', title } }
      return current().server.send(addObject, { body }, by)
    },
  }
}
