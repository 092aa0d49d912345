import type { QuotaKey } from '@typecase/contract/plans'
import { expect } from 'vitest'

import { addManyObjects } from '../../testing/content.ts'
import type { Owner } from '../../testing/people.ts'
import type { TestServer } from '../../testing/test-server.ts'

/** What the plans of the table hold. */
export const FREE = { objects: 1000, object_types: 50, media_files: 200, media_storage: 5e9 }

/** The same server, before it kept to plans. */
export const unlimited = (server: TestServer): TestServer => ({
  ...server,
  app: { ...server.app, settings: { ...server.app.settings, PLAN_LIMITS: 'off' } },
})

/** Adds objects past the limits. */
export const fill = (server: TestServer, owner: Owner, count: number): Promise<string[]> =>
  addManyObjects(unlimited(server), owner, 'posts', count)

/** The error of what a plan has no room for. */
export const refused = (
  key: QuotaKey,
  words: string | RegExp = /^The Free plan of this project holds /,
) => ({
  status: 403,
  code: 'forbidden',
  message: expect.stringMatching(words) as string,
  details: [{ path: `plan.${key}`, rule: 'plan_limit' }],
})
