import { afterAll, beforeAll, expect, test } from 'vitest'

import { selectRows } from '../../database/run-sql.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { MEDIA_BY_IDS } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

test('some media are read by their ids, however many others the bucket has', async () => {
  const plan = await selectRows<{ detail: string }>(server.app.db.read, {
    text: `EXPLAIN QUERY PLAN ${MEDIA_BY_IDS}`,
    values: ['[]', ''],
  })
  expect(plan[0]?.detail).toBe('SEARCH media USING PRIMARY KEY (id=?)')
})
