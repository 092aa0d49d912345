import { undoChangeSet } from '@typecase/contract/change-sets'
import { addObject, updateObject } from '@typecase/contract/objects'
import { newId } from '@typecase/contract/ids'
import { describe, expect, test } from 'vitest'

import { addOneObject, readOneObject } from '../../../testing/content.ts'
import { usePostsAndPages } from '../store/posts-and-pages.fixture.ts'

const world = usePostsAndPages()
const { slug, complete, update } = world

describe('objects/update', () => {
  test('answers 401, 404 for another tenant, and 403 for a contributor who did not make the object', async () => {
    const { id } = await addOneObject(world.server, world.owner, {
      type: 'pages',
      title: 'Guarded',
    })
    expect((await update(id, { title: 'X' }, {}, {})).status).toBe(401)
    expect((await update(id, { title: 'X' }, {}, world.stranger)).status).toBe(404)
    const refused = await update(id, { title: 'X' }, {}, world.contributor)
    expect(refused.error()).toMatchObject({ status: 403 })
    expect(refused.error().message).toContain('made yourself')
    expect((await readOneObject(world.server, world.owner, id)).title).toBe('Guarded')
  })

  test('names an invalid field, answers 404 for a missing object, and changes nothing', async () => {
    const before = await addOneObject(world.server, world.owner, { type: 'posts', title: 'Steady' })
    expect((await update(before.id, { metadata: { rating: 9 } })).error()).toMatchObject({
      status: 400,
      details: [
        { path: 'data.metadata.rating', message: 'data.metadata.rating must be at most 5' },
      ],
    })
    expect((await update(before.id, { status: 'published' })).error().details).toEqual([
      {
        path: 'data.metadata.summary',
        message: 'data.metadata.summary is a required field',
        rule: 'required',
      },
    ])
    expect((await update(newId(), { title: 'X' })).status).toBe(404)
    expect(await readOneObject(world.server, world.owner, before.id)).toEqual(before)
  })

  test('merges the fields and metadata keys of the call', async () => {
    const before = await addOneObject(world.server, world.owner, {
      type: 'posts',
      title: 'Merge',
      content: 'Text',
      metadata: { rating: 1, summary: 'One' },
    })
    world.clock.advance(1000)
    const answer = await update(before.id, { title: 'Merged', metadata: { rating: 2 } })
    expect(answer.ok()).toMatchObject({
      object: {
        title: 'Merged',
        slug: 'merge',
        content: 'Text',
        metadata: { intro: 'Once upon a time', rating: 2, summary: 'One' },
        rev: 2,
        modified_at: world.clock.iso(),
        created_at: before.created_at,
      },
    })
    expect(await readOneObject(world.server, world.owner, before.id)).toEqual(
      (answer.ok() as { object: unknown }).object,
    )
  })

  test('leaves an object unchanged if nothing differs', async () => {
    const before = await addOneObject(world.server, world.owner, {
      type: 'posts',
      title: 'Same',
      ...complete,
    })
    world.clock.advance(1000)
    await update(before.id, { title: 'Same', metadata: { summary: 'All there' } })
    expect(await readOneObject(world.server, world.owner, before.id)).toEqual(before)
  })

  test('keeps the object published while a draft is saved, until the draft is published', async () => {
    const data = { type: 'posts', title: 'Public', status: 'published', ...complete }
    const { id, published_at } = await addOneObject(world.server, world.owner, data)
    await update(id, { status: 'draft', title: 'Next' })
    expect(await readOneObject(world.server, world.owner, id)).toMatchObject({
      title: 'Next',
      status: 'draft',
      main_object_status: 'published',
      published_at,
    })
    world.clock.advance(5000)
    await update(id, { status: 'published' })
    expect(await readOneObject(world.server, world.owner, id)).toMatchObject({
      title: 'Next',
      status: 'published',
      published_at,
    })
  })

  test('with `publish_apart` saves and publishes in two change sets, so that undo only unpublishes', async () => {
    const data = { type: 'posts', title: 'Public', status: 'published', ...complete }
    const { id, published_at } = await addOneObject(world.server, world.owner, data)
    const publish = async (title: string) =>
      (await update(id, { title, status: 'published' }, { publish_apart: true })).ok() as {
        object: object
        change_set_id?: string
      }
    const answer = await publish('Next')
    expect(answer).toMatchObject({ object: { title: 'Next', status: 'published', published_at } })
    expect(await publish('Next')).toEqual({ object: answer.object })

    const body = { slug: slug(), change_set_id: answer.change_set_id ?? '' }
    await world.server.call(undoChangeSet, { body }, world.owner)
    expect(await readOneObject(world.server, world.owner, id)).toMatchObject({
      title: 'Next',
      status: 'draft',
      main_object_status: 'published',
    })
    const titlesQuery = world.server.app.db.read.selectFrom('published_objects').select('title')
    expect(await titlesQuery.where('id', '=', id).execute()).toEqual([{ title: 'Public' }])
  })

  test('shares `publish_apart` with objects/add, where undo leaves a draft', async () => {
    const data = { type: 'posts', title: 'New', status: 'published' as const, ...complete }
    const body = { slug: slug(), data, publish_apart: true }
    const { object, change_set_id = '' } = (
      await world.server.call(addObject, { body }, world.owner)
    ).ok()
    expect(object).toMatchObject({ status: 'published', main_object_status: 'published' })
    const undo = { slug: slug(), change_set_id }
    await world.server.call(undoChangeSet, { body: undo }, world.owner)
    expect(await readOneObject(world.server, world.owner, object.id)).toMatchObject({
      title: 'New',
      status: 'draft',
      main_object_status: 'draft',
      published_at: null,
    })
  })

  test('keeps a published object published, and checks that it is complete', async () => {
    const data = { type: 'posts', title: 'Public', status: 'published', ...complete }
    const { id } = await addOneObject(world.server, world.owner, data)
    await update(id, { title: 'Corrected' })
    expect(await readOneObject(world.server, world.owner, id)).toMatchObject({
      status: 'published',
    })
    expect((await update(id, { metadata: { summary: '' } })).status).toBe(400)
  })

  test('answers 412 with the current object and the base if the update is stale', async () => {
    const { id } = await addOneObject(world.server, world.owner, { type: 'pages', title: 'One' })
    await update(id, { title: 'Two' }, { rev: 1 })
    await update(id, { title: 'Three' }, { rev: 2 })
    const lateAnswer = (await update(id, { title: 'Late' }, { rev: 2 })).error()
    expect(lateAnswer).toMatchObject({
      status: 412,
      code: 'stale',
      current: { title: 'Three', rev: 3 },
      base: { title: 'Two', rev: 2 },
    })
    const byHeader = await world.server.send(
      updateObject,
      { body: { slug: slug(), object_id: id, data: { title: 'Late' } } },
      { ...world.owner, headers: { 'if-match': '"1"' } },
    )
    expect(byHeader.error()).toMatchObject({ status: 412, base: { title: 'One' } })
    expect((await readOneObject(world.server, world.owner, id)).title).toBe('Three')
  })

  test('turns a published object into a draft until its scheduled time', async () => {
    const data = { type: 'posts', title: 'Plan', status: 'published', ...complete }
    const { id } = await addOneObject(world.server, world.owner, data)
    const publish_at = world.clock.now() + 1000
    const planned = await update(id, { status: 'published', title: 'Later', publish_at })
    expect(planned.ok()).toMatchObject({
      object: { status: 'draft', main_object_status: 'published', publish_at },
    })
    const cleared = await update(id, { publish_at: null, unpublish_at: null })
    expect(cleared.ok()).toMatchObject({ object: { publish_at: null, status: 'draft' } })
    const ending = await update(id, { status: 'published', unpublish_at: publish_at })
    expect(ending.ok()).toMatchObject({
      object: { status: 'published', unpublish_at: publish_at },
    })
  })

  test('requires a scheduled object to be complete', async () => {
    const { id } = await addOneObject(world.server, world.owner, { type: 'posts', title: 'Half' })
    expect((await update(id, { publish_at: 4e12 })).error().details?.[0]?.rule).toBe('required')
  })

  test('saves changes of contributors as drafts, and answers 403 if they publish or schedule', async () => {
    const data = { type: 'pages', title: 'Theirs' }
    const { id } = await addOneObject(world.server, world.owner, data, world.contributor)
    await update(id, { status: 'published' })
    const saved = await update(id, { title: 'Changed' }, {}, world.contributor)
    expect(saved.ok()).toMatchObject({
      object: { status: 'draft', main_object_status: 'published', title: 'Changed' },
    })
    expect((await update(id, { status: 'published' }, {}, world.contributor)).status).toBe(403)
    expect((await update(id, { unpublish_at: 4e12 }, {}, world.contributor)).status).toBe(403)
  })

  test('changes the slug or the locale if it is free', async () => {
    const english = await addOneObject(world.server, world.owner, {
      type: 'pages',
      title: 'Words',
      locale: 'en',
    })
    await addOneObject(world.server, world.owner, { type: 'pages', title: 'Words', locale: 'de' })
    const clash = (await update(english.id, { locale: 'de' })).error()
    expect(clash).toMatchObject({ status: 409, details: [{ path: 'data.locale' }] })
    expect((await update(english.id, { locale: 'fr' })).ok()).toMatchObject({
      object: { locale: 'fr', slug: 'words' },
    })
    await update(english.id, { title: 'New words', slug: '' })
    expect((await readOneObject(world.server, world.owner, english.id)).slug).toBe('new-words')
  })

  test('keeps the slug of the published version from others', async () => {
    const data = { type: 'pages', title: 'Held', slug: 'held', status: 'published' }
    const { id } = await addOneObject(world.server, world.owner, data)
    await update(id, { status: 'draft', slug: 'let-go' })
    const other = await addOneObject(world.server, world.owner, { type: 'pages', title: 'Held' })
    expect(other.slug).toBe('held-2')
  })

  test('accepts one of twenty concurrent updates, and answers 412 to the others', async () => {
    const { id } = await addOneObject(world.server, world.owner, {
      type: 'posts',
      title: 'Race',
      ...complete,
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => update(id, { title: `Title ${n}` }, { rev: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
    expect((await readOneObject(world.server, world.owner, id)).rev).toBe(2)
  })
})
