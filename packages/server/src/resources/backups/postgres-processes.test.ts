import { listBackups, setBackupSchedule } from '@typecase/contract/backups'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { signInAgain } from '../../testing/billing.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner } from '../../testing/people.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { startDueBackups } from './start-due.ts'

// Two servers share one database, as behind a proxy that sends a call to either.

const DAY = 24 * 3600 * 1000

const clock = createTestClock()
let one: TestServer
let other: TestServer
beforeEach(async () => {
  one = await startTestServer({}, { clock })
  other = await startTestServer({ DATA_DIR: one.dataDir }, { clock })
})
afterEach(async () => {
  await other.close()
  await one.remove()
})

test('a scheduled backup is made once, however many servers check the schedule', async () => {
  let owner = await addOwner(one)
  const { slug } = owner.bucket
  await addType(one, owner, 'posts')
  ;(await one.call(setBackupSchedule, { body: { slug, data: { is_on: true } } }, owner)).ok()
  for (const day of [1, 2, 3]) {
    await addOneObject(one, owner, { type: 'posts', title: `Day ${day}` })
    clock.advance(DAY)
    owner = { ...owner, ...(await signInAgain(one, owner)) }
    const looks = Array.from({ length: 6 }, (_, n) => startDueBackups((n % 2 ? one : other).app))
    await Promise.all(looks)
    const backupRow = await waitFor(
      async () => (await one.call(listBackups, { query: { slug } }, owner)).ok().backups,
      (all) => all.length >= day && all.every(({ state }) => state !== 'running'),
      30_000,
    )
    expect(backupRow.map(({ state, objects }) => [state, objects])).toEqual(
      Array.from({ length: day }, (_, n) => ['done', day - n]),
    )
  }
})
