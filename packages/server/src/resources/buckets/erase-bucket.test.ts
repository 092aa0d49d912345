import { deleteBucket, getBucket, updateBucket } from '@typecase/contract/buckets'
import { addBucket, deleteProject, listProjects } from '@typecase/contract/projects'
import { findObjects } from '@typecase/contract/content'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { addManyObjects, addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { restart } from '../../testing/restart.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const COUNT = 1000

async function ownerOfMany(): Promise<Owner> {
  const owner = await addOwner(server)
  await addType(server, owner, 'things')
  await addManyObjects(server, owner, 'things', COUNT, () => ({ status: 'published' }))
  return owner
}

/** Counts the rows of content, and the pending erasures. */
async function countRows({ bucket }: Owner): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT
    (SELECT count(*) FROM objects WHERE bucket_id = ${bucket.id}) +
    (SELECT count(*) FROM published_objects WHERE bucket_id = ${bucket.id}) +
    (SELECT count(*) FROM change_set_items) + (SELECT count(*) FROM erasures) AS total`.execute(
    server.app.db.read,
  )
  return rows[0]?.total ?? 0
}

/**
 * Reads the credentials in the bucket's row other than the hashes of its keys. This queries the database, since no call
 * returns the row after the deletion.
 */
const waysInto = ({ bucket }: Owner) =>
  server.app.db.read
    .selectFrom('buckets')
    .select(['reads_without_key', 'former_keys'])
    .select(['read_key_sealed', 'write_key_sealed', 'preview_key_sealed'])
    .where('id', '=', bucket.id)
    .executeTakeFirst()

const untilErased = (owner: Owner) =>
  waitFor(
    () => countRows(owner),
    (total) => total === 0,
  )

test('a deleted bucket is unreachable at once, and its content is deleted in steps while others save', async () => {
  const owner = await ownerOfMany()
  const { slug } = owner.bucket
  const query = { slug }
  const open = { reads_without_key: true, reset_api_access_keys: true as const }
  const data = { ...open, former_key_hours: { read: 24 } }
  ;(await server.call(updateBucket, { body: { slug, data } }, owner)).ok()
  expect((await server.call(deleteBucket, { query }, owner)).status).toBe(200)
  // Deleting all content takes several writes.
  expect(await countRows(owner)).toBeGreaterThan(COUNT)
  expect(await waysInto(owner)).toEqual({
    reads_without_key: 0,
    former_keys: '[]',
    read_key_sealed: '',
    write_key_sealed: '',
    preview_key_sealed: '',
  })
  expect((await server.call(getBucket, { query }, owner)).status).toBe(404)
  expect((await readContent(server, owner, findObjects)).status).toBe(404)
  // The bucket is not reachable either under the slug that its row has until it is erased.
  const { read_key, write_key } = owner.bucket.api_access
  for (const key of ['', read_key, write_key, `erased ${owner.bucket.id}`]) {
    const url = `/v3/buckets/${encodeURIComponent(`erased ${owner.bucket.id}`)}/objects`
    const answer = await server.http.inject({ url: `${url}?read_key=${encodeURIComponent(key)}` })
    expect([400, 401, 404]).toContain(answer.statusCode)
  }
  const body = { project_id: owner.project.id, data: { title: 'Again', slug } }
  const otherOwner = { ...owner, ...(await server.call(addBucket, { body }, owner)).ok() }
  await addType(server, otherOwner, 'things')
  const saved = await addOneObject(server, otherOwner, { type: 'things', title: 'New' })
  await waitFor(
    async () =>
      (
        await sql`SELECT 1 FROM objects WHERE bucket_id = ${owner.bucket.id}`.execute(
          server.app.db.read,
        )
      ).rows.length,
    (total) => total === 0,
  )
  expect(saved.title).toBe('New')
  await server.call(deleteBucket, { query }, otherOwner)
  await untilErased(owner)
})

test('a restarted server finishes a deletion that the last one left unfinished', async () => {
  const owner = await ownerOfMany()
  const query = { project_id: owner.project.id }
  expect((await server.call(deleteProject, { query }, owner)).status).toBe(200)
  expect((await server.call(listProjects, {}, owner)).ok().projects).toEqual([])
  expect((await readContent(server, owner, findObjects)).status).toBe(404)
  expect(await countRows(owner)).toBeGreaterThan(COUNT)
  server = await restart(server)
  await untilErased(owner)
})
