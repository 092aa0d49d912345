import { findObjects } from '@typecase/contract/content'
import { expect, test } from 'vitest'

import { connect, databaseFile } from '../../database/connection.ts'
import { addOwner } from '../../testing/people.ts'
import { startTestServer } from '../../testing/test-server.ts'

test('a commit of another process to the file is visible in the next turn of the event loop', async () => {
  const server = await startTestServer()
  const owner = await addOwner(server)
  const other = connect(databaseFile(server.dataDir))
  try {
    const status = async () =>
      (await server.send(findObjects, { params: { slug: owner.bucket.slug } })).status
    for (const [isOpen, expected] of [
      [0, 401],
      [1, 404],
      [0, 401],
    ] as const) {
      other.prepare('UPDATE buckets SET reads_without_key = ?').run(isOpen)
      await new Promise(setImmediate)
      expect(await status()).toBe(expected)
      expect(await status()).toBe(expected)
    }
  } finally {
    other.close()
    await server.remove()
  }
})
