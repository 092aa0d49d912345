import { undoChangeSet } from '@typecase/contract/change-sets'
import type { BulkResult } from '@typecase/contract/objects'
import { describe, expect, test } from 'vitest'

import { addManyObjects, addOneObject } from '../../../../testing/content.ts'
import { usePostsToEdit } from './posts-to-edit.fixture.ts'

const world = usePostsToEdit()
const { call, run, add, read, refusals, edit, reasonFor, jobEnd } = world

describe('a bulk edit changes', () => {
  test('texts', async () => {
    const post = await add({ summary: 'b-b', body: '<p>Text</p>' })
    const after = async (field: string, op: string, value?: string) =>
      (await edit(post, { metadata: { [field]: { op, value } } })).metadata[field]
    expect(await after('summary', 'append', 'c')).toBe('b-bc')
    expect(await after('summary', 'prepend', 'a')).toBe('ab-bc')
    expect(await after('summary', 'remove', 'b')).toBe('a-c')
    expect(await after('summary', 'template', '{title}: {metadata.body}{{}}')).toBe(
      'Post: <p>Text</p>{}',
    )
    expect(await after('body', 'clear')).toBeNull()
  })

  test('numbers, dates and options', async () => {
    const post = await add({ price: 0.1, tags: ['red'] })
    const edited = await edit(post, {
      metadata: {
        price: { op: 'increment', value: 0.2 },
        tags: { op: 'add', value: ['red', 'green'] },
        kind: { op: 'set', value: 'Alpha' },
        day: { op: 'set', value: '2026-11-21' },
      },
    })
    expect(edited.metadata).toMatchObject({
      price: 0.3,
      tags: ['red', 'green'],
      kind: { key: 'a', value: 'Alpha' },
      day: '2026-11-21',
    })
    const less = await edit(post, { metadata: { tags: { op: 'remove', value: 'red' } } })
    expect(less.metadata['tags']).toEqual(['green'])
  })

  test('relations and files, and refuses to add a second object to a single relation', async () => {
    const [ada, bob] = await addManyObjects(world.server, world.owner, 'people', 2)
    const post = await add({ authors: [ada], images: ['a.png'] })
    const added = await edit(post, {
      metadata: {
        // A list of one value counts as the value.
        author: { op: 'add', value: [ada] },
        authors: { op: 'add', value: [ada, bob] },
        images: { op: 'prepend', value: 'b.png' },
      },
    })
    expect(added.metadata).toMatchObject({
      author: ada,
      authors: [ada, bob],
      images: ['b.png', 'a.png'],
    })
    const other = { metadata: { author: { op: 'add', value: bob } } }
    expect(await reasonFor(added, other)).toBe('author: It already has another one.')
    const removed = await edit(post, {
      metadata: {
        author: { op: 'remove', value: [ada] },
        authors: { op: 'remove', value: ada },
        images: { op: 'remove', value: ['a.png', 'c.png'] },
      },
    })
    expect(removed.metadata).toMatchObject({ author: null, authors: [bob], images: ['b.png'] })
  })

  test('groups and rows, and keeps their other values', async () => {
    const post = await add({ seo: { description: 'Old' }, steps: [{ text: 'One' }] })
    const { metadata } = await edit(post, {
      metadata: {
        'seo.description': { op: 'append', value: '!' },
        steps: { op: 'append', value: { text: 'Two' } },
      },
    })
    expect(metadata).toMatchObject({
      seo: { description: 'Old!' },
      steps: [{ text: 'One' }, { text: 'Two' }],
    })
  })

  test('titles, slugs and content', async () => {
    const post = await add({ price: 7 }, { content: 'Text' })
    const edited = await edit(post, {
      fields: {
        title: { op: 'template', value: '{title} – {metadata.price}' },
        slug: { op: 'clear' },
        content: { op: 'append', value: '.' },
      },
    })
    expect(edited).toMatchObject({ title: 'Post – 7', slug: 'post-7', content: 'Text.' })
  })

  test('the status, the locale and the schedule', async () => {
    const post = await add()
    const live = await edit(post, { status: 'published', locale: 'de' })
    expect(live).toMatchObject({ status: 'published', locale: 'de' })
    const planned = await edit(post, { publish_at: 4e12, unpublish_at: 5e12 })
    expect(planned).toMatchObject({ status: 'draft', main_object_status: 'published' })
    expect(await edit(post, { publish_at: null, unpublish_at: null, locale: '' })).toMatchObject({
      publish_at: null,
      unpublish_at: null,
      locale: null,
    })
  })

  test('each object by its own values, and numbers slugs that would be equal', async () => {
    const ids = await addManyObjects(world.server, world.owner, 'posts', 3, (n) => ({
      metadata: JSON.stringify({ price: n }),
    }))
    await run({
      query: { type: 'posts' },
      data: {
        fields: { slug: { op: 'template', value: 'Same' } },
        metadata: { price: { op: 'increment', value: 10 } },
      },
    })
    const posts = await Promise.all(ids.map(read))
    expect(posts.map(({ metadata }) => metadata['price'])).toEqual([10, 11, 12])
    // The order is that of lists: the newest object comes first.
    expect(posts.map(({ slug }) => slug)).toEqual(['same-3', 'same-2', 'same'])
  })
})

describe('a bulk edit skips with the reason', () => {
  test('objects whose change would break a rule of the field', async () => {
    const post = await add({ summary: 'Nineteen characters', price: 1, tags: ['red', 'blue'] })
    const reason = (field: string, edit: object) => reasonFor(post, { metadata: { [field]: edit } })
    expect(await reason('summary', { op: 'append', value: '!!' })).toBe(
      'summary must be at most 20 characters',
    )
    expect(await reason('price', { op: 'increment', value: -2 })).toBe('price must be at least 0')
    expect(await reason('tags', { op: 'append', value: 'green' })).toBe(
      'tags must be at most 2 options',
    )
    const empty = await add()
    const more = { metadata: { price: { op: 'increment', value: 1 } } }
    expect(await reasonFor(empty, more)).toBe(
      'price: The field is empty, so there is no number to add to.',
    )
    const titled = { fields: { title: { op: 'remove', value: 'Post' } } }
    expect(await reasonFor(empty, titled)).toBe('title is a required field')
    const spaced = { fields: { slug: { op: 'append', value: ' x' } } }
    expect(await reasonFor(empty, spaced)).toContain('slug must be a slug')
  })

  test('objects whose unique value or slug would be taken', async () => {
    const [first, second] = [await add(), await add()]
    const object_ids = [first.id, second.id]
    const code = { metadata: { code: { op: 'set', value: 'X1' } } }
    expect(await run({ object_ids, data: code })).toMatchObject({
      modified: 1,
      failed: [{ object_id: second.id, reason: expect.stringContaining('code must be unique') }],
    })
    const slug = { fields: { slug: { op: 'set', value: 'one' } } }
    expect(await run({ object_ids, data: slug })).toMatchObject({
      modified: 1,
      failed: [{ object_id: second.id, reason: expect.stringContaining('slug must be unique') }],
    })
  })

  test('objects whose type lacks the field, but refuses the call if all types lack it', async () => {
    const post = await add()
    const plain = await addOneObject(world.server, world.owner, { type: 'plain', title: 'Plain' })
    const data = { metadata: { price: { op: 'set', value: 3 } } }
    expect(await run({ object_ids: [post.id, plain.id], data })).toMatchObject({
      modified: 1,
      failed: [{ object_id: plain.id, reason: 'price is not a field of “plain”' }],
    })
    expect(await refusals({ object_ids: [plain.id], data })).toEqual([
      ['data.metadata.price', 'unknown_key'],
    ])
  })
})

describe('the scope of a bulk edit', () => {
  const data = { metadata: { summary: { op: 'set', value: 'Set' } } }

  test('excludes the given ids, and may be empty', async () => {
    const [a = '', b = '', c = ''] = await addManyObjects(world.server, world.owner, 'posts', 3)
    const query = JSON.stringify({ type: 'posts' })
    const result = await run({ query, exclude_ids: [b], data })
    expect(result).toMatchObject({ matched: 2, modified: 2, unchanged: 0, failed: [] })
    const posts = await Promise.all([a, b, c].map(read))
    expect(posts.map(({ metadata }) => metadata['summary'])).toEqual(['Set', undefined, 'Set'])
    expect(await run({ object_ids: [a, b], exclude_ids: [b], data })).toMatchObject({ matched: 1 })
    expect(await run({ query: { type: 'posts' }, data })).toMatchObject({
      matched: 3,
      modified: 1,
      unchanged: 2,
    })
    expect(await run({ query: { type: 'none' }, data })).toEqual({
      matched: 0,
      modified: 0,
      unchanged: 0,
      failed: [],
      change_set_id: null,
    })
  })

  test('with more than a hundred objects makes a job, which can be undone', async () => {
    const ids = await addManyObjects(world.server, world.owner, 'posts', 250, (n) => ({
      metadata: JSON.stringify({ price: n }),
      locale: 'en',
    }))
    const before = await Promise.all([0, 249].map((n) => read(ids[n] ?? '')))
    const answer = await call({
      query: { type: 'posts' },
      data: {
        locale: 'de',
        publish_at: 4e12,
        fields: { slug: { op: 'template', value: 'n {metadata.price}' } },
        metadata: { price: { op: 'increment', value: 1 } },
      },
    })
    expect(answer.status).toBe(202)
    const { job } = answer.ok() as BulkResult
    expect(job).toMatchObject({ kind: 'objects.bulkEdit', total: 250 })
    expect(job?.title).toBe('Change locale, publish_at, slug and 1 more of 250 objects')
    const end = await jobEnd(job?.id)
    expect(end).toMatchObject({ status: 'done', done: 250, failed: 0 })
    expect(end.result).toEqual({ matched: 250, modified: 250 })
    expect(await read(ids[249] ?? '')).toMatchObject({
      slug: 'n-249',
      locale: 'de',
      publish_at: 4e12,
      metadata: { price: 250 },
    })

    const body = { slug: world.owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
    const undo = (await world.server.call(undoChangeSet, { body }, world.owner)).ok()
    expect(await jobEnd(undo.job?.id)).toMatchObject({ status: 'done', done: 250, failed: 0 })
    const after = await Promise.all([0, 249].map((n) => read(ids[n] ?? '')))
    const passing = { rev: 0, modified_at: '' }
    expect(after.map((object) => ({ ...object, ...passing }))).toEqual(
      before.map((object) => ({ ...object, ...passing })),
    )
  })
})
