import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { updateObjectType } from '@typecase/contract/object-types'
import { listTrash } from '@typecase/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { addOneObject, addType } from '../../testing/content.ts'
import { addOwner, type Owner } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { openBucketForJob } from '../buckets/bucket-access.ts'
import { listObjectTypes } from '../object-types/store.ts'
import { endOf, importFile } from './testing/import-file.ts'

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

const typeOf = (slug: string) => ({
  title: slug,
  slug,
  metafields: [{ title: 'Hero', key: 'hero', type: 'file' }],
})

/** A file of a bucket with objects of one type, another type without objects, and media. */
const fileOf = (count: number) =>
  JSON.stringify({
    object_types: [typeOf('films'), typeOf('empty')],
    media: ['a.png', 'b.png'].map((name) => ({
      name,
      type: 'image/png',
      location: 'https://old.example',
    })),
    objects: Array.from({ length: count }, (_, n) => ({
      title: `Film ${n}`,
      type: 'films',
      metadata: { hero: 'a.png' },
    })),
  })

const slug = () => owner.bucket.slug
const access = () => openBucketForJob(owner.bucket.id, slug(), null)
const contents = async () => {
  const query = { slug: slug(), limit: 1000 }
  const [types, media, objects] = await Promise.all([
    listObjectTypes(server.app.db.read, access()),
    server.call(listMedia, { query }, owner),
    server.call(listObjects, { query }, owner),
  ])
  return {
    types: types.map((type) => type.slug),
    media: media
      .ok()
      .media.map(({ name }) => name)
      .toSorted(),
    objects: objects.ok().total,
  }
}
const imported = (objects: number) => ({
  types: ['films', 'empty'],
  media: ['a.png', 'b.png'],
  objects,
})
const nothing = { types: [], media: [], objects: 0 }

async function newest() {
  const { change_sets: sets } = (
    await server.call(listChangeSets, { query: { slug: slug() } }, owner)
  ).ok()
  if (!sets[0]) throw new Error('nothing was changed')
  return sets[0]
}

async function undoNewest() {
  const body = { slug: slug(), change_set_id: (await newest()).id }
  const answer = (await server.call(undoChangeSet, { body }, owner)).ok()
  if (answer.job) expect(await endOf(server, owner, answer.job)).toMatchObject({ status: 'done' })
  return answer
}

for (const [words, count] of [
  ['at once', 3],
  ['as a job', 130],
] as const) {
  test(`undo removes object types, media and objects of an import ${words}, and redo restores them`, async () => {
    await importFile(server, owner, fileOf(count))
    expect(await newest()).toMatchObject({ count: count + 2, subject: 'mixed' })
    for (let round = 0; round < 2; round += 1) {
      expect(await contents()).toEqual(imported(count))
      await undoNewest()
      expect(await contents()).toEqual(nothing)
      await undoNewest()
    }
    expect(await contents()).toEqual(imported(count))
  })
}

test('undo moves media to the trash, and the history lists them as created', async () => {
  await importFile(server, owner, fileOf(1))
  const query = { slug: slug(), change_set_id: (await newest()).id }
  const { changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(changes.map(({ field, after }) => [field, after])).toEqual([
    ['object', 'Film 0'],
    ['object', 'a.png'],
    ['object', 'b.png'],
  ])
  await undoNewest()
  const trash = { slug: slug(), subject: 'media' as const }
  const { media } = (await server.call(listTrash, { query: trash }, owner)).ok()
  expect(media?.map(({ name }) => name).toSorted()).toEqual(['a.png', 'b.png'])
})

test('undo keeps a type with another object, a changed type, and a media that is used', async () => {
  await importFile(server, owner, fileOf(2))
  const mine = { type: 'films', title: 'Mine', metadata: { hero: 'b.png' } }
  await addOneObject(server, owner, mine)
  const body = { slug: slug(), type_slug: 'empty', data: { title: 'Mine' } }
  ;(await server.send(updateObjectType, { body }, owner)).ok()
  const set = (await server.call(listChangeSets, { query: { slug: slug() } }, owner))
    .ok()
    .change_sets.find(({ kind }) => kind === 'import')
  const undo = { slug: slug(), change_set_id: set?.id ?? '' }
  const answer = (await server.call(undoChangeSet, { body: undo }, owner)).ok()
  expect(answer).toMatchObject({
    restored: 3,
    skipped: [{ title: 'b.png', reason: 'Objects use it.' }],
  })
  expect(await contents()).toEqual({ types: ['films', 'empty'], media: ['b.png'], objects: 1 })
})

test('undo keeps a type that has an object in the trash for another reason', async () => {
  await importFile(server, owner, fileOf(1))
  const mine = await addOneObject(server, owner, { type: 'films', title: 'Mine' })
  await server.app.db.write(
    ({ db }) =>
      db
        .updateTable('objects')
        .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
        .where('id', '=', mine.id)
        .execute(),
    { bucketId: owner.bucket.id },
  )
  const set = (await server.call(listChangeSets, { query: { slug: slug() } }, owner))
    .ok()
    .change_sets.find(({ kind }) => kind === 'import')
  const undo = { slug: slug(), change_set_id: set?.id ?? '' }
  ;(await server.call(undoChangeSet, { body: undo }, owner)).ok()
  expect((await contents()).types).toEqual(['films'])
})

test('undo keeps types that existed before, and redo keeps a new type with the same slug', async () => {
  await addType(server, owner, 'empty')
  await importFile(server, owner, fileOf(1))
  await undoNewest()
  expect((await contents()).types).toEqual(['empty'])
  await addType(server, owner, 'films')
  await undoNewest()
  expect(await contents()).toMatchObject({ types: ['empty', 'films'], objects: 1 })
})
