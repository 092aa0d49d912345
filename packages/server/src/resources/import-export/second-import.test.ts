import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import type { ConflictChoice } from '@typecase/contract/import-export'
import {
  deleteObjects,
  listObjects,
  publishObjects,
  unpublishObjects,
  updateObject,
} from '@typecase/contract/objects'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { addOneObject } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { FOREIGN_IMPORT } from '../change-sets/retention.ts'
import { purgeExpired } from '../trash/purge.ts'
import { readObjects } from '../objects/store/store.ts'
import { lastImports } from './planning/last-imports.ts'
import { importFile, type ImportOptions, sendImport } from './testing/import-file.ts'

// Each import starts a thread.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
})
afterAll(() => server.remove())

interface Post {
  title?: string
  html?: string
  status?: string
  slug?: string
  custom_excerpt?: string
  meta_title?: string
}

/** An export of Ghost, whose posts are the same each time except for the given values. */
const exportOf = (...posts: Post[]): string =>
  JSON.stringify({
    db: [
      {
        meta: { exported_on: 1, version: '5.0.0' },
        data: {
          posts: posts.map((post, n) => ({
            id: `${n}`,
            title: `Story ${n}`,
            slug: `story-${n}`,
            type: 'post',
            status: 'draft',
            html: '<p>Text</p>',
            custom_excerpt: 'Short',
            ...post,
          })),
          settings: [{ key: 'url', value: 'https://old.example' }],
        },
      },
    ],
  })

async function importPosts(posts: readonly Post[], options: ImportOptions = {}) {
  const outcome = await importFile(server, owner, exportOf(...posts), {
    name: 'ghost.json',
    ...options,
  })
  if (!outcome.report) throw new Error(outcome.job.errors.at(-1)?.reason)
  return outcome.report
}

/** Returns the imported objects in the order of the export. */
async function stored() {
  const query = { slug: owner.bucket.slug, query: '{"type":"posts"}', limit: 1000 }
  const { objects } = (await server.call(listObjects, { query }, owner)).ok()
  return objects
    .map(({ object }) => object)
    .toSorted((a, b) =>
      String(a.metadata['redirect_from']).localeCompare(String(b.metadata['redirect_from'])),
    )
}

async function edit(data: Record<string, unknown>, n = 0) {
  const object = (await stored())[n]
  const body = { slug: owner.bucket.slug, object_id: object?.id ?? '', data }
  ;(await server.send(updateObject, { body }, owner)).ok()
}

const first = async () => {
  const [object] = await stored()
  if (!object) throw new Error('there is no object')
  const { title, content, slug, status, metadata } = object
  return { title, content, slug, status, excerpt: metadata['excerpt'] }
}

async function undoNewest() {
  const { change_sets: sets } = (
    await server.call(listChangeSets, { query: { slug: owner.bucket.slug } }, owner)
  ).ok()
  const body = { slug: owner.bucket.slug, change_set_id: sets[0]?.id ?? '' }
  return (await server.call(undoChangeSet, { body }, owner)).ok()
}

test('an unknown choice for conflicts answers 400', async () => {
  const options = { name: 'ghost.json', conflicts: 'both' as ConflictChoice }
  const answer = await sendImport(server, owner, exportOf({}), options, owner)
  expect(answer.status).toBe(400)
  expect(answer.error().message).toContain('conflicts')
})

test('a second import takes what changed in the file, and keeps what was edited in the bucket', async () => {
  await importPosts([{}, {}])
  await edit({ title: 'Mine', metadata: { excerpt: 'Mine' } })
  const report = await importPosts([{ html: '<p>New</p>' }, { title: 'New' }])
  expect(report).toMatchObject({ objects: { updated: 2 }, total_changes: 2 })
  expect(report).not.toHaveProperty('conflicts')
  expect(await first()).toMatchObject({ title: 'Mine', content: '<p>New</p>', excerpt: 'Mine' })
  expect((await stored())[1]).toMatchObject({ title: 'New' })
})

describe('a field that changed both in the bucket and in the file', () => {
  const conflict = {
    field: 'title',
    import_value: 'Story 0',
    local_value: 'Mine',
    file_value: 'Theirs',
  }
  const both: Post[] = [{ title: 'Theirs', html: '<p>New</p>' }]
  beforeEach(async () => {
    await importPosts([{}])
    await edit({ title: 'Mine' })
  })

  test('keeps its local value, and is reported as a conflict by later imports', async () => {
    const dry = await importPosts(both, { import_mode: 'dry_run' })
    expect(dry).toMatchObject({ conflicts: [conflict], total_conflicts: 1, total_changes: 1 })
    expect(await first()).toMatchObject({ title: 'Mine', content: '<p>Text</p>' })
    for (const updated of [1, 0]) {
      const report = await importPosts(both)
      expect(report).toMatchObject({ objects: { updated }, conflicts: [conflict] })
      expect(await first()).toMatchObject({ title: 'Mine', content: '<p>New</p>' })
    }
    // The file has the first imported value again, which is no reason to take it.
    const { objects, total_conflicts } = await importPosts([{ html: '<p>New</p>' }])
    expect({ objects, total_conflicts }).toMatchObject({ objects: { unchanged: 1 } })
    expect(await first()).toMatchObject({ title: 'Mine' })
  })

  test('is overwritten on request, and is then no longer a conflict', async () => {
    const report = await importPosts(both, { conflicts: 'take' })
    expect(report).toMatchObject({ conflicts: [conflict], total_conflicts: 1, total_changes: 2 })
    expect(await first()).toMatchObject({ title: 'Theirs', content: '<p>New</p>' })
    const secondImport = await importPosts([{ title: 'Theirs again', html: '<p>New</p>' }])
    expect(secondImport).not.toHaveProperty('conflicts')
    expect(await first()).toMatchObject({ title: 'Theirs again' })
  })

  test('is overwritten by a replacing import', async () => {
    const report = await importPosts(both, { import_mode: 'replace' })
    expect(report).not.toHaveProperty('conflicts')
    expect(await first()).toMatchObject({ title: 'Theirs' })
  })

  test('is compared with the import before an undone one, and after a redo with the redone one', async () => {
    await importPosts(both, { conflicts: 'take' })
    await undoNewest()
    expect(await first()).toMatchObject({ title: 'Mine', content: '<p>Text</p>' })
    expect(await importPosts(both, { import_mode: 'dry_run' })).toMatchObject({
      conflicts: [conflict],
    })
    await undoNewest()
    await edit({ title: 'Mine again' })
    const report = await importPosts([{ title: 'Third', html: '<p>New</p>' }])
    expect(report.conflicts).toMatchObject([
      { field: 'title', import_value: 'Theirs', local_value: 'Mine again', file_value: 'Third' },
    ])
  })
})

test('published objects go live with their edits and the imported changes, and drafts stay drafts', async () => {
  await importPosts([{ status: 'published' }])
  await edit({ title: 'Mine', status: 'published' })
  await importPosts([{ status: 'published', html: '<p>New</p>' }])
  expect(await first()).toMatchObject({ title: 'Mine', content: '<p>New</p>', status: 'published' })
  await edit({ title: 'Draft', status: 'draft' })
  await importPosts([{ status: 'published', html: '<p>Newer</p>' }])
  expect(await first()).toMatchObject({ title: 'Draft', content: '<p>Newer</p>', status: 'draft' })
  const row = await server.app.db.read
    .selectFrom('published_objects')
    .select(['title', 'content'])
    .where('bucket_id', '=', owner.bucket.id)
    .executeTakeFirst()
  expect(row).toEqual({ title: 'Mine', content: '<p>New</p>' })
})

test('objects that were published or unpublished in the bucket keep their status', async () => {
  await importPosts([{ status: 'published' }, { status: 'draft' }])
  const [a, b] = await stored()
  const slug = owner.bucket.slug
  ;(await server.call(unpublishObjects, { body: { slug, object_ids: [a?.id ?? ''] } }, owner)).ok()
  ;(await server.call(publishObjects, { body: { slug, object_ids: [b?.id ?? ''] } }, owner)).ok()
  const posts = [{ status: 'published', title: 'New' }, { title: 'New' }]
  await importPosts(posts)
  expect((await stored()).map(({ title, status }) => `${title}: ${status}`)).toEqual([
    'New: draft',
    'New: published',
  ])
})

test('an import as drafts reports conflicts as well', async () => {
  await importPosts([{ status: 'published' }])
  await edit({ title: 'Mine', status: 'published' })
  const report = await importPosts([{ status: 'published', title: 'Theirs', html: '<p>New</p>' }], {
    publish: false,
  })
  expect(report).toMatchObject({ total_conflicts: 1, objects: { updated: 1 } })
  expect(await first()).toMatchObject({ title: 'Mine', content: '<p>New</p>', status: 'draft' })
})

test('a slug that was changed in the bucket stays, even if another object took the former one', async () => {
  await importPosts([{}])
  await edit({ slug: 'mine' })
  await addOneObject(server, owner, { type: 'posts', title: 'Other', slug: 'story-0' })
  const report = await importPosts([{ title: 'New' }])
  expect(report).toMatchObject({ total_errors: 0, objects: { updated: 1 } })
  const slugs = (await stored()).map(({ title, slug }) => `${title}: ${slug}`).toSorted()
  expect(slugs).toEqual(['New: mine', 'Other: story-0'])
})

test('after the undo of the first import, everything in the file is imported', async () => {
  await importPosts([{}])
  await undoNewest()
  const report = await importPosts([{ title: 'New', custom_excerpt: 'New' }])
  expect(report).not.toHaveProperty('conflicts')
  expect(await first()).toMatchObject({ title: 'New', excerpt: 'New' })
  await edit({ title: 'Mine' })
  await importPosts([{ title: 'New', custom_excerpt: 'Newer', html: '<p>New</p>' }])
  expect(await first()).toMatchObject({ title: 'Mine', content: '<p>New</p>', excerpt: 'Newer' })
})

test('an object in the trash is merged, and restored with its local edits', async () => {
  await importPosts([{}])
  await edit({ title: 'Mine' })
  const body = { slug: owner.bucket.slug, query: { type: 'posts' } }
  ;(await server.call(deleteObjects, { body }, owner)).ok()
  await importPosts([{ html: '<p>New</p>' }])
  expect(await first()).toMatchObject({ title: 'Mine', content: '<p>New</p>' })
})

test('imported values are stored for a year, after which any difference is a conflict', async () => {
  await importPosts([{}, {}])
  await edit({ title: 'Mine' })
  const file = [{ title: 'Theirs' }, { title: 'Theirs' }]
  const conflict = {
    object_id: (await stored())[0]?.id,
    title: 'Theirs',
    field: 'title',
    local_value: 'Mine',
    file_value: 'Theirs',
  }
  for (const [days, former] of [
    [360, { import_value: 'Story 0' }],
    [370, {}],
  ] as const) {
    const created_at = new Date(server.app.clock.now() - days * 24 * 3600 * 1000).toISOString()
    await server.app.db.write(
      ({ db }) =>
        db
          .updateTable('change_sets')
          .set({ created_at })
          .where('kind', '=', FOREIGN_IMPORT)
          .execute(),
      { bucketId: owner.bucket.id },
    )
    await purgeExpired(server.app)
    const report = await importPosts(file, { import_mode: 'dry_run' })
    expect(report).toMatchObject({ total_conflicts: 1, objects: { updated: 1, unchanged: 1 } })
    expect(report.conflicts).toEqual([{ ...conflict, ...former }])
  }
})

test('600 objects are compared in six statements, and 200 of their conflicts are listed', async () => {
  const many = (more: Post) => Array.from({ length: 600 }, () => more)
  await importPosts(many({}))
  const data = { metadata: { excerpt: { op: 'set' as const, value: 'Mine' } } }
  const body = { slug: owner.bucket.slug, query: { type: 'posts' }, data }
  await server.call(bulkEditObjects, { body }, owner)
  await waitFor(
    stored,
    (objects) => objects.every(({ metadata }) => metadata['excerpt'] === 'Mine'),
    60_000,
  )
  using counter = countStatements(server)
  const access = openBucketForJob(owner.bucket.id, owner.bucket.slug, null)
  const { read } = server.app.db
  const objects = await readObjects(
    read,
    access,
    (await stored()).map(({ id }) => id),
  )
  const statements = await counter.of(() => lastImports(read, access)(objects))
  // One statement each for imports and for their items, three for batches of 200 states, and one for the newest
  // revisions.
  expect(statements).toHaveLength(6)
  const report = await importPosts(many({ custom_excerpt: 'Theirs', html: '<p>New</p>' }))
  expect(report).toMatchObject({ total_conflicts: 600, objects: { updated: 600 } })
  expect(report.conflicts).toHaveLength(200)
})
