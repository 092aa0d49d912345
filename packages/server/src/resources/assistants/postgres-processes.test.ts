import { listAssistants, revokeAssistant } from '@typecase/contract/assistants'
import { getBucket } from '@typecase/contract/buckets'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { addOwner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { connect, internally } from './oauth-client.fixture.ts'

let one: TestServer
let other: TestServer
beforeEach(async () => {
  one = await startTestServer()
  other = await startTestServer({ DATA_DIR: one.dataDir })
})
afterEach(async () => {
  await other.close()
  await one.remove()
})

test('an assistant that was revoked by one process is refused by the other', async () => {
  const owner = await addOwner(one)
  const { slug } = owner.bucket
  const { token } = await connect(one, owner)
  const read = async (server: TestServer) =>
    (await server.call(getBucket, { query: { slug } }, { token, ...internally(server) })).status
  expect(await read(other)).toBe(200)
  const { assistants } = (await one.call(listAssistants, { query: { slug } }, owner)).ok()
  const query = { slug, assistant_id: assistants[0]?.id ?? '' }
  ;(await one.call(revokeAssistant, { query }, owner)).ok()
  expect(await read(one)).toBe(401)
  expect(
    await waitFor(
      () => read(other),
      (status) => status === 401,
    ),
  ).toBe(401)
})
