import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { findMedia } from '@typecase/contract/content'
import { newId } from '@typecase/contract/ids'
import { replaceInMedia } from '@typecase/contract/media'
import type { SearchAndReplaceResult } from '@typecase/contract/search-and-replace'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { readContent } from '../../content-api/testing/read-content.ts'
import { addMedia, storedMedia } from '../../testing/media.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person
let editor: Person

beforeAll(async () => {
  server = await startTestServer()
  contributor = await addPerson(server)
  editor = await addPerson(server)
})
afterAll(() => server.remove())

beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  await join(server, contributor, owner, 'contributor')
  await join(server, editor, owner, 'editor')
})

const call = (body: object, by: { token?: string } = owner) =>
  server.send(replaceInMedia, { body: { slug: owner.bucket.slug, ...body } }, by)

// The cast is safe: this is the endpoint's response on success.
const run = async (body: object, by: Person = owner) =>
  (await call(body, by)).ok() as SearchAndReplaceResult
const dryRun = (body: object) => run({ ...body, dry_run: true })

const old = { find: 'old', replace: 'new' }

const texts = async (of: Owner = owner) =>
  (await storedMedia(server, of)).map(({ title, alt_text }) => [title, alt_text])

async function undo(change_set_id: string | null | undefined, by: Person = owner) {
  const body = { slug: owner.bucket.slug, change_set_id: change_set_id ?? '' }
  return server.call(undoChangeSet, { body }, by)
}

describe('search and replace in media refuses', () => {
  test('requests without a session (401) and other tenants (404)', async () => {
    await addMedia(server, owner, [{ alt_text: 'old' }])
    expect((await call(old, {})).status).toBe(401)
    expect((await call(old, stranger)).status).toBe(404)
    expect(await texts()).toEqual([['', 'old']])
  })

  test('contributors (403), even for a dry run and an undo', async () => {
    await addMedia(server, owner, [{ alt_text: 'old' }])
    for (const body of [old, { ...old, dry_run: true }]) {
      expect((await call(body, contributor)).error()).toMatchObject({
        status: 403,
        message: 'Your role (contributor) may not change media.',
      })
    }
    const { change_set_id } = await run(old, editor)
    expect((await undo(change_set_id, contributor)).status).toBe(403)
    expect(await texts()).toEqual([['', 'new']])
    expect((await undo(change_set_id, editor)).ok()).toMatchObject({ restored: 1 })
  })

  test.each([
    [{ find: '' }, 'find'],
    [{ find: '(', match: { regex: true } }, 'find'],
    [{ replace: '$2', match: { regex: true } }, 'replace'],
    [{ fields: ['name'] }, 'fields.0'],
    [{ fields: [] }, 'fields'],
    [{ exclude_fields: ['folder'] }, 'exclude_fields.0'],
    [{ media_ids: ['1'] }, 'media_ids.0'],
    [{ media_ids: [newId()], query: {} }, 'query'],
    [{ query: { alt_text: { $near: 1 } } }, 'query.alt_text.$near'],
    [{ query: { limit: 1 } }, 'query.limit'],
    [{ object_ids: [newId()] }, 'object_ids'],
    [{ sample_limit: 3 }, 'sample_limit'],
  ])('%j', async (body, path) => {
    const { status, details } = (await call({ ...old, ...body })).error()
    expect([status, details?.[0]?.path]).toEqual([400, path])
  })
})

describe('a dry run', () => {
  test('shows each match and changes nothing', async () => {
    const [first = '', second = ''] = await addMedia(server, owner, [
      { alt_text: 'An old harbour, old boats' },
      { title: 'Old', alt_text: 'A mill' },
      { alt_text: 'Nothing' },
    ])
    const plan = await dryRun(old)
    expect(plan).toMatchObject({
      matched: 3,
      modified: 2,
      unchanged: 1,
      skipped: [],
      matched_objects: 2,
      matches: 3,
      truncated: false,
      is_reversible: true,
      facets: [
        {
          by: 'field',
          values: [
            { value: 'alt_text', label: 'Alt text', count: 2 },
            { value: 'title', label: 'Title', count: 1 },
          ],
        },
      ],
    })
    expect(plan.sample).toMatchObject([
      {
        object_id: first,
        title: '0.png',
        field: 'alt_text',
        label: 'Alt text',
        before: 'An old harbour, old boats',
        after: 'An new harbour, old boats',
        start: 3,
        end: 6,
      },
      { object_id: first, start: 16 },
      { object_id: second, title: 'Old', field: 'title', before: 'Old', after: 'new' },
    ])
    expect((await texts())[0]).toEqual(['', 'An old harbour, old boats'])
    expect(await dryRun(old)).toEqual(plan)
  })

  test('comes in pages of one version, and answers 412 once a write has made that outdated', async () => {
    await addMedia(
      server,
      owner,
      Array.from({ length: 7 }, (_, n) => ({ alt_text: `old ${n} old` })),
    )
    const whole = await dryRun(old)
    const pages: unknown[] = []
    for (let skip = 0; skip < 14; skip += 5) {
      const page = await dryRun({
        ...old,
        sample_skip: skip,
        sample_limit: 5,
        sample_version: whole.version,
      })
      expect(page).toMatchObject({ matches: 14, truncated: skip + 5 < 14 })
      pages.push(...(page.sample ?? []))
    }
    expect(pages).toEqual(whole.sample)
    expect(await dryRun({ ...old, is_quick: true, sample_limit: 2 })).toMatchObject({
      sample: whole.sample?.slice(0, 2),
    })
    await run({ ...old, media_ids: [whole.sample?.[0]?.object_id] })
    const lateInput = { ...old, dry_run: true, sample_version: whole.version }
    expect((await call(lateInput)).error()).toMatchObject({ status: 412, code: 'stale' })
    // A write invalidates cached matches.
    expect(await dryRun(old)).toMatchObject({ matched_objects: 6, matches: 12 })
  })

  test('sends its progress as events to a client that accepts them', async () => {
    await addMedia(
      server,
      owner,
      Array.from({ length: 3000 }, () => ({ alt_text: 'old' })),
    )
    const answer = await server.http.inject({
      method: 'POST',
      url: '/v3/media/searchAndReplace',
      headers: { authorization: `Bearer ${owner.token}`, accept: 'text/event-stream' },
      payload: { slug: owner.bucket.slug, ...old, dry_run: true },
    })
    const events = answer.body.trim().split('\n\n')
    expect(events[0]).toMatch(/^event: progress\n/)
    const [, first = ''] = events[0]?.split('data: ') ?? []
    expect(JSON.parse(first)).toMatchObject({ is_partial: true, in_scope: 3000 })
    expect(events.at(-1)).toMatch(/^event: answer\n/)
    expect(events.at(-1)).toContain('"matches":3000')
  })
})

describe('search and replace in media', () => {
  test('replaces in alt texts and titles, except for excluded matches', async () => {
    const [first = ''] = await addMedia(server, owner, [
      { title: 'Old mill', alt_text: 'OLD and old' },
      { alt_text: 'bold' },
    ])
    const plan = await dryRun({ ...old, match: { whole_word: true, preserve_case: true } })
    const exclude = plan.sample?.filter(({ start, field }) => field === 'alt_text' && start > 0)
    const body = {
      ...old,
      match: { whole_word: true, preserve_case: true },
      exclude: exclude?.map(({ match_id }) => match_id),
    }
    const result = await run(body)
    expect(result).toMatchObject({ matched: 1, modified: 1, failed: [] })
    expect(await texts()).toEqual([
      ['New mill', 'NEW and old'],
      ['', 'bold'],
    ])
    const [row] = await storedMedia(server, owner)
    expect(row).toMatchObject({ id: first, rev: 2, modified_by: owner.id })
  })

  test('replaces only in the given fields and media', async () => {
    const [, second = '', third = ''] = await addMedia(server, owner, [
      { title: 'old', alt_text: 'old', folder: 'art' },
      { title: 'old', alt_text: 'old' },
      { title: 'old', alt_text: 'old', folder: 'art' },
    ])
    await run({ ...old, fields: ['alt_text'], query: { folder: 'art' }, exclude_ids: [third] })
    await run({ ...old, exclude_fields: ['alt_text'], media_ids: [second, second] })
    expect(await texts()).toEqual([
      ['old', 'new'],
      ['new', 'old'],
      ['old', 'old'],
    ])
  })

  test('makes no change set if nothing changes', async () => {
    await addMedia(server, owner, [{ alt_text: 'mill' }])
    const before = await storedMedia(server, owner)
    expect(await run(old)).toMatchObject({ modified: 0, unchanged: 1, change_set_id: null })
    expect(await run({ find: 'mill', replace: 'mill' })).toMatchObject({ change_set_id: null })
    expect(await storedMedia(server, owner)).toEqual(before)
  })

  test('skips texts that would become too long, and gives the reason', async () => {
    const [long = '', short = ''] = await addMedia(server, owner, [
      { alt_text: 'old'.padEnd(5000, 'x') },
      { title: 'old'.padEnd(997, 'x'), alt_text: 'x'.repeat(4996) + ' old' },
    ])
    const body = { find: 'old', replace: 'newer' }
    const reason = 'Alt text must be at most 5000 characters'
    expect(await dryRun(body)).toMatchObject({
      matched: 2,
      modified: 0,
      matches: 3,
      skipped: [{ reason, count: 2, ids: [long, short] }],
    })
    const both = await run(body)
    expect(both).toMatchObject({ modified: 0, failed: [{ object_id: long, reason }, { reason }] })
    expect(await run({ ...body, exclude_fields: ['alt_text'] })).toMatchObject({ modified: 1 })
    const titled = await run({ find: 'newer', replace: 'x'.repeat(10), fields: ['title'] })
    expect(titled.failed).toMatchObject([{ reason: 'Title must be at most 1000 characters' }])
  })

  test('skips media that are missing, in the trash or in another bucket', async () => {
    const [purgedId = '', mine = ''] = await addMedia(server, owner, [
      { alt_text: 'old' },
      { alt_text: 'old' },
    ])
    const [theirs = ''] = await addMedia(server, stranger, [{ alt_text: 'old' }])
    await server.app.db.write(
      ({ db }) =>
        db.updateTable('media').set({ deleted_at: '2026' }).where('id', '=', purgedId).execute(),
      'serializable',
    )
    const media_ids = [purgedId, theirs, newId(), mine]
    const reason = 'This media no longer exists.'
    expect(await dryRun({ ...old, media_ids })).toMatchObject({
      matched: 1,
      modified: 1,
      skipped: [{ reason, count: 3 }],
    })
    // This search differs from that of the dry run, so the cached matches do not apply.
    const result = await run({ ...old, media_ids, match: { case: true } })
    expect(result).toMatchObject({ matched: 1, modified: 1 })
    expect(result.failed).toMatchObject([{ title: '', reason }, { title: '', reason }, { reason }])
    expect(await texts(stranger)).toEqual([['', 'old']])
  })

  test('skips a media whose excluded match has changed since the dry run', async () => {
    const [id = ''] = await addMedia(server, owner, [{ alt_text: 'old old' }])
    const { sample } = await dryRun(old)
    const exclude = [sample?.[1]?.match_id]
    await run({ ...old, exclude: [sample?.[0]?.match_id] })
    const { failed } = await run({ ...old, exclude })
    expect(failed).toMatchObject([{ object_id: id, title: '0.png' }])
    expect(failed?.[0]?.reason).toContain('changed since the preview')
    expect(await texts()).toEqual([['', 'old new']])
  })

  test('updates the content API at once, and so does its undo', async () => {
    await addMedia(server, owner, [{ alt_text: 'old' }])
    const currentTexts = async () => {
      const answer = await readContent(server, owner, findMedia, { props: 'alt_text' })
      return (answer.ok() as { media: unknown }).media
    }
    expect(await currentTexts()).toEqual([{ alt_text: 'old' }])
    const { change_set_id } = await run(old)
    expect(await currentTexts()).toEqual([{ alt_text: 'new' }])
    ;(await undo(change_set_id)).ok()
    expect(await currentTexts()).toEqual([{ alt_text: 'old' }])
  })
})

describe('a change set of media', () => {
  const history = async (more: object = {}) => {
    const query = { slug: owner.bucket.slug, ...more }
    return (await server.call(listChangeSets, { query }, owner)).ok().change_sets
  }

  test('is in the history with each text before and after, and not visible to other tenants', async () => {
    const [id = '', other = ''] = await addMedia(server, owner, [
      { title: 'Old', alt_text: 'an old mill' },
      { alt_text: 'mill' },
    ])
    const { change_set_id } = await run(old)
    expect(await history()).toMatchObject([
      {
        id: change_set_id,
        kind: 'searchAndReplace',
        title: 'Replace “old” with “new” in 1 media',
        subject: 'media',
        count: 1,
        failed: 0,
        undone_by: null,
      },
    ])
    const query = { slug: owner.bucket.slug, change_set_id: change_set_id ?? '' }
    expect((await server.call(getChangeSet, { query }, owner)).ok()).toMatchObject({
      change_set: { subject: 'media' },
      changes: [
        { object_id: id, title: 'Old', field: 'title', before: 'Old', after: 'new' },
        { field: 'alt_text', before: 'an old mill', after: 'an new mill' },
      ],
      total: 1,
    })
    expect(await history({ object_id: id })).toHaveLength(1)
    expect(await history({ object_id: other })).toEqual([])
    expect((await server.call(getChangeSet, { query }, stranger)).status).toBe(404)
    const theirs = { slug: stranger.bucket.slug, change_set_id: change_set_id ?? '' }
    expect((await server.call(getChangeSet, { query: theirs }, stranger)).status).toBe(404)
    expect((await server.call(undoChangeSet, { body: theirs }, stranger)).status).toBe(404)
  })

  test('can be undone and redone', async () => {
    await addMedia(server, owner, [{ title: 'Old', alt_text: 'old' }, { alt_text: 'old' }])
    const before = await texts()
    const { change_set_id } = await run(old)
    const after = await texts()
    const undone = (await undo(change_set_id)).ok()
    expect(undone).toMatchObject({ restored: 2, skipped: [], subject: 'media' })
    expect(await texts()).toEqual(before)
    expect((await undo(change_set_id)).error()).toMatchObject({ status: 409 })
    expect((await undo(undone.change_set_id)).ok()).toMatchObject({ restored: 2 })
    expect(await texts()).toEqual(after)
    expect((await history()).map(({ title }) => title)).toEqual([
      'Redo: Replace “old” with “new” in 2 media',
      'Undo: Replace “old” with “new” in 2 media',
      'Replace “old” with “new” in 2 media',
    ])
  })

  test('is undone except for media that were changed since, and keeps later edits of other texts', async () => {
    const [changed = '', binned = '', purgedId = '', titled = ''] = await addMedia(server, owner, [
      { alt_text: 'old' },
      { alt_text: 'old' },
      { alt_text: 'old' },
      { alt_text: 'old' },
    ])
    const { change_set_id } = await run(old)
    await server.app.db.write(async ({ db }) => {
      const update = (id: string, values: object) =>
        db.updateTable('media').set(values).where('id', '=', id).execute()
      await update(changed, { alt_text: 'newer', rev: 3 })
      await update(binned, { deleted_at: '2026' })
      await update(titled, { title: 'Mill', rev: 3 })
      await db.deleteFrom('media').where('id', '=', purgedId).execute()
    }, 'serializable')
    const answer = (await undo(change_set_id)).ok()
    expect(answer).toMatchObject({ restored: 1 })
    const reasons = answer.skipped?.map(({ object_id, reason }) => [object_id, reason])
    expect(Object.fromEntries(reasons ?? [])).toEqual({
      [changed]: 'It has changed since.',
      [binned]: 'It is in the trash.',
      [purgedId]: 'It has since been deleted for good.',
    })
    expect(await texts()).toEqual([
      ['', 'newer'],
      ['', 'new'],
      ['Mill', 'old'],
    ])
  })
})
