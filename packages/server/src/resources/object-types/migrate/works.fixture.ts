import { getBucket } from '@typecase/contract/buckets'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { findObjects } from '@typecase/contract/content'
import { migrateObjectType, type MigrateResult } from '@typecase/contract/object-types-migrate'
import { updateObject } from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach } from 'vitest'

import { addOneObject, addType, type FieldInput, readOneObject } from '../../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const fields: FieldInput[] = [
  { key: 'year', type: 'text' },
  { key: 'note', type: 'textarea' },
  { key: 'seo', type: 'parent', children: [{ key: 'words', title: 'Words', type: 'text' }] },
  {
    key: 'parts',
    type: 'repeater',
    repeater_fields: [{ key: 'size', title: 'Size', type: 'text' }],
  },
]

export const rename = { key: 'year', new_key: 'made' }
export const toNumber = { key: 'year', new_type: 'number' }

/** Starts a server for a test file, with a new owner and an object type `works` before each test. */
export function useWorks() {
  let server: TestServer
  let owner: Owner
  let editor: Person
  let slug: string

  beforeAll(async () => {
    server = await startTestServer()
  })
  beforeEach(async () => {
    owner = await addOwner(server)
    slug = owner.bucket.slug
    editor = await addPerson(server)
    await join(server, editor, owner, 'editor')
    await addType(server, owner, 'works', fields)
  })
  afterAll(() => server.remove())

  const send = (body: object, by: { token?: string } = owner) =>
    server.send(migrateObjectType, { body: { slug, object_type: 'works', ...body } }, by)

  // The cast is safe: this is the endpoint's response on success.
  const migrate = async (...changes: object[]) => (await send({ changes })).ok() as MigrateResult

  const dryRun = async (...changes: object[]) =>
    (await send({ changes, dry_run: true })).ok() as MigrateResult

  const typeNow = async () => {
    const { bucket } = (await server.call(getBucket, { query: { slug } }, owner)).ok()
    const [type] = bucket.object_types
    if (!type) throw new Error('There is a type.')
    return type
  }
  const fieldNow = async (key: string) =>
    (await typeNow()).metafields.find((field) => field.key === key)

  const add = (title: string, metadata: object, more: object = {}) =>
    addOneObject(server, owner, { type: 'works', title, metadata, ...more })

  const metadataOf = async (id: string) => (await readOneObject(server, owner, id)).metadata

  const edit = async (object_id: string, data: object) =>
    (await server.send(updateObject, { body: { slug, object_id, data } }, owner)).ok()

  const undo = async (change_set_id: string | null | undefined) =>
    server.call(undoChangeSet, { body: { slug, change_set_id: change_set_id ?? '' } }, owner)

  async function publicMetadata(): Promise<unknown[]> {
    const query = { read_key: owner.bucket.api_access.read_key, query: '{"type":"works"}' }
    const answer = await server.send(findObjects, { params: { slug }, query })
    return (answer.ok() as { objects: { metadata: unknown }[] }).objects.map((o) => o.metadata)
  }

  const rows = async () => {
    const { db } = server.app
    const newest = await db.read
      .selectFrom('objects')
      .selectAll()
      .where('bucket_id', '=', owner.bucket.id)
      .orderBy('id')
      .execute()
    const published = await db.read
      .selectFrom('published_objects')
      .selectAll()
      .where('bucket_id', '=', owner.bucket.id)
      .orderBy('id')
      .execute()
    // Counters that increase with every write are left out.
    return {
      newest: newest.map(({ rev: _, version: __, ...row }) => row),
      published: published.map(({ version: _, ...row }) => row),
    }
  }

  return {
    get server() {
      return server
    },
    get owner() {
      return owner
    },
    /** An editor: may edit objects, but not types. */
    get editor() {
      return editor
    },
    get slug() {
      return slug
    },
    send,
    migrate,
    dryRun,
    typeNow,
    fieldNow,
    add,
    metadataOf,
    edit,
    undo,
    publicMetadata,
    rows,
  }
}
