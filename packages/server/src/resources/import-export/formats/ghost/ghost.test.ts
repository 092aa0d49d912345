import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { addOwner, type Owner } from '../../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts'
import { importFile } from '../../testing/import-file.ts'
import { hasSharedFixtures, sharedFixture } from '../../testing/shared-fixtures.ts'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
})
afterAll(() => server.remove())

test.skipIf(!hasSharedFixtures)('an export becomes posts, authors and tags, once', async () => {
  const file = readFileSync(sharedFixture('foreign/ghost.json'))
  const dry = await importFile(server, owner, file, { name: 'ghost.json', import_mode: 'dry_run' })
  expect(dry.report?.source).toMatchObject({ title: 'Ghost export' })
  expect(dry.report).toMatchObject({
    objects: { added: 7 },
    relations: { resolved: 4, missing: 0 },
    total_errors: 0,
  })
  const { report } = await importFile(server, owner, file, { name: 'ghost.json' })
  expect(report?.objects).toMatchObject({ added: 7, updated: 0 })
  const again = await importFile(server, owner, file, { name: 'ghost.json' })
  expect(again.report?.objects).toMatchObject({ added: 0, updated: 0, unchanged: 7 })
})
