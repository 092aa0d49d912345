import {
  addMacro,
  deleteMacro,
  getMacro,
  listMacros,
  type Macro,
  updateMacro,
} from '@typecase/contract/macros'
import { newId } from '@typecase/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { closeAccount } from '../../testing/accounts.ts'
import { addOwner, addPerson, join, type Owner, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Owner
let stranger: Owner
let editor: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await addOwner(server)
  stranger = await addOwner(server)
  editor = await addPerson(server)
  await join(server, editor, owner, 'editor')
})
afterAll(() => server.remove())

const slug = () => owner.bucket.slug
const publish = { call: 'objects.publishByIds', body: {} }
const setPrice = (value: unknown) => ({
  call: 'objects.bulkEdit',
  body: { data: { metadata: { price: { op: 'set', value } } } },
})

const tryAdd = (data: object, by: { token?: string } = owner) =>
  server.send(
    addMacro,
    { body: { slug: slug(), data: { title: 'M', steps: [publish], ...data } } },
    by,
  )
const add = async (data: object = {}, by: { token?: string } = owner) =>
  // The cast is safe: this is the endpoint's response on success.
  ((await tryAdd(data, by)).ok() as { macro: Macro }).macro
const list = async (by: { token: string } = owner, query: object = {}) =>
  (await server.call(listMacros, { query: { slug: slug(), ...query } }, by)).ok()
const update = (macro_id: string, data: object, by: { token?: string } = owner, rev?: number) =>
  server.send(updateMacro, { body: { slug: slug(), macro_id, data, rev } }, by)
const remove = (macro_id: string, by: { token?: string } = owner) =>
  server.send(deleteMacro, { query: { slug: slug(), macro_id } }, by)
const get = (macro_id: string, by: { token?: string } = owner) =>
  server.send(getMacro, { query: { slug: slug(), macro_id } }, by)

/** Returns the problems with data, by path. */
const problems = async (data: object) =>
  (await tryAdd(data)).error().details?.map(({ path, rule }) => [path, rule])

test('every call answers 401 without a session and 404 without access to the bucket', async () => {
  const { id } = await add({ is_shared: true })
  for (const [by, status] of [
    [{}, 401],
    [stranger, 404],
  ] as const) {
    expect((await tryAdd({}, by)).status).toBe(status)
    expect((await update(id, { title: 'X' }, by)).status).toBe(status)
    expect((await remove(id, by)).status).toBe(status)
    expect((await get(id, by)).status).toBe(status)
    const answer = await server.send(listMacros, { query: { slug: slug() } }, by)
    expect(answer.status).toBe(status)
  }
  expect((await get(id)).status).toBe(200)
})

describe('other members', () => {
  test('cannot see, change or delete a private macro', async () => {
    const { id } = await add()
    expect((await list(editor)).macros).toEqual([])
    for (const answer of [
      await get(id, editor),
      await update(id, {}, editor),
      await remove(id, editor),
    ]) {
      expect(answer.status).toBe(404)
    }
  })

  test('can see a shared macro, but only admins can change or delete it', async () => {
    const { id } = await add({ is_shared: true })
    expect((await list(editor)).macros.map((macro) => macro.id)).toEqual([id])
    expect((await get(id, editor)).status).toBe(200)
    expect((await update(id, { title: 'X' }, editor)).status).toBe(403)
    expect((await remove(id, editor)).status).toBe(403)

    const theirs = await add({ is_shared: true }, editor)
    expect((await update(theirs.id, { title: 'Better' })).status).toBe(200)
    expect((await remove(theirs.id)).status).toBe(200)
  })

  test('can no longer see a macro once it is private again', async () => {
    const { id } = await add({ is_shared: true })
    expect((await get(id, editor)).status).toBe(200)
    ;(await update(id, { is_shared: false })).ok()
    expect((await get(id, editor)).status).toBe(404)
    expect(await list(editor)).toMatchObject({ macros: [], total: 0 })
  })

  test('cannot reach a macro of another project through their own bucket', async () => {
    const { id } = await add({ is_shared: true })
    const query = { slug: stranger.bucket.slug, macro_id: id }
    expect((await server.send(getMacro, { query }, stranger)).status).toBe(404)
    expect((await list()).total).toBe(1)
  })
})

describe('adding a macro', () => {
  test('keeps what was sent, and makes it private by default', async () => {
    const steps = [setPrice({ $arg: 'price' }), publish]
    const args = [{ key: 'price', title: 'Price', kind: 'number', default: 5 }]
    const macro = await add({ title: 'Reprice', steps, arguments: args })
    expect(macro).toMatchObject({
      title: 'Reprice',
      steps,
      arguments: args,
      is_shared: false,
      created_by: owner.id,
      rev: 1,
    })
    expect((await get(macro.id)).ok()).toEqual({ macro })
  })

  test('refuses titles, steps and arguments beyond their limits', async () => {
    const many = (count: number) => Array.from({ length: count }, () => publish)
    expect(await problems({ title: '' })).toEqual([['data.title', 'min']])
    expect(await problems({ title: 'x'.repeat(61) })).toEqual([['data.title', 'max']])
    expect(await problems({ steps: [] })).toEqual([['data.steps', 'minLength']])
    expect(await problems({ steps: many(21) })).toEqual([['data.steps', 'maxLength']])
    const args = Array.from({ length: 11 }, (_, n) => ({ key: `a${n}`, title: 'A', kind: 'text' }))
    expect(await problems({ arguments: args })).toEqual([['data.arguments', 'maxLength']])
    expect((await tryAdd({ title: 'x'.repeat(60), steps: many(20) })).status).toBe(201)
  })

  test('refuses a step that its call would not accept, and names the path', async () => {
    const at = (body: object, call = 'objects.bulkEdit') =>
      problems({ steps: [publish, { call, body }] })
    expect(await at({}, 'objects.add')).toEqual([['data.steps.1.call', expect.anything()]])
    expect(await at({})).toEqual([['data.steps.1.body.data', 'required']])
    expect(await at({ data: { colour: 1 } })).toEqual([
      ['data.steps.1.body.data.colour', 'unknown_key'],
    ])
    expect(await at({ data: { metadata: { a: { op: 'double' } } } })).toEqual([
      ['data.steps.1.body.data.metadata.a.op', expect.anything()],
    ])
    expect(await at({ find: '', replace: '' }, 'objects.searchAndReplace')).toHaveLength(1)
    const scoped = { find: 'a', replace: 'b', query: {}, dry_run: true, exclude: [] }
    expect((await at(scoped, 'objects.searchAndReplace'))?.map(([path]) => path)).toEqual([
      'data.steps.1.body.query',
      'data.steps.1.body.dry_run',
      'data.steps.1.body.exclude',
    ])
    expect(await at({ all_versions: 'yes' }, 'objects.publishByIds')).toEqual([
      ['data.steps.1.body.all_versions', expect.anything()],
    ])
  })

  test('refuses any step after deleting', async () => {
    const erase = { call: 'objects.deleteByIds', body: {} }
    expect(await problems({ steps: [erase, publish] })).toEqual([['data.steps.0', 'last']])
    expect((await tryAdd({ steps: [publish, erase] })).status).toBe(201)
  })

  test('refuses unknown, unused, duplicate or invalid arguments', async () => {
    const of = (...args: object[]) =>
      problems({ steps: [setPrice({ $arg: 'a' })], arguments: args })
    const a = { key: 'a', title: 'A', kind: 'number' }
    expect(await of()).toEqual([['data.steps.0.body.data.metadata.price.value', 'unknown']])
    expect(await of(a, a)).toEqual([['data.arguments.1.key', 'unique']])
    expect(await of(a, { ...a, key: 'b' })).toEqual([['data.arguments.1.key', 'unused']])
    expect(await of({ ...a, default: 'x' })).toEqual([['data.arguments.0.default', 'number']])
    expect(await of({ ...a, kind: 'choice' })).toEqual([['data.arguments.0.options', 'required']])
    expect(await of({ ...a, options: ['x'] })).toEqual([['data.arguments.0.options', 'choice']])
    expect(await of({ ...a, kind: 'date', default: 'soon' })).toEqual([
      ['data.arguments.0.default', 'date'],
    ])
    expect(await of({ ...a, key: 'A' })).toEqual([['data.arguments.0.key', expect.anything()]])
    const choice = { ...a, kind: 'choice', options: ['x', 'y'], default: 'z' }
    expect(await of(choice)).toEqual([['data.arguments.0.default', 'choice']])
  })

  test('refuses an argument whose kind does not fit its position', async () => {
    const steps = [{ call: 'objects.bulkEdit', body: { data: { status: { $arg: 'a' } } } }]
    const of = (argument: object) =>
      tryAdd({ steps, arguments: [{ key: 'a', title: 'A', ...argument }] })
    expect((await of({ kind: 'number' })).error().details?.[0]?.path).toBe(
      'data.steps.0.body.data.status',
    )
    expect((await of({ kind: 'choice', options: ['draft', 'published'] })).status).toBe(201)
  })
})

describe('updating a macro', () => {
  test('answers 404 for a missing macro and 400 if steps and arguments do not match', async () => {
    expect((await update(newId(), { title: 'X' })).status).toBe(404)
    const args = [{ key: 'price', title: 'Price', kind: 'number' }]
    const { id } = await add({ steps: [setPrice({ $arg: 'price' })], arguments: args })
    expect((await update(id, { arguments: [] })).status).toBe(400)
    expect((await update(id, { steps: [publish] })).status).toBe(400)
    expect((await update(id, { steps: [publish], arguments: [] })).status).toBe(200)
  })

  test('changes what is sent, raises rev and answers 412 to an outdated rev', async () => {
    const { id } = await add({ title: 'A' })
    const answer = (await update(id, { title: 'B', is_shared: true }, owner, 1)).ok()
    expect(answer).toMatchObject({
      macro: { title: 'B', steps: [publish], is_shared: true, rev: 2 },
    })
    expect((await get(id)).ok()).toEqual(answer)
    expect((await update(id, { title: 'C' }, owner, 1)).error()).toMatchObject({
      status: 412,
      current: { title: 'B', rev: 2 },
    })
  })
})

test('macros are listed by title, in pages', async () => {
  for (const title of ['b', 'C', 'a']) await add({ title })
  expect((await list()).macros.map(({ title }) => title)).toEqual(['a', 'b', 'C'])
  const page = await list(owner, { limit: 1, skip: 1 })
  expect(page).toMatchObject({ total: 3, limit: 1, skip: 1, macros: [{ title: 'b' }] })
})

test('a deleted macro is no longer listed, and deleting it again answers 404', async () => {
  const { id } = await add()
  expect((await remove(id)).status).toBe(200)
  expect((await remove(id)).status).toBe(404)
  expect((await list()).total).toBe(0)
})

test('shared macros remain when their author closes the account', async () => {
  const shared = await add({ is_shared: true }, editor)
  const editorMacro = await add({}, editor)
  await closeAccount(server, editor)
  expect((await list()).macros.map(({ id }) => id)).toEqual([shared.id])
  expect((await get(editorMacro.id)).status).toBe(404)
})
