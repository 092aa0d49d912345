import { undoChangeSet } from '@typecase/contract/change-sets'
import { type CmsObject, updateObject } from '@typecase/contract/objects'
import { describe, expect, test } from 'vitest'

import { addOneObject, readOneObject } from '../../../../testing/content.ts'
import { usePostsToSearch } from './posts-to-search.fixture.ts'

const world = usePostsToSearch()
const { call, run, dryRun, add, read, refusals, reasonFor } = world

describe('search and replace refuses', () => {
  const body = { find: 'old', replace: 'new' }

  test('callers without a session, and people outside the bucket', async () => {
    const object = await add({ summary: 'old' })
    for (const more of [{}, { dry_run: true }]) {
      expect((await call({ ...body, ...more }, {})).status).toBe(401)
      expect((await call({ ...body, ...more }, world.stranger)).status).toBe(404)
    }
    expect(await read(object.id)).toEqual(object)
  })

  test('objects of others for a contributor, and saves drafts of the contributor’s own objects', async () => {
    const theirs = await add({ summary: 'old' })
    const contributorObject = await add({ summary: 'old' }, {}, world.contributor)
    const result = await run(body, world.contributor)
    expect(result).toMatchObject({
      modified: 1,
      failed: [{ object_id: theirs.id, reason: expect.stringContaining('contributor') }],
    })
    expect(await read(theirs.id)).toEqual(theirs)
    expect(await read(contributorObject.id)).toMatchObject({
      status: 'draft',
      metadata: { summary: 'new' },
    })
    const undo = { slug: world.owner.bucket.slug, change_set_id: result.change_set_id ?? '' }
    expect(
      (await world.server.call(undoChangeSet, { body: undo }, world.contributor)).ok(),
    ).toMatchObject({
      restored: 1,
    })
  })

  test('objects of another bucket as if they were missing', async () => {
    const theirs = await addOneObject(world.server, world.stranger, { type: 'posts', title: 'old' })
    const result = await run({ ...body, object_ids: [theirs.id] })
    expect(result).toMatchObject({ matched: 0, failed: [{ object_id: theirs.id, title: '' }] })
    expect(await dryRun(body)).toMatchObject({ matches: 0, matched_objects: 0, sample: [] })
    expect((await readOneObject(world.server, world.stranger, theirs.id)).title).toBe('old')
  })

  test('an invalid search, replacement, scope or page, with its path', async () => {
    await add({ summary: 'old' })
    const paths = async (more: object) => (await refusals({ ...body, ...more }))?.[0]?.[0]
    expect(await paths({ find: '' })).toBe('find')
    expect(await paths({ find: 'a'.repeat(1001) })).toBe('find')
    expect(await refusals({ find: '(', replace: '', match: { regex: true } })).toEqual([
      ['find', 'regex'],
    ])
    expect(await paths({ find: 'a(?=b)', match: { regex: true } })).toBe('find')
    expect(await paths({ find: '(a)', replace: '$2', match: { regex: true } })).toBe('replace')
    expect(await paths({ match: { fuzzy: true } })).toBe('match.fuzzy')
    expect(await paths({ exclude: ['1.2'] })).toBe('exclude.0')
    expect(await paths({ object_ids: [], query: {} })).toBe('object_ids')
    expect(await paths({ query: { limit: 3 } })).toBe('query.limit')
    expect(await refusals({ ...body, sample_skip: 5 })).toEqual([['sample_skip', 'scope']])
    expect(await paths({ dry_run: true, sample_limit: 1001 })).toBe('sample_limit')
  })

  test('fields that no type in scope has, and fields without text', async () => {
    const { id } = await add({ summary: 'old' })
    await addOneObject(world.server, world.owner, { type: 'plain', title: 'Plain' })
    const unknown = ['metadata.nothing', 'metadata.price', 'metadata.seo.nothing']
    const wrong = [...unknown, 'metadata.summary.text', 'metadata.steps.text', 'metadata.tags.red']
    expect(await refusals({ ...body, fields: ['title', ...wrong] })).toEqual(
      wrong.map((_, n) => [`fields.${n + 1}`, 'unknown_key']),
    )
    expect(await refusals({ ...body, object_ids: [id], fields: ['metadata.note'] })).toEqual([
      ['fields.0', 'unknown_key'],
    ])
    expect((await refusals({ ...body, fields: ['status'] }))?.[0]?.[0]).toBe('fields.0')
    const paths = ['metadata.note', 'metadata.seo.description', 'metadata.steps.0.text']
    expect(
      await dryRun({ ...body, fields: [...paths, 'metadata.data.any', 'slug'] }),
    ).toMatchObject({
      matches: 0,
    })
  })
})

describe('search and replace changes', () => {
  test('every kind of text, and leaves everything else unchanged', async () => {
    const before = {
      summary: 'old',
      body: '<p class="old">An <b>old</b> tale &amp; more</p>',
      notes: '# old',
      data: { old: ['old', { deep: 'old' }], n: 1 },
      price: 5,
      code: 'old-1',
      tags: ['red'],
      kind: 'Alpha',
      seo: { description: 'old' },
      steps: [{ text: 'one' }, { text: 'old' }],
    }
    const post = await add(before, { title: 'The old one', content: '<i title="old">old</i>' })
    const result = await run({ find: 'old', replace: 'new & <u>' })
    expect(result).toMatchObject({ matched: 1, modified: 1, failed: [] })
    expect(await read(post.id)).toMatchObject({
      title: 'The new & <u> one',
      slug: 'the-old-one',
      content: '<i title="old">new &amp; &lt;u&gt;</i>',
      metadata: {
        ...before,
        kind: { key: 'a', value: 'Alpha' },
        summary: 'new & <u>',
        body: '<p class="old">An <b>new &amp; &lt;u&gt;</b> tale &amp; more</p>',
        notes: '# new & <u>',
        data: { old: ['new & <u>', { deep: 'new & <u>' }], n: 1 },
        code: 'new & <u>-1',
        seo: { description: 'new & <u>' },
        steps: [{ text: 'one' }, { text: 'new & <u>' }],
      },
    })
  })

  test('markup only on request', async () => {
    const post = await add({ body: '<p class="old">text</p>' })
    const body = { find: 'old', replace: 'new' }
    expect(await run(body)).toMatchObject({ modified: 0, unchanged: 1 })
    expect(await run({ ...body, in_markup: true })).toMatchObject({ modified: 1 })
    expect((await read(post.id)).metadata['body']).toBe('<p class="new">text</p>')
  })

  test('choices to other choices', async () => {
    const post = await add({ tags: ['red', 'blue'] })
    await run({ find: 'red', replace: 'green', fields: ['metadata.tags'] })
    expect((await read(post.id)).metadata['tags']).toEqual(['green', 'blue'])
    await run({ find: 'green', replace: 'blue' })
    expect((await read(post.id)).metadata['tags']).toEqual(['blue'])
    expect(await reasonFor(await read(post.id), { find: 'blue', replace: 'pink' })).toContain(
      'tags',
    )
  })

  test('text by case, whole words and groups of patterns, and can preserve the case', async () => {
    const turner = 'Turner turner TURNER turners'
    const post = await add({ notes: turner })
    const replaced = async (body: object) => {
      const { change_set_id } = await run(body)
      const { notes } = (await read(post.id)).metadata
      const undo = { slug: world.owner.bucket.slug, change_set_id: change_set_id ?? '' }
      ;(await world.server.call(undoChangeSet, { body: undo }, world.owner)).ok()
      return notes
    }
    const body = { find: 'turner', replace: 'rothko' }
    expect(await replaced(body)).toBe('rothko rothko rothko rothkos')
    expect(await replaced({ ...body, match: { case: true } })).toBe('Turner rothko TURNER rothkos')
    expect(await replaced({ ...body, match: { whole_word: true, preserve_case: true } })).toBe(
      'Rothko rothko ROTHKO turners',
    )
    const pattern = {
      find: '(?P<head>[tT]ur)(ner)s?\\b',
      replace: '$2-${head}',
      match: { regex: true, case: true },
    }
    expect(await replaced(pattern)).toBe('ner-Tur ner-tur TURNER ner-tur')
    expect((await read(post.id)).metadata['notes']).toBe(turner)
  })

  test('slugs only if they are named', async () => {
    const post = await add({}, { title: 'Old post' })
    await run({ find: 'old', replace: 'new', match: { preserve_case: true } })
    expect(await read(post.id)).toMatchObject({ title: 'New post', slug: 'old-post' })
    await run({ find: 'old', replace: 'new', fields: ['slug'] })
    expect(await read(post.id)).toMatchObject({ title: 'New post', slug: 'new-post' })
  })

  test('published objects, and drafts over published versions without publishing them', async () => {
    const live = await add({ summary: 'old' }, { status: 'published' })
    const over = await add({ summary: 'older' }, { status: 'published' })
    const data = { status: 'draft', metadata: { summary: 'old' } }
    const update = { slug: world.owner.bucket.slug, object_id: over.id, data }
    ;(await world.server.send(updateObject, { body: update }, world.owner)).ok()
    const draft = await add({ summary: 'old' })
    await run({ find: 'old', replace: 'new', match: { whole_word: true } })
    expect(await read(live.id)).toMatchObject({
      status: 'published',
      published_at: live.published_at,
      metadata: { summary: 'new' },
    })
    expect(await read(draft.id)).toMatchObject({ status: 'draft', main_object_status: 'draft' })
    expect(await read(over.id)).toMatchObject({
      status: 'draft',
      main_object_status: 'published',
      metadata: { summary: 'new' },
    })
    const published = await world.server.app.db.read
      .selectFrom('published_objects')
      .select('metadata')
      .where('id', '=', over.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(published.metadata)).toEqual({ summary: 'older' })
  })

  test('only matches and objects that are not excluded', async () => {
    const [a, b] = [await add({ notes: 'old old old' }), await add({ notes: 'old' })]
    const c = await add({ notes: 'old' })
    const body = { find: 'old', replace: 'new' }
    const { sample = [] } = await dryRun({ ...body, object_ids: [a.id] })
    expect(sample.map(({ start }) => start)).toEqual([0, 4, 8])
    const exclude = [sample[1]?.match_id]
    expect(await run({ ...body, exclude, exclude_ids: [c.id] })).toMatchObject({ modified: 2 })
    const notes = async ({ id }: CmsObject) => (await read(id)).metadata['notes']
    expect([await notes(a), await notes(b), await notes(c)]).toEqual(['new old new', 'new', 'old'])
    const reason = await reasonFor(await read(a.id), {
      ...body,
      exclude: [sample[0]?.match_id],
      object_ids: [a.id],
    })
    expect(reason).toContain('an excluded match is gone')
  })
})

describe('search and replace skips with the reason', () => {
  test('objects whose change would break a rule of the field', async () => {
    const post = await add({ summary: 'Nineteen characters' })
    expect(await reasonFor(post, { find: 'characters', replace: 'characters and' })).toContain(
      'summary must be at most 20 characters',
    )
    expect(await reasonFor(post, { find: '^Post$', replace: ' ', match: { regex: true } })).toBe(
      'title is a required field',
    )
    expect(await reasonFor(post, { find: 'post', replace: 'a b', fields: ['slug'] })).toContain(
      'slug must be a slug',
    )
  })

  test('objects whose unique value or slug would be taken', async () => {
    const first = await add({ code: 'one-x' })
    const second = await add({ code: 'two-x' })
    const body = { find: 'one|two', replace: 'same', match: { regex: true } }
    const planned = await dryRun({ ...body, object_ids: [first.id, second.id] })
    expect(planned).toMatchObject({ matches: 2, modified: 1, skipped: [{ ids: [second.id] }] })
    expect(await run({ ...body, object_ids: [first.id, second.id] })).toMatchObject({
      modified: 1,
      failed: [{ object_id: second.id, reason: expect.stringContaining('code must be unique') }],
    })
    const third = await add({}, { title: 'Other' })
    const slug = { find: 'other', replace: 'post', fields: ['slug'] }
    expect(await reasonFor(third, slug)).toContain('slug must be unique')
  })
})
