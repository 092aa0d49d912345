// @vitest-environment jsdom
import { reviewQueue } from '@typecase/content/review-queue'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import type { CallInput } from '@typecase/plugin-sdk/testing/api'
import {
  runCommand as runOn,
  type RunCommandOptions,
} from '@typecase/plugin-sdk/testing/run-command'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { beforeEach, describe, expect, test } from 'vitest'

import { keepListContext, listContext } from '@typecase/content/object/list-context'
import { draftOf } from '../draft/draft.ts'
import { objectOf, objectTypeOf } from '@typecase/content/object/object.fixture'
import { groupsOf } from '../draft/units.ts'
import { editorPage } from '../session/editor-page.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { createSession } from '../session/session.ts'
import { searchFields } from './go-runs.ts'
import { goCommands } from './go.ts'
import { queueOf } from './queue.ts'
import { reviewCommands } from './review.ts'
import { openObjectOf } from './save-open.ts'
import { saveCommands } from './save.ts'

const plugin = definePlugin({
  id: 'editor',
  version: '1.0.0',
  api: 1,
  title: 'Editor',
  commands: [...saveCommands, ...goCommands, ...reviewCommands],
})
const facts = {
  'route.bucketSlug': 'archive',
  'editor.isEditing': true,
  'editor.isDirty': true,
  'editor.hasNext': true,
  'editor.hasPrevious': true,
  can: new Set(['objects:write', 'objects:publish']),
}
const objectType = objectTypeOf([
  { key: 'medium', title: 'Medium', type: 'text' },
  {
    key: 'seo',
    title: 'SEO',
    type: 'parent',
    children: [{ key: 'text', title: 'Meta description', type: 'textarea' }],
  },
])

let session: EditorSession

/** Returns the options for a run with the open object on screen. */
const onPage = () => ({ pages: [[editorPage, session]] as const })
const runCommand = (id: string, args: JsonObject | undefined, options: RunCommandOptions) =>
  runOn(plugin, id, args, { ...options, ...onPage() })

function open(object = objectOf({ id: 'b' }), isNew = false): void {
  session = createSession({
    bucketSlug: 'archive',
    opened: { isNew, type: '', locale: '' },
    objectType,
    draft: draftOf(object, groupsOf(objectType)),
    stored: undefined,
    draftKey: () => 'k',
    drafts: { get: async () => undefined, put: async () => {}, remove: async () => {} },
    calls: {
      send: async ({ values, status }) => ({
        object: objectOf({ ...values, id: 'b', status, rev: 2 }),
        ...(status === 'published' && { change_set_id: 'c' }),
      }),
      read: async () => object,
    },
    onSaved: () => {},
  })
}

beforeEach(() => {
  sessionStorage.clear()
  open()
})

const list = {
  bucketSlug: 'archive',
  path: '/archive/objects',
  title: 'To check',
  query: { type: 'x' },
  limit: 50,
} as const

const rowsOf = (ids: readonly string[]) => ({ objects: ids.map((id) => ({ object: { id } })) })

describe('moving through the list', () => {
  test('opens the next row without a request', async () => {
    keepListContext({ ...list, ids: ['a', 'b', 'c'], skip: 0, total: 3 })
    const { log } = await runCommand('editor.next', {}, { facts })
    expect(log.went).toEqual([{ to: 'editor.object', params: { objectID: 'c' } }])
    expect(log.calls).toEqual([])
  })

  test('reads the next page after the known rows, even if rows have left the list or moved within it', async () => {
    keepListContext({ ...list, sort: '-modified_at', ids: ['a', 'b'], skip: 8, total: 70 })
    // `a` was published and left the list; `b` was saved and moved within it.
    const api = { 'objects.list': () => rowsOf(['c', 'd', 'b']) }
    const { log } = await runCommand('editor.next', {}, { facts, api })
    expect(log.calls[0]?.query).toMatchObject({
      skip: 8,
      sort: '-modified_at',
      query: '{"type":"x"}',
    })
    expect(log.went[0]?.params).toEqual({ objectID: 'c' })
    expect(listContext('archive')).toMatchObject({
      skip: 8,
      total: 12,
      ids: ['a', 'b', 'c', 'd'],
    })
  })

  test('stays on the object and corrects the total when no row follows', async () => {
    keepListContext({ ...list, ids: ['a', 'b'], skip: 0, total: 3 })
    const api = { 'objects.list': () => rowsOf(['a', 'b']) }
    const { log } = await runCommand('editor.next', {}, { facts, api })
    expect(log.went).toEqual([])
    expect(listContext('archive')).toMatchObject({ total: 2 })
  })

  test('reads the rows before the first known one', async () => {
    keepListContext({ ...list, ids: ['b', 'c'], skip: 2, total: 70 })
    const api = {
      'objects.list': ({ query }: CallInput) => {
        expect(query).toMatchObject({ skip: 0, limit: 2 })
        return rowsOf(['y', 'z'])
      },
    }
    const { log } = await runCommand('editor.previous', {}, { facts, api })
    expect(log.went[0]?.params).toEqual({ objectID: 'z' })
    expect(listContext('archive')).toMatchObject({ skip: 0, ids: ['y', 'z', 'b', 'c'] })
  })
})

describe('going on to the next object that needs work', () => {
  const queue = () => {
    const context = listContext('archive')
    if (!context) throw new Error('No list is kept.')
    return queueOf(createTestHost(plugin, { facts, api: {} }).services, context, 'b')
  }
  const run = (id: string, api: RunCommandOptions['api']) =>
    runOn(
      plugin,
      id,
      {},
      {
        facts,
        api: { 'buckets.get': () => ({ bucket: { object_types: [objectType] } }), ...api },
        pages: [
          [editorPage, session],
          [reviewQueue, queue()],
        ],
      },
    )

  beforeEach(() => keepListContext({ ...list, ids: ['a', 'b', 'c', 'd', 'e'], skip: 0, total: 5 }))

  test('opens the first draft after the open object, in the order of the list', async () => {
    const api = {
      'objects.list': ({ query }: CallInput) => {
        expect(query).toMatchObject({
          query: '{"id":{"$in":["c","d","e"]},"status":"draft"}',
        })
        return rowsOf(['e', 'd'])
      },
    }
    const { log } = await run('editor.next-draft', api)
    expect(log.went).toEqual([{ to: 'editor.object', params: { objectID: 'd' } }])
  })

  test('opens the next object that breaks a rule of its fields', async () => {
    const objects = ['c', 'd', 'e'].map((id) => ({
      object: objectOf({ id, title: id === 'd' ? '' : id }),
    }))
    const { log } = await run('editor.next-with-errors', { 'objects.list': () => ({ objects }) })
    expect(log.went[0]?.params).toEqual({ objectID: 'd' })
  })

  test('reports, with the name of the list, that no further object matches', async () => {
    const { outcome, log } = await run('editor.next-draft', { 'objects.list': () => rowsOf([]) })
    expect(outcome.message).toBe('No object further down in “To check” is a draft.')
    expect(log.went).toEqual([])
  })
})

describe('save and go on', () => {
  beforeEach(() => keepListContext({ ...list, ids: ['b', 'c'], skip: 0, total: 2 }))

  test('saves the edits as a draft and opens the next object', async () => {
    session.edit('title', 'Typed')
    const { log } = await runCommand('editor.save-and-next', {}, { facts })
    expect(session.get().draft.server).toMatchObject({ status: 'draft', title: 'Typed' })
    expect(log.went[0]?.params).toEqual({ objectID: 'c' })
  })

  test('leaves an unchanged published object published and opens the next one', async () => {
    open(objectOf({ id: 'b', status: 'published', main_object_status: 'published' }))
    const { log } = await runCommand('editor.save-and-next', {}, { facts })
    expect(session.get().draft.server).toMatchObject({ status: 'published' })
    expect(log.went[0]?.params).toEqual({ objectID: 'c' })
  })

  test('stays on an object that cannot be saved and focuses its invalid field', async () => {
    session.edit('title', ' ')
    const { log } = await runCommand('editor.save-and-next', {}, { facts })
    expect(log.went).toEqual([])
    expect(session.get().target).toEqual({ path: 'title' })
  })
})

describe('publish and go on', () => {
  test('publishes the edits, offers Undo and the public page, and opens the next object', async () => {
    keepListContext({ ...list, ids: ['b', 'c'], skip: 0, total: 2 })
    session.edit('title', 'Typed')
    const { outcome, log } = await runCommand('editor.publish-and-next', {}, { facts })
    expect(outcome).toMatchObject({
      message: 'Published “Typed”.',
      undo: { args: { bucket: 'archive', change_set_id: 'c' } },
      view: { command: 'objects.view-public', args: { id: 'b' } },
    })
    expect(log.went[0]?.params).toEqual({ objectID: 'c' })
    expect(session.get().draft.server).toMatchObject({ status: 'published', title: 'Typed' })
  })

  test('reports an object that is already public and opens the next one', async () => {
    open(objectOf({ id: 'b', title: 'Out', status: 'published', main_object_status: 'published' }))
    keepListContext({ ...list, ids: ['b', 'c'], skip: 0, total: 2 })
    const { outcome, log } = await runCommand('editor.publish-and-next', {}, { facts })
    expect(outcome).toEqual({ message: '“Out” is already public.' })
    expect(log.went[0]?.params).toEqual({ objectID: 'c' })
  })

  test('stays on an invalid object and focuses its invalid field', async () => {
    session.edit('title', ' ')
    const { outcome, log } = await runCommand('editor.publish-and-next', {}, { facts })
    expect(outcome).toEqual({})
    expect(log.went).toEqual([])
    expect(session.get().target).toEqual({ path: 'title' })
  })
})

describe('in a conflict', () => {
  const theirs = objectOf({ id: 'b', rev: 5, title: 'Theirs', slug: 'theirs' })
  const refusals = [theirs]

  beforeEach(async () => {
    refusals.splice(0, Infinity, theirs)
    session = createSession({
      bucketSlug: 'archive',
      opened: { isNew: false, type: '', locale: '' },
      objectType,
      draft: draftOf(objectOf({ id: 'b' }), groupsOf(objectType)),
      stored: undefined,
      draftKey: () => 'k',
      drafts: { get: async () => undefined, put: async () => {}, remove: async () => {} },
      calls: {
        async send({ values, status }) {
          const current = refusals.shift()
          if (current) throw Object.assign(new Error('stale'), { code: 'stale', current })
          return { object: objectOf({ ...values, id: 'b', status, rev: 9 }) }
        },
        read: async () => theirs,
      },
      onSaved: () => {},
    })
    session.edit('title', 'Mine')
    session.edit('slug', 'mine')
    expect(await session.save('draft')).toEqual({ kind: 'conflict' })
  })

  const run = (command: string, args: JsonObject = {}) => runCommand(command, args, { facts })
  const saved = () => session.get().draft.server
  const inConflict = { ...facts, 'editor.hasConflict': true }
  const settle = (command: string, args: JsonObject = {}) =>
    runCommand(command, args, { facts: inConflict })

  test.each(['editor.save-draft', 'editor.publish-and-next'])(
    '%s is refused until every conflicting field has a choice',
    async (command) => {
      await expect(run(command)).rejects.toThrow('choose what to keep in 2 fields first')
      await settle('editor.keep-mine', { path: 'title' })
      await expect(run(command)).rejects.toThrow('choose what to keep in one field first')
      expect(saved()).toMatchObject({ rev: 1 })
    },
  )

  test('Save saves the chosen values as a draft', async () => {
    await settle('editor.keep-mine', { path: 'title' })
    await settle('editor.take-theirs', { path: 'slug' })
    await run('editor.save-draft')
    expect(saved()).toMatchObject({ rev: 9, title: 'Mine', slug: 'theirs', status: 'draft' })
  })

  test('publishing publishes the chosen values', async () => {
    await settle('editor.keep-mine', { path: 'title' })
    await settle('editor.keep-mine', { path: 'slug' })
    await run('editor.publish-and-next')
    expect(saved()).toMatchObject({ rev: 9, title: 'Mine', status: 'published' })
  })

  test('Keep all mine saves all of my values, regardless of earlier choices', async () => {
    await settle('editor.take-theirs', { path: 'slug' })
    const { outcome } = await settle('editor.keep-mine')
    expect(outcome.message).toBe('Saved your version.')
    expect(saved()).toMatchObject({ rev: 9, title: 'Mine', slug: 'mine' })
  })

  test('Take all theirs ends the conflict with their values', async () => {
    const { outcome } = await settle('editor.take-theirs')
    expect(outcome.message).toBe('Saved their version.')
    expect(session.get().draft).toMatchObject({ trouble: undefined, values: { title: 'Theirs' } })
    expect(refusals).toEqual([])
  })

  test('a further change by someone else is reported as a conflict and keeps my title', async () => {
    refusals.push(objectOf({ id: 'b', rev: 6, title: 'Theirs again' }))
    await expect(settle('editor.keep-mine')).rejects.toThrow('changed again')
    expect(session.get().draft.trouble).toMatchObject({ kind: 'conflict', theirs: { rev: 6 } })
    expect(session.get().draft.values.title).toBe('Mine')
  })
})

test('Undo restores discarded changes', async () => {
  session.edit('metadata.seo.text', 'Mine')
  const { outcome } = await runCommand('editor.discard-changes', {}, { facts })
  expect(session.get().draft.values.metadata).not.toHaveProperty('seo')
  if (!outcome.undo) throw new Error('There is no way back')
  await runCommand(outcome.undo.command, outcome.undo.args, { facts })
  expect(session.get().draft.values.metadata['seo']).toEqual({ text: 'Mine' })
})

test('restoring discarded changes keeps what was typed since then', async () => {
  session.edit('title', 'Mine')
  session.edit('metadata.medium', 'chalk')
  const { outcome } = await runCommand('editor.discard-changes', {}, { facts })
  session.edit('title', 'Newer')
  const back = await runCommand('editor.restore-changes', outcome.undo?.args, { facts })
  const { title, metadata } = session.get().draft.values
  expect([title, metadata['medium']]).toEqual(['Newer', 'chalk'])
  expect(back.outcome.message).toBe(
    'Discarded changes restored. 1 field changed since then kept what you typed.',
  )
})

test('redoing a discard is refused when another object is open', async () => {
  session.edit('title', 'Mine')
  const { outcome } = await runCommand('editor.discard-changes', {}, { facts })
  open(objectOf({ id: 'c' }))
  session.edit('title', 'Of another object')
  const second = runCommand('editor.discard-changes', outcome.redo?.args, { facts })
  await expect(second).rejects.toThrow('no longer open')
  expect(session.get().draft.values.title).toBe('Of another object')
})

test('the field search finds fields by title and shows children with their group', () => {
  const { services } = createTestHost(plugin, onPage())
  const context = { services, facts, args: {}, signal: new AbortController().signal }
  expect(searchFields('meta', context).map(({ label, id }) => [label, id])).toEqual([
    ['SEO › Meta description', 'metadata.seo.text'],
  ])
  expect(searchFields('', context).map(({ label }) => label)).toEqual([
    'Title',
    'Slug',
    'Medium',
    'SEO',
    'SEO › Meta description',
  ])
})

describe('the open object, for commands of other plugins', () => {
  const isOpen = (...ids: string[]) => openObjectOf(session).isOf(ids)

  test('matches a scope of its id alone', () => {
    expect(isOpen('b')).toBe(true)
    expect(isOpen('a')).toBe(false)
    expect(isOpen('b', 'c')).toBe(false)
    expect(isOpen()).toBe(false)
  })

  test('matches an empty scope until a new object has its own address, even if it has an id', () => {
    open(objectOf({ id: 'b' }), true)
    expect(isOpen()).toBe(true)
  })
})
