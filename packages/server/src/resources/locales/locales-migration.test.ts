import { getBucket } from '@typecase/contract/buckets'
import { updateObjectType } from '@typecase/contract/object-types'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { addType } from '../../testing/content.ts'
import { addOwner } from '../../testing/people.ts'
import { restart } from '../../testing/restart.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.remove())

/** Takes back what this version's tables added, as a database of the version before has it. */
const older = [
  'ALTER TABLE buckets DROP COLUMN locales',
  'DROP TABLE translation_checks',
  "DELETE FROM migrations WHERE name LIKE '%-locales'",
]

test('a bucket of the version before gets the locales that its types name', async () => {
  const [owner, other] = [await addOwner(server), await addOwner(server)]
  const { slug } = owner.bucket
  for (const [type, locales] of [
    ['posts', ['en', 'de']],
    ['pages', ['fr', 'en']],
  ] as const) {
    await addType(server, owner, type, [], { localization: true })
    const body = { slug, type_slug: type, data: { locales: [...locales] } }
    ;(await server.call(updateObjectType, { body }, owner)).ok()
  }
  await server.app.db.write(async ({ db }) => {
    for (const statement of older) await sql.raw(statement).execute(db)
  }, 'serializable')

  server = await restart(server)
  const localesOf = async (one: typeof owner) => {
    const query = { slug: one.bucket.slug }
    return (await server.call(getBucket, { query }, one)).ok().bucket.locales
  }
  expect(await localesOf(owner)).toEqual(['en', 'de', 'fr'])
  expect(await localesOf(other)).toEqual([])
})
