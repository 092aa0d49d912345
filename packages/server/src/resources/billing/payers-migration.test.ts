import { listSubscriptions } from '@typecase/contract/billing'
import { listPlans } from '@typecase/contract/plans'
import { updateProjectBilling } from '@typecase/contract/projects'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { addTestCard } from '../../testing/billing.ts'
import { addOwner, addPerson, joinProject } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.remove())

/** What the version before has: those who left go on paying. */
const older = [
  ...['projects', 'workspaces'].flatMap((table) => [
    `DROP INDEX ${table}_of_payer`,
    `ALTER TABLE ${table} DROP COLUMN payer_id`,
  ]),
  "DELETE FROM migrations WHERE name LIKE '%-payers'",
]

test('a payer who left in an earlier version is not charged again; others are', async () => {
  const owners = [await addOwner(server), await addOwner(server)]
  const payers = [await addPerson(server), await addPerson(server)]
  for (const [at, payer] of payers.entries()) {
    const owner = owners[at] ?? expect.fail()
    await joinProject(server, payer, owner, 'admin')
    await addTestCard(server, payer)
    const body = { project_id: owner.project.id, data: { plan_id: 'starter' as const } }
    ;(await server.call(updateProjectBilling, { body }, payer)).ok()
  }
  const [left, stayed] = payers
  await server.app.db.write(async ({ db }) => {
    await db
      .deleteFrom('project_members')
      .where('user_id', '=', left?.id ?? '')
      .execute()
    for (const statement of older) await sql.raw(statement).execute(db)
  }, 'serializable')

  server = await restart(server)
  const renewals = async (by = left) =>
    (await server.call(listSubscriptions, {}, by)).ok().subscriptions.map(({ renewal }) => renewal)
  expect([await renewals(left), await renewals(stayed)]).toEqual([[0], [29_900]])
  const payerOf = async (at: number) => {
    const query = { project_id: owners[at]?.project.id ?? '' }
    return (await server.call(listPlans, { query }, owners[at])).ok().payer?.user_id
  }
  expect([await payerOf(0), await payerOf(1)]).toEqual([undefined, stayed?.id])
})
