import { undoChangeSet } from '@typecase/contract/change-sets'
import { newId } from '@typecase/contract/ids'
import type { BulkResult } from '@typecase/contract/objects'
import { describe, expect, test } from 'vitest'

import { addManyObjects } from '../../../../testing/content.ts'
import { usePostsToEdit } from './posts-to-edit.fixture.ts'

const world = usePostsToEdit()
const { call, add, read, refusals, jobEnd } = world

describe('a bulk edit refuses', () => {
  const data = { status: 'draft' }

  test('callers without a session, and people outside the bucket', async () => {
    const { id } = await add()
    expect((await call({ object_ids: [id], data }, {})).status).toBe(401)
    expect((await call({ object_ids: [id], data }, world.stranger)).status).toBe(404)
  })

  test('contributors who publish or schedule, and skips objects of others', async () => {
    const theirs = await add()
    const contributorObject = await add({}, {}, world.contributor)
    const object_ids = [theirs.id, contributorObject.id]
    const publishing = [{ status: 'published' }, { publish_at: 4e12 }, { unpublish_at: null }]
    for (const refused of publishing) {
      const answer = await call({ object_ids, data: refused }, world.contributor)
      expect(answer.error()).toMatchObject({ status: 403, code: 'forbidden' })
    }
    const allowed = { metadata: { summary: { op: 'set', value: 'Mine' } } }
    expect((await call({ object_ids, data: allowed }, world.contributor)).ok()).toMatchObject({
      matched: 2,
      modified: 1,
      failed: [{ object_id: theirs.id, reason: expect.stringContaining('contributor') }],
    })
    expect(await read(theirs.id)).toEqual(theirs)
    expect(await read(contributorObject.id)).toMatchObject({
      status: 'draft',
      metadata: { summary: 'Mine' },
    })
  })

  test('objects of others in a contributor’s job, which the contributor can undo', async () => {
    const data = { metadata: { summary: { op: 'set', value: 'Mine' } } }
    const others = await addManyObjects(world.server, world.owner, 'posts', 60)
    await addManyObjects(world.server, { ...world.owner, id: world.contributor.id }, 'posts', 60)
    const answer = await call({ query: { type: 'posts' }, data }, world.contributor)
    expect(answer.status).toBe(202)
    const end = await jobEnd((answer.ok() as BulkResult).job?.id)
    expect(end).toMatchObject({ status: 'done', done: 60, failed: 60 })
    expect(new Set(end.errors.map(({ object_id }) => object_id))).toEqual(new Set(others))
    const body = { slug: world.owner.bucket.slug, change_set_id: end.change_set_id ?? '' }
    const undo = await world.server.call(undoChangeSet, { body }, world.contributor)
    expect(undo.ok()).toMatchObject({ restored: 60, skipped: [] })
  })

  test('an invalid scope, and two scopes at once', async () => {
    const { id } = await add()
    const paths = async (scope: object) => refusals({ ...scope, data })
    expect(await paths({})).toEqual([['object_ids', 'scope']])
    expect(await paths({ object_ids: [id], query: {} })).toEqual([['query', 'scope']])
    expect(await paths({ query: {}, exclude_locales: ['?'] })).toEqual([
      ['exclude_locales.0', 'union'],
    ])
    expect(await paths({ query: { type: 'posts', limit: 5 } })).toEqual([['query.limit', 'scope']])
    expect((await paths({ query: { 'metadata.price': { $near: 1 } } }))?.[0]?.[0]).toContain(
      'query',
    )
    expect((await paths({ object_ids: ['1'] }))?.[0]?.[0]).toBe('object_ids.0')
  })

  test('edits that do not fit the fields, with path and rule', async () => {
    const { id } = await add()
    const metadata = (edits: object) => refusals({ object_ids: [id], data: { metadata: edits } })
    expect(await refusals({ object_ids: [id], data: {} })).toEqual([['data', 'required']])
    expect(await metadata({ price: { op: 'double' } })).toEqual([
      ['data.metadata.price.op', expect.any(String)],
    ])
    expect(
      await metadata({
        nothing: { op: 'set', value: 1 },
        'seo.nothing': { op: 'set', value: 1 },
        summary: { op: 'increment', value: 1 },
        price: { op: 'append', value: 1 },
        day: { op: 'template', value: '{title}' },
        tags: { op: 'set' },
      }),
    ).toEqual([
      ['data.metadata.nothing', 'unknown_key'],
      ['data.metadata.seo.nothing', 'unknown_key'],
      ['data.metadata.summary.op', 'op'],
      ['data.metadata.price.op', 'op'],
      ['data.metadata.day.op', 'op'],
      ['data.metadata.tags.value', 'required'],
    ])
    expect(
      await metadata({
        price: { op: 'increment', value: '1' },
        body: { op: 'append', value: 1 },
        summary: { op: 'template', value: '{metadata.nothing}' },
        tags: { op: 'add', value: 'pink' },
        kind: { op: 'set', value: 'Beta' },
        author: { op: 'set', value: newId() },
        day: { op: 'set', value: 'today' },
      }),
    ).toEqual([
      ['data.metadata.price.value', 'type'],
      ['data.metadata.body.value', 'type'],
      ['data.metadata.summary.value', 'template'],
      ['data.metadata.tags.value', 'option'],
      ['data.metadata.kind.value', 'option'],
      ['data.metadata.day.value', 'date'],
      ['data.metadata.author.value', 'reference'],
    ])
    expect(
      await refusals({
        object_ids: [id],
        data: { fields: { title: { op: 'clear' }, slug: { op: 'set', value: 1 } } },
      }),
    ).toEqual([
      ['data.fields.title.op', 'op'],
      ['data.fields.slug.value', 'type'],
    ])
    const two = [newId(), newId()]
    for (const op of ['set', 'add', 'remove']) {
      expect(
        await refusals({ object_ids: [id], data: { metadata: { author: { op, value: two } } } }),
      ).toEqual([['data.metadata.author.value', 'type']])
    }
  })
})
