import { getChangeSet, listChangeSets, undoChangeSet } from '@typecase/contract/change-sets'
import { getJob } from '@typecase/contract/jobs'
import { addMacro, runMacro, updateMacro } from '@typecase/contract/macros'
import { newId } from '@typecase/contract/ids'
import type { BulkResult } from '@typecase/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addManyObjects, addOneObject, addType, readOneObject } from '../../testing/content.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { waitFor } from '../../testing/wait-for.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let contributor: Person
beforeAll(async () => {
  server = await startTestServer()
  owner = await addOwner(server)
  stranger = await addOwner(server)
  contributor = await addPerson(server)
  await join(server, contributor, owner, 'contributor')
  await addType(server, owner, 'things', [
    { key: 'price', type: 'number', max: 100 },
    { key: 'note', type: 'text', required: true },
    { key: 'tags', type: 'check-boxes', options: [{ value: 'new' }, { value: 'blue' }] },
  ])
  await addType(server, owner, 'pages')
  await addType(server, owner, 'notes', [{ key: 'about', type: 'object', object_type: 'things' }])
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const publish = { call: 'objects.publishByIds', body: {} }
const erase = { call: 'objects.deleteByIds', body: {} }
const setPrice = {
  call: 'objects.bulkEdit',
  body: { data: { metadata: { price: { op: 'set', value: { $arg: 'price' } } } } },
}
const replaceWord = {
  call: 'objects.searchAndReplace',
  body: { find: { $arg: 'word' }, replace: 'new', fields: ['title', 'metadata.note'] },
}
const price = { key: 'price', title: 'Price', kind: 'number' }
const word = { key: 'word', title: 'Word', kind: 'text', default: 'old' }

async function addOf(data: object, by: { token: string } = owner): Promise<string> {
  const body = { slug: slug(), data: { title: 'Clean up', ...data } }
  const answer = await server.send(addMacro, { body }, by)
  // The cast is safe: this is the endpoint's response on success.
  return (answer.ok() as { macro: { id: string } }).macro.id
}
const everything = () =>
  addOf({ steps: [setPrice, replaceWord, publish], arguments: [price, word], is_shared: true })

const call = (macro_id: string, body: object, by: { token?: string } = owner) =>
  server.send(runMacro, { body: { slug: slug(), macro_id, ...body } }, by)
// The cast is safe: this is the endpoint's response on success.
const run = async (macro_id: string, body: object) =>
  (await call(macro_id, body)).ok() as BulkResult
const thing = (title: string, metadata: object = { note: 'An old note' }) =>
  addOneObject(server, owner, { type: 'things', title, metadata })
const changeSets = async () =>
  (await server.call(listChangeSets, { query: { slug: slug() } }, owner)).ok().change_sets

test('running a macro needs a session, the bucket, the macro and all permissions of its steps', async () => {
  const { id } = await thing('Old')
  const macro = await everything()
  const body = { object_ids: [id], args: { price: 1 } }
  expect((await call(macro, body, {})).status).toBe(401)
  expect((await call(macro, body, stranger)).status).toBe(404)
  expect((await call(newId(), body)).status).toBe(404)
  expect((await call(macro, body, contributor)).error()).toMatchObject({
    status: 403,
    message: 'Your role (contributor) may not publish objects.',
  })
  const deleting = await addOf({ steps: [erase], is_shared: true })
  expect((await call(deleting, { object_ids: [id] }, contributor)).status).toBe(403)
  const publishing = await addOf({
    steps: [{ call: 'objects.bulkEdit', body: { data: { status: 'published' } } }],
    is_shared: true,
  })
  expect((await call(publishing, { object_ids: [id] }, contributor)).status).toBe(403)
  const contributorMacro = await addOf({ steps: [publish] })
  expect((await call(contributorMacro, { object_ids: [id] }, contributor)).status).toBe(404)
  expect(await readOneObject(server, owner, id)).toMatchObject({ rev: 1, status: 'draft' })
})

test('a contributor’s run skips objects of others, and the contributor may undo it', async () => {
  const theirs = await thing('Old')
  const data = { type: 'things', title: 'Old', metadata: { note: 'An old note' } }
  const contributorObject = await addOneObject(server, owner, data, contributor)
  const macro = await addOf({ steps: [replaceWord], arguments: [word] }, contributor)
  const answer = await call(macro, { object_ids: [theirs.id, contributorObject.id] }, contributor)
  const result = answer.ok() as BulkResult
  expect(result).toMatchObject({ modified: 1, failed: [{ object_id: theirs.id }] })
  const body = { slug: slug(), change_set_id: result.change_set_id ?? '' }
  expect((await server.call(undoChangeSet, { body }, contributor)).ok()).toMatchObject({
    restored: 1,
  })
})

test('a run names the argument that is missing, unknown, of the wrong kind or refused by a step', async () => {
  const { id } = await thing('Old')
  const macro = await everything()
  const problems = async (args: object) =>
    (await call(macro, { object_ids: [id], args })).error().details?.map(({ path }) => path)
  expect(await problems({})).toEqual(['args.price'])
  expect(await problems({ price: '1' })).toEqual(['args.price'])
  expect(await problems({ price: 1, colour: 'red' })).toEqual(['args.colour'])
  expect(await problems({ price: 1, word: '' })).toEqual(['args.word'])
  expect(await problems({ price: 101 })).toEqual(['args.price'])
  expect((await call(macro, { args: { price: 1 } })).error().details?.[0]?.path).toBe('object_ids')
  expect(await readOneObject(server, owner, id)).toMatchObject({ rev: 1 })
})

test('a run names the step with an invalid literal value', async () => {
  const { id } = await thing('Old')
  const step = {
    call: 'objects.bulkEdit',
    body: { data: { metadata: { price: { op: 'set', value: 'x' } } } },
  }
  const macro = await addOf({ steps: [publish, step] })
  const { details } = (await call(macro, { object_ids: [id] })).error()
  expect(details?.[0]).toMatchObject({
    path: 'steps.1.body.data.metadata.price.value',
    message: expect.stringMatching(
      /^steps\.1\.body\.data\.metadata\.price\.value must be a number/,
    ),
  })
})

test('a run saves all steps as one revision and one change set, which one undo reverts', async () => {
  const before = await thing('Old lamp')
  const macro = await everything()
  const result = await run(macro, { object_ids: [before.id], args: { price: 7 } })
  expect(result).toMatchObject({ matched: 1, modified: 1, unchanged: 0, failed: [] })
  expect(await readOneObject(server, owner, before.id)).toMatchObject({
    title: 'new lamp',
    metadata: { price: 7, note: 'An new note' },
    status: 'published',
    rev: 2,
  })
  const [set] = await changeSets()
  expect(set).toMatchObject({ kind: 'macro', title: 'Run “Clean up” on “Old lamp”', count: 1 })
  const query = { slug: slug(), change_set_id: set?.id ?? '' }
  const { changes } = (await server.call(getChangeSet, { query }, owner)).ok()
  expect(changes.map(({ field }) => field).sort()).toEqual([
    'metadata.note',
    'metadata.price',
    'status',
    'title',
  ])
  await server.call(undoChangeSet, { body: query }, owner)
  const { rev, modified_at, ...after } = await readOneObject(server, owner, before.id)
  expect(before).toMatchObject({ ...after, rev: rev - 2 })
  expect(modified_at >= before.modified_at).toBe(true)
})

test('a run accepts a list as one argument, and names the argument if the list is invalid', async () => {
  const add = { op: 'add', value: { $arg: 'tags' } }
  const addTags = { call: 'objects.bulkEdit', body: { data: { metadata: { tags: add } } } }
  const tags = { key: 'tags', title: 'Tags', kind: 'list', options: ['new', 'blue', 'odd'] }
  const before = await thing('Old', { note: 'n', tags: ['blue'] })
  const macro = await addOf({ steps: [addTags], arguments: [{ ...tags, default: ['new'] }] })
  const object_ids = [before.id]
  const problems = async (value: unknown) =>
    (await call(macro, { object_ids, args: { tags: value } })).error().details
  for (const wrong of ['new', 1, ['green']]) {
    expect(await problems(wrong)).toMatchObject([{ path: 'args.tags' }])
  }
  expect(await problems([1])).toMatchObject([{ path: 'args.tags.0' }])
  // The macro offers this option, but the field does not have it.
  expect(await problems(['odd'])).toMatchObject([{ path: 'args.tags' }])
  await run(macro, { object_ids })
  const { metadata } = await readOneObject(server, owner, before.id)
  expect(metadata['tags']).toEqual(['blue', 'new'])
})

test('a run applies only the steps for all locales to the other locales', async () => {
  const things = await Promise.all(
    ['en', 'de', 'fr'].map((locale) =>
      addOneObject(server, owner, {
        type: 'things',
        title: 'Old both',
        locale,
        metadata: { note: locale === 'fr' ? undefined : 'An old note' },
      }),
    ),
  )
  const [en = '', de = '', fr = ''] = things.map(({ id }) => id)
  const all = { call: 'objects.publishByIds', body: { all_versions: true } }
  const macro = await addOf({ steps: [setPrice, replaceWord, all], arguments: [price, word] })
  const body = { object_ids: [en], args: { price: 7 } }
  expect(await run(macro, { ...body, dry_run: true })).toMatchObject({ matched: 3, modified: 2 })
  const rest = await run(macro, { ...body, dry_run: true, sample_skip: 4 })
  expect(rest.sample).toMatchObject([{ object_id: de, field: 'status', after: 'published' }])
  const result = await run(macro, body)
  expect(result).toMatchObject({ matched: 3, modified: 2, failed: [{ object_id: fr }] })
  expect(result.failed?.[0]?.reason).toMatch(/^Step 3: .*note/)
  expect(await readOneObject(server, owner, en)).toMatchObject({
    title: 'new both',
    status: 'published',
    metadata: { price: 7 },
  })
  expect(await readOneObject(server, owner, de)).toMatchObject({
    title: 'Old both',
    status: 'published',
  })
  expect((await readOneObject(server, owner, fr)).status).toBe('draft')
  const undone = { slug: slug(), change_set_id: result.change_set_id ?? '' }
  expect((await server.call(undoChangeSet, { body: undone }, owner)).ok().restored).toBe(2)
  // If its id or its locale is excluded, the version stays unchanged; if it is named next to the original, it counts as
  // the same object.
  await run(macro, { ...body, exclude_ids: [de] })
  expect((await readOneObject(server, owner, de)).status).toBe('draft')
  await run(macro, { ...body, object_ids: [en, de] })
  expect(await readOneObject(server, owner, de)).toMatchObject({
    title: 'new both',
    status: 'published',
  })
})

test('a given argument replaces its default', async () => {
  const { id } = await thing('Old and odd')
  const macro = await everything()
  await run(macro, { object_ids: [id], args: { price: 7, word: 'odd' } })
  expect((await readOneObject(server, owner, id)).title).toBe('Old and new')
})

test('a run leaves an object unchanged if one of the steps refuses it', async () => {
  const full = await thing('Old')
  const empty = await thing('Old', {})
  const macro = await everything()
  const body = { object_ids: [empty.id, full.id], args: { price: 7 } }
  const dry = await run(macro, { ...body, dry_run: true })
  expect(dry).toMatchObject({ modified: 1, skipped: [{ count: 1, ids: [empty.id] }] })
  const result = await run(macro, body)
  expect(result).toMatchObject({ matched: 2, modified: 1, failed: [{ object_id: empty.id }] })
  expect(result.failed?.[0]?.reason).toMatch(/^Step 3: .*note/)
  expect(dry.skipped?.[0]?.reason).toBe(result.failed?.[0]?.reason)
  expect(await readOneObject(server, owner, empty.id)).toEqual(empty)
})

test('a dry run shows the result of the last step and changes nothing', async () => {
  const before = await thing('Old')
  const macro = await everything()
  const answer = await run(macro, { object_ids: [before.id], args: { price: 7 }, dry_run: true })
  expect(answer).toMatchObject({ matched: 1, modified: 1, is_reversible: true })
  const valueByField = Object.fromEntries(
    answer.sample?.map(({ field, after }) => [field, after]) ?? [],
  )
  expect(valueByField).toMatchObject({ title: 'new', 'metadata.price': 7, status: 'published' })
  expect(await readOneObject(server, owner, before.id)).toEqual(before)
})

test('steps that cancel each other out write nothing', async () => {
  const before = await thing('Old')
  const replace = (find: string, by: string) => ({
    call: 'objects.searchAndReplace',
    body: { find, replace: by, match: { case: true } },
  })
  const macro = await addOf({ steps: [replace('Old', 'New'), replace('New', 'Old')] })
  const result = await run(macro, { object_ids: [before.id] })
  expect(result).toMatchObject({ matched: 1, modified: 0, unchanged: 1, change_set_id: null })
  expect(await readOneObject(server, owner, before.id)).toEqual(before)
})

test('a run deletes after all other steps, and undo restores the original object', async () => {
  const before = await thing('Old')
  const macro = await addOf({ steps: [replaceWord, erase], arguments: [word] })
  const { change_set_id } = await run(macro, { object_ids: [before.id] })
  await expect(readOneObject(server, owner, before.id)).rejects.toThrow('404')
  const body = { slug: slug(), change_set_id: change_set_id ?? '' }
  expect((await server.call(undoChangeSet, { body }, owner)).ok().restored).toBe(1)
  expect(await readOneObject(server, owner, before.id)).toMatchObject({ title: 'Old' })
})

test('a dry run counts references to the objects only if the macro deletes them', async () => {
  const used = await thing('Old')
  const metadata = { about: used.id }
  await addOneObject(server, owner, { type: 'notes', title: 'Note', metadata })
  const macro = await addOf({ steps: [replaceWord, erase], arguments: [word] })
  const answer = await run(macro, { object_ids: [used.id], dry_run: true })
  expect(answer.references).toMatchObject({ used: 1, by: 1 })
  const harmless = await addOf({ steps: [replaceWord], arguments: [word] })
  const other = await run(harmless, { object_ids: [used.id], dry_run: true })
  expect(other.references).toBeUndefined()
})

test('a dry run ends its event stream with the result', async () => {
  const { id } = await thing('Old')
  const macro = await everything()
  const body = {
    slug: slug(),
    macro_id: macro,
    object_ids: [id],
    args: { price: 7 },
    dry_run: true,
  }
  const answer = await server.http.inject({
    method: 'POST',
    url: '/v3/macros/run',
    headers: { authorization: `Bearer ${owner.token}`, accept: 'text/event-stream' },
    payload: body,
  })
  const last = answer.body.trim().split('\n\n').at(-1) ?? ''
  expect(last).toMatch(/^event: answer\n/)
  expect(JSON.parse(last.slice(last.indexOf('{')))).toMatchObject({ matched: 1, modified: 1 })
})

test('a run on over 100 objects is one job and one change set, with the steps of its start', async () => {
  const ids = await addManyObjects(server, owner, 'pages', 250, () => ({ title: 'An old page' }))
  const macro = await addOf({
    steps: [{ ...replaceWord, body: { ...replaceWord.body, fields: ['title'] } }, publish],
    arguments: [word],
  })
  const body = { query: { type: 'pages' }, exclude_ids: ids.slice(0, 1) }
  const answer = await call(macro, body)
  expect(answer.status).toBe(202)
  const steps = [erase]
  await server.send(
    updateMacro,
    { body: { slug: slug(), macro_id: macro, data: { steps, arguments: [] } } },
    owner,
  )
  const { job } = answer.ok() as BulkResult
  const end = await waitFor(
    async () => (await server.call(getJob, { query: { job_id: job?.id ?? '' } }, owner)).ok().job,
    (now) => now.finished_at !== null,
  )
  expect(end).toMatchObject({
    kind: 'objects.macro',
    title: 'Run “Clean up” on 249 objects',
    status: 'done',
    done: 249,
    failed: 0,
  })
  expect((await changeSets())[0]).toMatchObject({ id: end.change_set_id, count: 249 })
  const rows = await server.app.db.read
    .selectFrom('objects')
    .select(['title', 'status', 'rev'])
    .where('type', '=', 'pages')
    .execute()
  const done = rows.filter((row) => row.title === 'An new page')
  expect(done).toHaveLength(249)
  expect(done.every(({ status, rev }) => status === 'published' && rev === 2)).toBe(true)
})

test('a job applies only the steps for all locales to the other locales', async () => {
  const ids = await addManyObjects(server, owner, 'pages', 60, (n) => ({
    title: `An old leaf ${n}`,
    slug: `leaf-${n}`,
    locale: 'en',
  }))
  await addManyObjects(server, owner, 'pages', 60, (n) => ({
    title: `Ein old Blatt ${n}`,
    slug: `leaf-${n}`,
    locale: 'de',
  }))
  const all = { call: 'objects.publishByIds', body: { all_versions: true } }
  const inTitle = { ...replaceWord, body: { ...replaceWord.body, fields: ['title'] } }
  const macro = await addOf({ steps: [inTitle, all], arguments: [word] })
  const answer = await call(macro, { object_ids: ids })
  expect(answer.status).toBe(202)
  const { job } = answer.ok() as BulkResult
  const end = await waitFor(
    async () => (await server.call(getJob, { query: { job_id: job?.id ?? '' } }, owner)).ok().job,
    (now) => now.finished_at !== null,
  )
  expect(end).toMatchObject({ status: 'done', done: 120, failed: 0 })
  const rows = await server.app.db.read
    .selectFrom('objects')
    .select(['title', 'status', 'locale'])
    .where('slug', 'like', 'leaf-%')
    .execute()
  const words = (locale: string) =>
    new Set(
      rows
        .filter((row) => row.locale === locale)
        .map(({ title, status }) => `${title.replace(/\d+$/, '')}${status}`),
    )
  expect(words('en')).toEqual(new Set(['An new leaf published']))
  expect(words('de')).toEqual(new Set(['Ein old Blatt published']))
})
