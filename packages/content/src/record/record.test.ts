import { endpoint } from '@typecase/contract/endpoint'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { Journal } from '@typecase/plugin-sdk/jobs'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { defineRecord, recordCommand } from './define-record.ts'
import { notifySaved, type RecordCalls, recordChanges, undoCommand } from './record-undo.ts'

interface Note {
  readonly id: string
  readonly title: string
  readonly text: string
}

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    'notes.note': string
  }
}

const note = () => type({ id: 'string', title: 'string', text: 'string' })
const call = <Id extends `notes.${string}`>(id: Id) =>
  endpoint({
    id,
    method: 'POST',
    path: `/${id}`,
    auth: 'user',
    summary: id,
    body: () => type({ slug: 'string', 'id?': 'string', 'data?': 'object', 'order?': 'string[]' }),
    response: note,
  })
const listNotes = endpoint({
  id: 'notes.list',
  method: 'GET',
  path: '/notes',
  auth: 'user',
  summary: 'All notes',
  query: () => type({ slug: 'string' }),
  response: () => type({ notes: note().array() }),
})
const addNote = call('notes.add')
const updateNote = call('notes.update')
const removeNote = call('notes.remove')
const orderNotes = call('notes.order')

const record = defineRecord({
  noun: 'note',
  icon: 'book',
  group: 'Notes',
  when: has('route.bucketSlug'),
  arg: 'note_id',
  fact: 'notes.note',
  query: (services, slug) => apiQueryOptions(services, listNotes, { query: { slug } }),
  items: ({ notes }): readonly Note[] => notes,
  row: ({ title, text }) => ({ label: title, subtitle: text }),
  endpoints: [listNotes],
})

const undo = undoCommand(record, {
  id: 'notes.undo',
  load: () => Promise.resolve(changes.undoModule),
})
const calls: RecordCalls<Note, Omit<Note, 'id'>> = {
  titleOf: ({ title }) => title,
  dataOf: ({ id: _, ...values }) => values,
  update: (services, slug, id, data) =>
    services.get(Api).call(updateNote, { body: { slug, id, data } }),
  async remove(services, slug, { id, ...values }) {
    await services.get(Api).call(removeNote, { body: { slug, id } })
    return values
  },
  restore: (services, slug, _id, data) => services.get(Api).call(addNote, { body: { slug, data } }),
  reorder: (services, slug, order) =>
    services.get(Api).call(orderNotes, { body: { slug, order: [...order] } }),
}
const changes = recordChanges(record, undo, calls)

const shorten = recordCommand(record, {
  id: 'notes.shorten',
  title: 'Shorten note…',
  effect: 'write',
  offer: ({ text }) => (text === '' ? 'It is empty already.' : text !== 'hidden'),
  load: () =>
    Promise.resolve(
      record.module(async ({ id }, { services, slug }) => {
        const { item, ...rest } = await changes.update(services, slug, id, { text: '' })
        return { message: `Shortened ${item.title}.`, ...rest }
      }),
    ),
})
const remove = recordCommand(record, {
  id: 'notes.delete',
  title: 'Delete note…',
  effect: 'write',
  load: () =>
    Promise.resolve(
      record.module(async (item, context) => changes.remove(item, context.slug, context)),
    ),
})
const rename = recordCommand(record, {
  id: 'notes.rename',
  title: 'Rename note…',
  effect: 'write',
  args: () => type({ note_id: 'string', title: '0 < string <= 100' }),
  ask: { title: { kind: 'text', title: 'Title', initial: record.initial(({ title }) => title) } },
  load: () =>
    Promise.resolve(
      record.module(
        async ({ id }, { services, slug }, { title }: { note_id: string; title: string }) => {
          await changes.update(services, slug, id, { title })
        },
      ),
    ),
})

const plugin = definePlugin({
  id: 'notes',
  version: '1.0.0',
  api: 1,
  title: 'Notes',
  description: 'Notes of a bucket.',
  icon: 'book',
  commands: [shorten, remove, rename, undo],
  facts: [record.factDeclaration],
})

/** Starts a fake server with these notes. */
function serve(notes: Note[]) {
  let next = notes.length
  const at = (id: unknown) => {
    const index = notes.findIndex((one) => one.id === id)
    if (index === -1) throw new Error(`No note ${String(id)}`)
    return index
  }
  const body = (input: object | undefined) => (input as { body: JsonObject }).body
  const host = createTestHost(plugin, {
    facts: { 'route.bucketSlug': 'blog' },
    api: {
      'notes.list': () => ({ notes: [...notes] }),
      'notes.add': (input) => {
        const added = { ...(body(input)['data'] as object), id: `n${next++}` } as Note
        notes.push(added)
        return added
      },
      'notes.update': (input) => {
        const { id, data } = body(input)
        const updated = { ...notes[at(id)], ...(data as object) } as Note
        notes[at(id)] = updated
        return updated
      },
      'notes.remove': (input) => notes.splice(at(body(input)['id']), 1)[0],
      'notes.order': (input) => {
        const order = body(input)['order'] as string[]
        notes.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        return notes[0]
      },
    },
  })
  const run = async (id: string, args: JsonObject = {}) =>
    (await runCommand(plugin, id, args, { host })).outcome
  return { host, run, notes }
}

const two = (): Note[] => [
  { id: 'n0', title: 'Éclair', text: 'Flour' },
  { id: 'n1', title: 'Stew', text: 'Beef' },
]

test('a command uses the current record, or the one that it is given', async () => {
  const { host, run, notes } = serve(two())
  host.facts.set({ 'notes.note': 'n1' })
  expect(await run('notes.shorten')).toMatchObject({ message: 'Shortened Stew.' })
  expect(notes.map(({ text }) => text)).toEqual(['Flour', ''])
  await run('notes.shorten', { note_id: 'n0' })
  expect(notes.map(({ text }) => text)).toEqual(['', ''])
})

test('a command asks for the record first, then for its other arguments', async () => {
  const { host, run, notes } = serve(two())
  expect(Object.keys(rename.ask ?? {})).toEqual(['note_id', 'title'])
  const { title: ask } = rename.ask ?? {}
  const { signal } = new AbortController()
  const args = record.argsOf('n1')
  const context = { services: host.services, facts: host.facts.get(), signal, args }
  expect(ask?.kind === 'text' && (await ask.initial?.(context))).toBe('Stew')
  host.facts.set({ 'notes.note': 'n1' })
  await run('notes.rename', { title: 'Soup' })
  expect(notes.map(({ title }) => title)).toEqual(['Éclair', 'Soup'])
})

test('records outside a bucket are queried by the scope of the record', async () => {
  const { host } = serve(two())
  const lists: string[] = []
  const ofProject = defineRecord({
    ...record,
    query(services, projectID) {
      lists.push(projectID)
      return apiQueryOptions(services, listNotes, { query: { slug: projectID } })
    },
    scopeOf: (facts) => facts['route.projectID'] ?? '',
    items: ({ notes }): readonly Note[] => notes,
    row: ({ title }) => ({ label: title }),
    endpoints: [listNotes],
  })
  host.facts.set({ 'route.projectID': 'p1' })
  const { signal } = new AbortController()
  const context = { services: host.services, facts: host.facts.get(), signal, args: {} }
  await ofProject.ask().search('', context)
  expect(lists).toEqual(['p1'])
})

test('a record that no longer exists is refused with a message', async () => {
  const { run } = serve(two())
  await expect(run('notes.shorten', { note_id: 'n7' })).rejects.toThrow(
    'This note no longer exists.',
  )
})

test('the picker lists the records on offer, with the reason if one cannot be chosen', async () => {
  const { host } = serve([
    ...two(),
    { id: 'n2', title: 'Tea', text: '' },
    { id: 'n3', title: 'Secret', text: 'hidden' },
  ])
  const search = async (query: string) => {
    const { note_id: ask } = shorten.ask ?? {}
    if (ask?.kind !== 'picker') throw new Error('It does not ask for a note')
    const { signal } = new AbortController()
    const context = { services: host.services, facts: host.facts.get(), signal, args: {} }
    return (await ask.search(query, context)).map(({ label, reason }) => [label, reason])
  }
  expect(await search('')).toEqual([
    ['Éclair', undefined],
    ['Stew', undefined],
    ['Tea', 'It is empty already.'],
  ])
  expect(await search('eclair')).toEqual([['Éclair', undefined]])
  expect(await search('beef')).toEqual([['Stew', undefined]])
})

test('an update is undone with the values that it replaced, unless one of them is unknown', () => {
  const [before] = two()
  if (!before) throw new Error('No note')
  expect(changes.undoOfUpdate('blog', before, { text: 'x' })).toEqual({
    command: 'notes.undo',
    args: { bucket: 'blog', action: 'set', id: 'n0', data: { text: 'Flour' } },
  })
  expect(changes.undoOfUpdate('blog', before, { text: 'x', secret: 'y' })).toBeUndefined()
  expect(changes.undoOfUpdate('blog', before, {})).toBeUndefined()
})

test('restoring an earlier order leaves out records that were removed since', async () => {
  const { host, run, notes } = serve([...two(), { id: 'n2', title: 'Tea', text: '' }])
  const { undo: back } = await changes.reorder(host.services, 'blog', ['n2', 'n1', 'n0'])
  expect(notes.map(({ id }) => id)).toEqual(['n2', 'n1', 'n0'])
  await run('notes.delete', { note_id: 'n1' })
  await run(back.command, back.args)
  expect(notes.map(({ id }) => id)).toEqual(['n0', 'n2'])
})

test('an update sends the rev that it is based on, and a refusal refetches the lists', async () => {
  const { host, notes } = serve(two())
  const { services } = host
  const revs: unknown[] = []
  const stale = recordChanges(record, undo, {
    ...calls,
    update: (_services, _slug, _id, _data, rev) => {
      revs.push(rev)
      notes[0] = { id: 'n0', title: 'Theirs', text: '' }
      return Promise.reject(new Error('Someone else saved it.'))
    },
  })
  const refresh = vi.spyOn(services.get(Queries), 'invalidateQueries')
  const mine = stale.update(services, 'blog', 'n0', { title: 'Mine' }, 3)
  await expect(mine).rejects.toThrow('Someone else saved it.')
  expect(revs).toEqual([3])
  expect(refresh).toHaveBeenCalledWith({ queryKey: ['notes.list'] })
})

test('saving a form shows a toast, whose Undo is a step of the journal', () => {
  const { host } = serve(two())
  const journal = host.services.get(Journal)
  const keep = vi.spyOn(journal, 'keep').mockReturnValue('7')
  const take = vi.spyOn(journal, 'undo')
  const undone = changes.undoOfAdd('blog', 'n0')
  notifySaved(host.services, 'blog', 'Added “Éclair”.', undone)
  expect(keep).toHaveBeenCalledWith('Added “Éclair”.', undone, 'blog')
  const action = host.log.toasts.at(-1)?.action
  expect(action?.label).toBe('Undo')
  if (typeof action?.run === 'function') action.run()
  expect(take).toHaveBeenCalledWith('7')
  notifySaved(host.services, 'blog', 'Saved “Éclair”.', undefined)
  expect(host.log.toasts.at(-1)).toEqual({ message: 'Saved “Éclair”.', tone: 'success' })
})

/** Returns the values of notes: a restored note may have another id and position. */
const valuesOf = (notes: readonly Note[]) =>
  notes.map(({ title, text }) => `${title}: ${text}`).sort()

test('for any history, the newest change can be undone and redone', async () => {
  const step = fc.record({ isRemoval: fc.boolean(), at: fc.nat({ max: 9 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { run, notes } = serve(
        Array.from({ length: 5 }, (_, at) => ({ id: `n${at}`, title: `N${at}`, text: `T${at}` })),
      )
      const states = [valuesOf(notes)]
      const undos = []
      for (const { isRemoval, at } of steps) {
        const chosen = notes[at % Math.max(1, notes.length)]
        if (!chosen) continue
        const { undo: back } = await run(isRemoval ? 'notes.delete' : 'notes.shorten', {
          note_id: chosen.id,
        })
        if (!back) throw new Error('No way back')
        undos.push(back)
        states.push(valuesOf(notes))
      }
      // Only the newest step: a restored note has another id, as it would have on a server.
      const newest = undos.at(-1)
      if (!newest) return
      const { undo: redo } = await run(newest.command, newest.args)
      expect(valuesOf(notes)).toEqual(states.at(-2))
      if (!redo) throw new Error('No redo')
      await run(redo.command, redo.args)
      expect(valuesOf(notes)).toEqual(states.at(-1))
    }),
    { numRuns: 60 },
  )
})
