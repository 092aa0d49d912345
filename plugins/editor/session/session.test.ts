// @vitest-environment jsdom
import type { CmsObject } from '@typecase/contract/objects'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type Attempt, draftOf, newDraft } from '../draft/draft.ts'
import type { StoredDraft, DraftStore } from '../draft/draft-store.ts'
import { objectOf, objectTypeOf } from '@typecase/content/object/object.fixture'
import { newValues } from '@typecase/content/object/values'
import type { EditorSession, SessionParts } from './editor-session.ts'
import { createSession } from './session.ts'

const objectType = objectTypeOf()
const groups = new Set<string>()

/** Returns calls that wait until the test answers them. */
function calls() {
  const sent: {
    attempt: Attempt
    id: string | undefined
    key: string
    isAutosave: boolean
    answer: Answer
  }[] = []
  type Answer = PromiseWithResolvers<CmsObject>
  return {
    sent,
    last: () => {
      const one = sent.at(-1)
      if (!one) throw new Error('Nothing was sent')
      return one
    },
    send(attempt: Attempt, id: string | undefined, key: string, isAutosave: boolean) {
      const answer = Promise.withResolvers<CmsObject>()
      sent.push({ attempt, id, key, isAutosave, answer })
      return answer.promise.then((object) => ({ object }))
    },
    read: () => Promise.resolve(objectOf({ rev: 9 })),
  }
}

function memory(): DraftStore & { storage: Map<string, StoredDraft> } {
  const storage = new Map<string, StoredDraft>()
  return {
    storage,
    get: async (key) => storage.get(key),
    put: async (key, draft) => void storage.set(key, draft),
    remove: async (key) => void storage.delete(key),
  }
}

let server: ReturnType<typeof calls>
let drafts: ReturnType<typeof memory>
let detach: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  server = calls()
  drafts = memory()
})
afterEach(() => {
  detach?.()
  detach = undefined
  vi.useRealTimers()
})

function open(patch: Partial<SessionParts> = {}): EditorSession {
  const session = createSession({
    bucketSlug: 'archive',
    opened: { isNew: false, type: '', locale: '' },
    objectType,
    draft: draftOf(objectOf(), groups),
    stored: undefined,
    draftKey: (id) => (id ? 'k' : 'new'),
    drafts,
    calls: server,
    onSaved: () => {},
    now: () => 1000,
    ...patch,
  })
  detach = session.attach()
  return session
}

const answerOf = ({ attempt }: { attempt: Attempt }, rev: number): CmsObject =>
  objectOf({
    ...attempt.values,
    metadata: { ...attempt.values.metadata },
    status: attempt.status,
    rev,
  })
const refusal = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`refused: ${code}`), { code, ...more })
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

describe('saving', () => {
  test('sends one request at a time, and later edits with the next revision', async () => {
    const session = open()
    session.edit('metadata.medium', 'ink')
    const first = session.save('draft')
    session.edit('metadata.medium', 'ink and wash')
    const second = session.save('published')
    expect(server.sent).toHaveLength(1)

    server.last().answer.resolve(answerOf(server.last(), 2))
    await settle()
    expect(server.sent).toHaveLength(2)
    expect(server.last().attempt).toMatchObject({ rev: 2, status: 'published' })
    server.last().answer.resolve(answerOf(server.last(), 3))
    expect(await first).toMatchObject({ kind: 'saved', object: { rev: 3 } })
    expect(await second).toMatchObject({ kind: 'saved', object: { status: 'published' } })
  })

  test('flags autosaves as such, except the first one after a manual save without changes', async () => {
    const session = open()
    let rev = 1
    async function save(title: string, isQuiet = true): Promise<void> {
      session.edit('title', title)
      const saved = session.save('draft', { isQuiet })
      const last = server.last()
      last.answer.resolve(answerOf(last, (rev += 1)))
      await saved
    }
    await save('A')
    await save('Ab')
    await save('Abc', false)
    await save('Abcd')
    expect((await session.save('draft')).kind).toBe('unchanged')
    await save('Abcde')
    await save('Abcdef')
    expect(server.sent.map(({ isAutosave }) => isAutosave)).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
    ])
  })

  test('flushes the pending edits of the editors first', async () => {
    const session = open()
    session.onFlush(() => session.edit('metadata.medium', 'late'))
    const saved = session.save('draft')
    expect(server.last().attempt.values.metadata['medium']).toBe('late')
    server.last().answer.resolve(answerOf(server.last(), 2))
    expect((await saved).kind).toBe('saved')
  })

  test('sends nothing without changes', async () => {
    expect(await open().save('draft')).toEqual({ kind: 'unchanged' })
    expect(server.sent).toEqual([])
  })

  test('allows a draft without a required field, but no publishing without it and no invalid number', async () => {
    const type = objectTypeOf([
      { key: 'medium', title: 'Medium', type: 'text', required: true },
      { key: 'height', title: 'Height', type: 'number' },
    ])
    const session = open({ objectType: type })
    session.edit('metadata.medium', '')
    expect(await session.save('published')).toMatchObject({
      kind: 'invalid',
      problems: [{ path: 'metadata.medium', message: 'Medium is a required field' }],
    })
    expect(session.get().touched).toEqual(new Set(['metadata.medium']))
    void session.save('draft')
    expect(server.sent).toHaveLength(1)

    session.edit('metadata.height', { '~typed': '29,7' })
    expect(await session.save('draft')).toMatchObject({ kind: 'invalid' })
    expect(session.get().draft.values.metadata['height']).toEqual({ '~typed': '29,7' })
  })

  test('holds back an invalid edit, but not a stored value that a change of the type made invalid', async () => {
    const options = ['oil', 'ink']
    const type = objectTypeOf([
      { key: 'medium', title: 'Medium', type: 'select', options },
      { key: 'height', title: 'Height', type: 'number', max: 300 },
    ])
    const object = objectOf({ metadata: { medium: 'tempera', height: 29 } })
    const session = open({ objectType: type, draft: draftOf(object, groups) })
    session.edit('metadata.height', 301)
    expect(await session.save('draft')).toEqual({
      kind: 'invalid',
      problems: [{ path: 'metadata.height', message: 'Height must be at most 300' }],
    })
    expect(server.sent).toHaveLength(0)
    session.edit('metadata.height', 300)
    void session.save('published')
    expect(server.sent).toHaveLength(1)
  })

  test('holds back a draft that lacks a required field and is scheduled for publishing', async () => {
    const type = objectTypeOf([{ key: 'medium', title: 'Medium', type: 'text', required: true }])
    const session = open({ objectType: type })
    session.edit('metadata.medium', '')
    session.edit('publish_at', 4e12)
    expect(await session.save('draft')).toMatchObject({ kind: 'invalid' })
    expect(server.sent).toHaveLength(0)
  })

  test('shows the server’s errors at their fields until those change', async () => {
    const session = open()
    session.edit('metadata.medium', 'x')
    const saved = session.save('draft')
    const details = [
      { path: 'data.metadata.medium', message: 'data.metadata.medium must be unique' },
    ]
    server.last().answer.reject(refusal('conflict', { details }))
    expect(await saved).toMatchObject({ kind: 'invalid' })
    expect(session.get().problems).toEqual([
      { path: 'metadata.medium', message: 'Medium must be unique' },
    ])
    session.edit('metadata.medium', 'y')
    expect(session.get().problems).toEqual([])
    expect(session.get().draft.values.metadata['medium']).toBe('y')
  })

  test('keeps the edits when the server refuses without details', async () => {
    const session = open()
    session.edit('title', 'Typed')
    const saved = session.save('draft')
    server.last().answer.reject(refusal('forbidden'))
    expect(await saved).toMatchObject({ kind: 'refused' })
    expect(session.get().draft).toMatchObject({
      trouble: { kind: 'refused', message: 'refused: forbidden' },
      values: { title: 'Typed' },
    })
  })
})

describe('conflicts and autosaves', () => {
  test('a stale save is merged with the state in the refusal and sent again', async () => {
    const session = open()
    session.edit('metadata.medium', 'ink')
    const saved = session.save('draft')
    server.last().answer.reject(refusal('stale', { current: objectOf({ rev: 5, title: 'T' }) }))
    await settle()
    expect(server.last().attempt).toMatchObject({ rev: 5, values: { title: 'T' } })
    server.last().answer.resolve(answerOf(server.last(), 6))
    expect((await saved).kind).toBe('saved')
  })

  test('an edit while the newest state is read sends nothing twice', async () => {
    const session = open()
    session.edit('metadata.medium', 'ink')
    const saved = session.save('draft')
    server.last().answer.reject(refusal('stale'))
    await Promise.resolve()
    session.edit('metadata.medium', 'inks')
    expect(server.sent).toHaveLength(1)
    await settle()
    expect(server.sent).toHaveLength(2)
    expect(server.last().attempt).toMatchObject({ rev: 9 })
    server.last().answer.resolve(answerOf(server.last(), 10))
    expect((await saved).kind).toBe('saved')
  })

  test('a conflict of an autosave is quiet until the user saves', async () => {
    const session = open()
    session.edit('title', 'Mine')
    const saved = session.save('draft', { isQuiet: true })
    server.last().answer.reject(refusal('stale', { current: objectOf({ rev: 5, title: 'T' }) }))
    expect(await saved).toEqual({ kind: 'conflict' })
    expect(session.get().isQuiet).toBe(true)
    expect(await session.save('draft')).toEqual({ kind: 'conflict' })
    expect(session.get().isQuiet).toBe(false)
  })

  test('an autosave names the invalid field that holds it back until that field is fixed', async () => {
    const session = open()
    session.edit('title', ' ')
    expect((await session.save('draft', { isQuiet: true })).kind).toBe('invalid')
    expect(session.get()).toMatchObject({ heldBack: 'title', touched: new Set() })
    session.edit('title', '')
    expect(session.get().heldBack).toBe('title')
    session.edit('title', 'Fixed')
    expect(session.get().heldBack).toBeUndefined()
    expect(server.sent).toHaveLength(0)
  })

  test('an autosave names the field that the server refuses until that field changes', async () => {
    const session = open()
    session.edit('title', 'Taken')
    const saved = session.save('draft', { isQuiet: true })
    const details = [{ path: 'data.title', message: 'title must be unique' }]
    server.last().answer.reject(refusal('invalid', { details }))
    expect((await saved).kind).toBe('invalid')
    expect(session.get()).toMatchObject({ heldBack: 'title', touched: new Set(['title']) })
    session.edit('metadata.medium', 'Oil')
    expect(session.get().heldBack).toBe('title')
    session.edit('title', 'Mine')
    expect(session.get().heldBack).toBeUndefined()
  })

  test('a conflict is settled field by field', async () => {
    const session = open()
    session.edit('title', 'Mine')
    const saved = session.save('published')
    server.last().answer.reject(refusal('stale', { current: objectOf({ rev: 5, title: 'T' }) }))
    expect(await saved).toEqual({ kind: 'conflict' })
    session.choose(['title'], 'mine')
    const settled = session.settle()
    expect(server.last().attempt).toMatchObject({ rev: 5, status: 'published' })
    server.last().answer.resolve(answerOf(server.last(), 6))
    expect(await settled).toMatchObject({ kind: 'saved', object: { title: 'Mine' } })
  })
})

describe('without the network or a login', () => {
  test('a save is retried until it succeeds', async () => {
    const session = open()
    session.edit('title', 'Typed')
    const saved = session.save('draft')
    server.last().answer.reject(refusal('unavailable'))
    expect(await saved).toEqual({ kind: 'offline' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.sent).toHaveLength(2)
    server.last().answer.resolve(answerOf(server.last(), 2))
    await settle()
    expect(session.get().draft).toMatchObject({ rev: 2, trouble: undefined })
  })

  test('a save is still retried after half an hour, and all later edits arrive', async () => {
    const session = open()
    for (let minute = 0; minute < 30; minute += 1) {
      session.edit('title', `Typed in minute ${minute}`)
      if (minute === 0) void session.save('draft')
      for (let tries = 0; tries < 12; tries += 1) {
        server.last().answer.reject(new TypeError('network'))
        await vi.advanceTimersByTimeAsync(5000)
      }
    }
    // Meanwhile someone else changed another field.
    const theirs = objectOf({ rev: 2, metadata: { medium: 'ink' } })
    server.last().answer.reject(refusal('stale', { current: theirs }))
    await settle()
    expect(server.last().attempt.rev).toBe(2)
    server.last().answer.resolve(answerOf(server.last(), 3))
    await settle()
    expect(session.get().draft).toMatchObject({
      rev: 3,
      trouble: undefined,
      server: { title: 'Typed in minute 29', metadata: { medium: 'ink' } },
    })
  })

  test('a new object is sent again under the same key, and later edits follow as an update', async () => {
    const draft = newDraft({ ...newValues(objectType, null), title: 'New' }, groups)
    const session = open({ draft })
    void session.save('draft')
    server.last().answer.reject(new TypeError('network'))
    await settle()
    session.edit('title', 'Newer')
    window.dispatchEvent(new Event('online'))
    expect(server.sent.map(({ key }) => key)).toEqual([server.sent[0]?.key, server.sent[0]?.key])
    expect(server.last().attempt.values.title).toBe('New')
    server.last().answer.resolve(objectOf({ title: 'New' }))
    await settle()
    expect(server.last()).toMatchObject({
      id: objectOf().id,
      attempt: { values: { title: 'Newer' } },
    })
  })

  test('a save that was refused because the session ended is retried', async () => {
    const session = open()
    session.edit('title', 'Typed')
    const saved = session.save('draft')
    server.last().answer.reject(refusal('unauthenticated'))
    expect(await saved).toEqual({ kind: 'offline' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.sent).toHaveLength(2)
    server.last().answer.resolve(answerOf(server.last(), 2))
    await settle()
    expect(session.get().draft).toMatchObject({ rev: 2, trouble: undefined })
  })
})

describe('changes kept in the browser', () => {
  test('are reported as not kept once storage fails', async () => {
    let works = true
    const put = () => (works ? Promise.resolve() : Promise.reject(new Error('full')))
    const session = open({ drafts: { ...drafts, put, works: () => works } })
    session.edit('title', 'Typed')
    await vi.advanceTimersByTimeAsync(300)
    expect(session.get().canKeep).toBe(true)
    works = false
    session.edit('title', 'Typed more')
    await vi.advanceTimersByTimeAsync(300)
    expect(session.get().canKeep).toBe(false)
  })

  test('stay until the server has them', async () => {
    const session = open()
    session.edit('title', 'Typed')
    await vi.advanceTimersByTimeAsync(300)
    expect(drafts.storage.get('k')).toMatchObject({ at: 1000, rev: 1, values: { title: 'Typed' } })
    void session.save('draft')
    await vi.advanceTimersByTimeAsync(300)
    expect(drafts.storage.has('k')).toBe(true)
    server.last().answer.resolve(answerOf(server.last(), 2))
    await vi.advanceTimersByTimeAsync(300)
    expect(drafts.storage.has('k')).toBe(false)
  })

  test('move to the key of the new object’s id when it is saved', async () => {
    const draft = newDraft({ ...newValues(objectType, null), title: 'New' }, groups)
    const session = open({ draft })
    session.edit('slug', 'new')
    await vi.advanceTimersByTimeAsync(300)
    expect([...drafts.storage.keys()]).toEqual(['new'])
    void session.save('draft')
    session.edit('title', 'Newer')
    server.last().answer.resolve(answerOf(server.last(), 1))
    await vi.advanceTimersByTimeAsync(300)
    expect([...drafts.storage.keys()]).toEqual(['k'])
    expect(drafts.storage.get('k')).toMatchObject({ rev: 1, values: { title: 'Newer' } })
  })

  test('are left alone by another tab without changes to the same object', async () => {
    const values = { ...draftOf(objectOf(), groups).values, title: 'Of the other tab' }
    drafts.storage.set('k', { at: 1, rev: 1, base: values, values })
    const session = open()
    session.receive(objectOf({ rev: 2, title: 'Theirs' }))
    await vi.advanceTimersByTimeAsync(300)
    expect(drafts.storage.has('k')).toBe(true)
  })

  test('of an unsaved new object are offered and never mixed with what is typed', async () => {
    const values = newValues(objectType, null)
    const storedDraft = {
      at: 5,
      rev: undefined,
      base: values,
      values: { ...values, title: 'Left' },
    }
    const offered = { key: 'new/0', draft: storedDraft }
    drafts.storage.set('new/0', storedDraft)
    const session = open({ draft: newDraft(values, groups), offered })
    const title = () => session.get().draft.values.title
    expect(title()).toBe('')
    session.edit('title', 'Typed')
    await vi.advanceTimersByTimeAsync(300)
    expect(drafts.storage.get('new')).toMatchObject({ values: { title: 'Typed' } })
    expect(drafts.storage.get('new/0')).toEqual(storedDraft)

    // The two drafts are swapped, and nothing is lost.
    session.continueOffered()
    expect(title()).toBe('Left')
    expect(session.get()).toMatchObject({
      restoredAt: 5,
      offered: { key: 'new/0', draft: { values: { title: 'Typed' } } },
    })
    await settle()
    expect(drafts.storage.get('new')).toMatchObject({ values: { title: 'Left' } })
    expect(drafts.storage.get('new/0')).toMatchObject({ values: { title: 'Typed' } })
    session.continueOffered()
    expect(title()).toBe('Typed')

    session.offer(undefined)
    expect(session.get().offered).toBeUndefined()
    await settle()
    expect(drafts.storage.has('new/0')).toBe(false)
  })

  test('are restored with their time and can be discarded', async () => {
    const values = { ...draftOf(objectOf(), groups).values, title: 'Kept' }
    const saved = { at: 5, rev: 1, base: draftOf(objectOf(), groups).base, values }
    drafts.storage.set('k', saved)
    const session = open({ stored: saved })
    expect(session.get()).toMatchObject({ restoredAt: 5, draft: { values: { title: 'Kept' } } })
    session.discard()
    expect(session.get()).toMatchObject({
      restoredAt: undefined,
      draft: { values: { title: 'The Blue Rigi' } },
    })
    await settle()
    expect(drafts.storage.has('k')).toBe(false)
  })
})
