import { deleteBucket, duplicateBucket, getBucket, updateBucket } from '@typecase/contract/buckets'
import type { BodyOf } from '@typecase/contract/endpoint'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, updateObject } from '@typecase/contract/objects'
import { addBucket, getProject } from '@typecase/contract/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let slug: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  slug = owner.bucket.slug
})
afterAll(() => server.remove())

const get = async (at = slug, as: Person = owner) =>
  (await server.call(getBucket, { query: { slug: at } }, as)).ok().bucket

const update = (data: BodyOf<typeof updateBucket>['data'], as: Person = owner) =>
  server.call(updateBucket, { body: { slug, data } }, as)

async function member(role: Parameters<typeof join>[3]): Promise<Person> {
  const person = await addPerson(server)
  await join(server, person, owner, role)
  return person
}

/** Calls the content API with a key. */
const withKey = async (key: string | null) =>
  (
    await server.http.inject({
      url: `/v3/buckets/${slug}/object-types`,
      query: { read_key: String(key) },
    })
  ).statusCode

describe('getting a bucket', () => {
  test('returns 401 without a session', async () => {
    expect((await server.call(getBucket, { query: { slug } })).status).toBe(401)
  })

  test('answers a stranger as if there were no such bucket', async () => {
    const stranger = await addPerson(server)
    const foreign = await server.call(getBucket, { query: { slug } }, stranger)
    const missing = await server.call(getBucket, { query: { slug: 'none' } }, stranger)
    expect(foreign.status).toBe(404)
    expect({ ...foreign.error(), request_id: '' }).toEqual({ ...missing.error(), request_id: '' })
  })

  test('returns 400 for a malformed slug', async () => {
    expect((await server.call(getBucket, { query: { slug: 'A B' } }, owner)).status).toBe(400)
  })

  test('shows the keys to a developer, but not to an editor or contributor', async () => {
    expect((await get(slug, await member('developer'))).api_access).toEqual(owner.bucket.api_access)
    for (const role of ['editor', 'contributor'] as const) {
      const seen = await get(slug, await member(role))
      expect(seen).toMatchObject({
        role,
        api_access: { read_key: '', preview_key: '', write_key: '' },
      })
    }
  })

  test('reports whether an import is waiting or running', async () => {
    const { app } = server
    const now = app.clock.iso()
    const job = { bucket_id: owner.bucket.id, kind: 'import', title: 'Import', payload: '{}' }
    const setStatus = (status: 'queued' | 'running' | 'done') =>
      app.db.write(
        ({ db }) =>
          db
            .insertInto('jobs')
            .values({ ...job, id: 'f'.repeat(24), status, run_at: 9e15, created_at: now })
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ status }))
            .execute(),
        'serializable',
      )
    expect((await get()).importing).toBe(false)
    const query = { project_id: owner.project.id }
    for (const status of ['queued', 'running'] as const) {
      await setStatus(status)
      expect((await get()).importing).toBe(true)
      const { project } = (await server.call(getProject, { query }, owner)).ok()
      expect(project.buckets[0]?.importing).toBe(true)
    }
    await setStatus('done')
    expect((await get()).importing).toBe(false)
  })
})

describe('updating a bucket', () => {
  test('returns 401 without a session, 403 to a developer and 404 to a stranger', async () => {
    const body = { slug, data: { title: 'X' } }
    expect((await server.call(updateBucket, { body })).status).toBe(401)
    const refused = await update({ title: 'X' }, await member('developer'))
    expect(refused.error()).toMatchObject({
      status: 403,
      message: 'Your role (developer) may not change the settings of this bucket.',
    })
    expect((await update({ title: 'X' }, await addPerson(server))).status).toBe(404)
    expect(await get()).toEqual(owner.bucket)
  })

  test('returns 400 for unknown fields and malformed values', async () => {
    const refused = [
      { project: owner.project.id },
      { slug: 'A b' },
      { title: '' },
      { read_key_reads_drafts: 'yes' },
    ]
    for (const data of refused) {
      const answer = await server.send(updateBucket, { body: { slug, data } }, owner)
      expect(answer.status).toBe(400)
    }
  })

  test('changes only the fields that are sent, and merges settings by key', async () => {
    await update({ settings: { locales: ['en'], content_blocks: [] } })
    const { bucket } = (await update({ title: 'New', settings: { locales: ['de'] } })).ok()
    expect(bucket).toMatchObject({
      title: 'New',
      slug,
      settings: { locales: ['de'], content_blocks: [] },
      rev: 3,
      version: owner.bucket.version + 2,
    })
    expect(await get()).toEqual(bucket)
  })

  test('turns off autosave, which is on in new buckets, and a copy keeps the setting', async () => {
    expect(owner.bucket.autosaves_drafts).toBe(true)
    expect((await update({ autosaves_drafts: false })).ok().bucket.autosaves_drafts).toBe(false)
    const copy = await server.call(duplicateBucket, { body: { slug, data: {} } }, owner)
    expect(copy.ok().bucket.autosaves_drafts).toBe(false)
  })

  test('returns 412 for an older rev', async () => {
    await update({ title: 'A' })
    const body = { slug, data: { title: 'B' }, rev: 1 }
    const answer = await server.call(updateBucket, { body }, owner)
    expect(answer.error()).toMatchObject({ status: 412, current: { title: 'A', rev: 2 } })
  })

  test('moves the bucket to a new slug, and returns 409 if it is taken', async () => {
    const other = await addOwner(server)
    expect((await update({ slug: other.bucket.slug })).status).toBe(409)
    const moved = `moved-${slug}`
    expect((await update({ slug: moved })).ok().bucket.slug).toBe(moved)
    expect((await server.call(getBucket, { query: { slug } }, owner)).status).toBe(404)
    expect((await get(moved)).id).toBe(owner.bucket.id)
  })

  test('rejects a slug that is a page of the dashboard, and a new bucket gets another slug', async () => {
    expect((await update({ slug: 'projects' })).status).toBe(409)
    const body = { project_id: owner.project.id, data: { title: 'Media' } }
    expect((await server.call(addBucket, { body }, owner)).ok().bucket.slug).toBe('media-2')
  })

  test('keeps one default bucket in a project', async () => {
    const body = { project_id: owner.project.id, data: { title: 'Second' } }
    const second = (await server.call(addBucket, { body }, owner)).ok().bucket
    const change = { slug: second.slug, data: { default: true as const } }
    expect((await server.call(updateBucket, { body: change }, owner)).ok().bucket.default).toBe(
      true,
    )
    expect((await get()).default).toBe(false)
    const stranger = await addOwner(server)
    expect((await get(stranger.bucket.slug, stranger)).default).toBe(true)
  })

  test('replaces the keys, and the old keys stop working at once', async () => {
    const before = owner.bucket.api_access
    const after = (await update({ reset_api_access_keys: true })).ok().bucket.api_access
    expect(after.read_key).not.toBe(before.read_key)
    expect(after.preview_key).not.toBe(before.preview_key)
    expect(after.write_key).not.toBe(before.write_key)
    expect((await get()).api_access).toEqual(after)
    for (const key of Object.values(before)) expect(await withKey(key)).toBe(401)
    for (const key of Object.values(after)) expect(await withKey(key)).toBe(200)
  })

  test('stores no key in plain text', async () => {
    const rows = await server.app.db.read
      .selectFrom('buckets')
      .selectAll()
      .where('id', '=', owner.bucket.id)
      .execute()
    const text = JSON.stringify(rows)
    for (const key of Object.values(owner.bucket.api_access)) expect(text).not.toContain(key)
  })
})

/**
 * Lists the tables with rows of a bucket. This queries the database, since no call shows the rows of a deleted bucket.
 */
async function tablesWith(bucketId: string): Promise<string[]> {
  const { read } = server.app.db
  const tables = await read.introspection.getTables()
  const ofBuckets = tables.filter(
    ({ isView, name: table, columns }) =>
      !isView && table !== 'audit_log' && columns.some(({ name }) => name === 'bucket_id'),
  )
  const statuses = await Promise.all(
    ofBuckets.map(async ({ name }) => {
      const answer =
        await sql`SELECT 1 FROM ${sql.table(name)} WHERE bucket_id = ${bucketId}`.execute(read)
      return answer.rows.length > 0 ? [name] : []
    }),
  )
  return statuses.flat()
}

describe('deleting a bucket', () => {
  test('returns 401 without a session, 403 to a developer and 404 to a stranger', async () => {
    const query = { slug }
    expect((await server.call(deleteBucket, { query })).status).toBe(401)
    expect((await server.call(deleteBucket, { query }, await member('developer'))).status).toBe(403)
    expect((await server.call(deleteBucket, { query }, await addPerson(server))).status).toBe(404)
    expect((await get()).id).toBe(owner.bucket.id)
  })

  test('deletes everything in it, and makes the oldest remaining bucket the default', async () => {
    await server.call(addObjectType, { body: { slug, data: { title: 'Posts' } } }, owner)
    const post = { title: 'Post', type: 'posts', status: 'published' as const }
    const added = (await server.call(addObject, { body: { slug, data: post } }, owner)).ok().object
    const edit = { slug, object_id: added.id, data: { title: 'Again' } }
    await server.call(updateObject, { body: edit }, owner)
    expect(await tablesWith(owner.bucket.id)).toContain('revisions')
    const addTitled = async (title: string) => {
      const body = { project_id: owner.project.id, data: { title } }
      return (await server.call(addBucket, { body }, owner)).ok().bucket
    }
    const heir = await addTitled('Heir')
    const younger = await addTitled('Another')
    expect((await server.call(deleteBucket, { query: { slug } }, owner)).status).toBe(200)
    expect((await server.call(getBucket, { query: { slug } }, owner)).status).toBe(404)
    expect((await get(heir.slug)).default).toBe(true)
    expect((await get(younger.slug)).default).toBe(false)
    await waitFor(
      () => tablesWith(owner.bucket.id),
      (tables) => tables.length === 0,
    )
  })

  test('frees the slug without passing on rights', async () => {
    const editor = await member('editor')
    await server.call(deleteBucket, { query: { slug } }, owner)
    const body = { project_id: owner.project.id, data: { title: 'Again', slug } }
    const secondBucket = (await server.call(addBucket, { body }, owner)).ok().bucket
    expect(secondBucket.id).not.toBe(owner.bucket.id)
    expect((await server.call(getBucket, { query: { slug } }, editor)).status).toBe(403)
    expect(await withKey(owner.bucket.api_access.read_key)).toBe(401)
  })
})
