import { getBucket } from '@typecase/contract/buckets'
import { listChangeSets } from '@typecase/contract/change-sets'
import { findObjects } from '@typecase/contract/content'
import { expect, test } from 'vitest'

import { connect, databaseFile } from '../../database/connection.ts'
import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner } from '../../testing/people.ts'
import { startTestServer } from '../../testing/test-server.ts'

test('a bucket from before the setting stays closed; its changes are those of people', async () => {
  const former = await startTestServer()
  const owner = await addOwner(former)
  await addType(former, owner, 'posts')
  await addOneObject(former, owner, { type: 'posts', title: 'A', status: 'published' })
  await former.close()
  const connection = connect(databaseFile(former.dataDir))
  connection.exec('ALTER TABLE buckets DROP COLUMN reads_without_key')
  connection.exec('ALTER TABLE change_sets DROP COLUMN by_key')
  connection.exec("DELETE FROM migrations WHERE name = '0020-access-by-keys'")
  connection.close()

  const server = await startTestServer({ DATA_DIR: former.dataDir })
  try {
    const params = { slug: owner.bucket.slug }
    const { bucket } = (await server.call(getBucket, { query: params }, owner)).ok()
    expect(bucket).toMatchObject({ reads_without_key: false, api_access: owner.bucket.api_access })
    expect((await server.send(findObjects, { params })).status).toBe(401)
    const { change_sets } = (await server.call(listChangeSets, { query: params }, owner)).ok()
    expect(change_sets).toMatchObject([{ created_by: owner.id, by_key: false }])
    const query = { read_key: bucket.api_access.read_key }
    expect((await server.send(findObjects, { params, query })).ok()).toMatchObject({ total: 1 })
  } finally {
    await server.remove()
  }
})
