import {
  array,
  assert,
  constant,
  constantFrom,
  nat,
  oneof,
  property,
  record,
  string,
} from 'fast-check'
import type { CmsObject } from '@typecase/contract/objects'
import { describe, expect, test } from 'vitest'

import {
  acknowledge,
  changesOf,
  choose,
  discard,
  type Draft,
  draftOf,
  edit,
  isDirty,
  localChangesOf,
  loseConnection,
  meetStale,
  newDraft,
  openClashes,
  receive,
  refuse,
  restore,
  save,
  settle,
} from './draft.ts'
import { objectOf } from '@typecase/content/object/object.fixture'
import { updateData } from './payload.ts'
import { getAt } from '@typecase/content/object/path'
import { saveStateOf } from './save-state.ts'
import { valuesOf } from '@typecase/content/object/values'

const groups = new Set<string>()
const open = (patch?: Partial<CmsObject>): Draft => draftOf(objectOf(patch), groups)
const here = { isOnline: true, canKeep: true, hasEnded: false }
const medium = (draft: Draft): unknown => draft.values.metadata['medium']
/** Returns the object as the server would after an attempt. */
function accept(draft: Draft, server: CmsObject): CmsObject {
  const { values, status } = draft.attempt ?? { values: draft.values, status: 'draft' as const }
  return { ...server, ...values, metadata: { ...values.metadata }, status, rev: server.rev + 1 }
}

describe('saving', () => {
  test('sends only changed fields, and sends later edits with the new revision after the answer', () => {
    let draft = save(edit(open(), 'metadata.medium', 'ink'), 'draft')
    const first = draft.attempt
    expect(first && updateData(first, groups)).toEqual({
      status: 'draft',
      metadata: { medium: 'ink' },
    })
    draft = save(edit(draft, 'metadata.medium', 'ink and wash'), 'draft')
    draft = save(edit(draft, 'title', 'Rigi'), 'published')
    expect(draft.attempt).toBe(first)

    draft = acknowledge(draft, accept(draft, objectOf()))
    expect(draft.attempt).toMatchObject({ rev: 2, status: 'published' })
    expect(draft.attempt && updateData(draft.attempt, groups)).toEqual({
      status: 'published',
      title: 'Rigi',
      metadata: { medium: 'ink and wash' },
    })
    draft = acknowledge(draft, accept(draft, objectOf({ rev: 2 })))
    expect(draft.attempt).toBeUndefined()
    expect(isDirty(draft)).toBe(false)
    expect(draft.server?.status).toBe('published')
  })

  test('takes the server’s value of a field unless the field was edited since', () => {
    let draft = save(edit(open(), 'slug', 'taken'), 'draft')
    draft = edit(draft, 'title', 'Typed meanwhile')
    const answer = { ...accept(draft, objectOf()), slug: 'taken-2', title: 'The Blue Rigi' }
    draft = acknowledge(draft, answer)
    expect(draft.values.slug).toBe('taken-2')
    expect(draft.values.title).toBe('Typed meanwhile')
    expect(changesOf(draft)).toEqual(['title'])
  })

  test('sends nothing without changes, except to publish a draft', () => {
    expect(save(open(), 'draft').attempt).toBeUndefined()
    expect(save(open({ status: 'published' }), 'published').attempt).toBeUndefined()
    expect(save(open(), 'published').attempt).toMatchObject({ status: 'published' })
  })

  test('sends null for a cleared field', () => {
    const draft = save(edit(open(), 'metadata.medium', undefined), 'draft')
    expect(draft.attempt && updateData(draft.attempt, groups)).toEqual({
      status: 'draft',
      metadata: { medium: null },
    })
  })

  test('keeps the edits after a refusal, and the next edit clears the error', () => {
    const draft = refuse(save(edit(open(), 'metadata.medium', 'x'), 'draft'), 'no')
    expect(medium(draft)).toBe('x')
    expect(draft.attempt).toBeUndefined()
    expect(edit(draft, 'metadata.medium', 'y').trouble).toBeUndefined()
  })
})

describe('after a lost connection', () => {
  test('the changes are kept and counted, and a save sends them again', () => {
    let draft = save(edit(edit(open(), 'metadata.medium', 'ink'), 'title', 'R'), 'published')
    draft = loseConnection(draft)
    expect(saveStateOf(draft, here).text).toBe('Not saved: offline, retrying. 2 changes kept here')
    draft = edit(draft, 'metadata.height', 1)
    expect(saveStateOf(draft, here).text).toBe('Not saved: offline, retrying. 3 changes kept here')
    expect(save(draft, 'draft').attempt).toMatchObject({ status: 'draft', rev: 1 })
  })

  test('my own update that had reached the server is not taken for someone else’s', () => {
    let draft = save(edit(open(), 'metadata.medium', 'ink'), 'draft')
    const arrived = accept(draft, objectOf())
    draft = edit(loseConnection(draft), 'metadata.medium', 'ink and wash')
    draft = meetStale(save(draft, 'draft'), arrived)
    expect(draft.trouble).toBeUndefined()
    expect(draft.attempt).toMatchObject({ rev: 2 })
    expect(medium(draft)).toBe('ink and wash')
  })

  test('a new object is sent again unchanged, so that it is not created twice', () => {
    const values = { ...valuesOf(objectOf()), title: 'New' }
    let draft = save(newDraft(values, groups), 'draft')
    const first = draft.attempt
    draft = edit(loseConnection(draft), 'title', 'Newer')
    draft = save(draft, 'published')
    expect(draft.attempt).toBe(first)
    draft = acknowledge(draft, objectOf({ title: 'New' }))
    expect(draft.attempt).toMatchObject({ rev: 1, status: 'published' })
    expect(draft.values.title).toBe('Newer')
  })
})

describe('a save after someone else’s change', () => {
  test('merges changes to different fields and sends them at once', () => {
    const draft = meetStale(
      save(edit(open(), 'metadata.medium', 'ink'), 'published'),
      objectOf({ rev: 4, title: 'Theirs' }),
    )
    expect(draft.trouble).toBeUndefined()
    expect(draft.attempt).toMatchObject({ rev: 4, status: 'published' })
    expect(draft.values).toMatchObject({ title: 'Theirs', metadata: { medium: 'ink' } })
  })

  test('does not conflict with a scheduled publish', () => {
    const published = objectOf({ rev: 2, status: 'published', published_at: '2026-11-21' })
    const draft = meetStale(save(edit(open(), 'title', 'Mine'), 'draft'), published)
    expect(draft.attempt).toMatchObject({ rev: 2 })
  })

  test('waits until every clash has a choice, then sends mine on top of theirs', () => {
    const theirs = objectOf({ rev: 4, title: 'Theirs', metadata: { medium: 'gouache', height: 1 } })
    let draft = edit(edit(open(), 'title', 'Mine'), 'metadata.medium', 'ink')
    draft = meetStale(save(draft, 'draft'), theirs)
    expect(saveStateOf(draft, here).text).toBe('Not saved: conflict')
    expect(openClashes(draft).map(({ path }) => path)).toEqual(['title', 'metadata.medium'])
    // Nothing is sent before everything is decided.
    expect(settle(draft)).toBe(draft)
    expect(save(draft, 'published')).toBe(draft)

    draft = choose(choose(draft, ['title'], 'theirs'), ['metadata.medium'], 'mine')
    draft = settle(draft)
    expect(draft.attempt).toMatchObject({ rev: 4 })
    expect(draft.values).toMatchObject({
      title: 'Theirs',
      metadata: { medium: 'ink', height: 1 },
    })
    expect(draft.attempt && updateData(draft.attempt, groups)).toEqual({
      status: 'draft',
      metadata: { medium: 'ink' },
    })
  })

  test('sends nothing if all of theirs is taken', () => {
    const theirs = objectOf({ rev: 4, title: 'Theirs' })
    let draft = meetStale(save(edit(open(), 'title', 'Mine'), 'draft'), theirs)
    draft = settle(choose(draft, ['title'], 'theirs'))
    expect(draft.attempt).toBeUndefined()
    expect(draft.values.title).toBe('Theirs')
  })
})

describe('a state read from the server', () => {
  test('is merged with edits to other fields', () => {
    const draft = receive(
      edit(open(), 'metadata.medium', 'ink'),
      objectOf({ rev: 2, title: 'Theirs' }),
    )
    expect(draft.rev).toBe(2)
    expect(draft.values).toMatchObject({ title: 'Theirs', metadata: { medium: 'ink' } })
  })

  test('fills the unedited fields, and the clash waits for the next save or a reverted edit', () => {
    const dirty = edit(open({ rev: 3 }), 'title', 'Mine')
    const theirs = objectOf({ rev: 4, title: 'Theirs', metadata: { medium: 'ink' } })
    const met = receive(dirty, theirs)
    expect(met.values).toMatchObject({ title: 'Mine', metadata: { medium: 'ink' } })
    expect(changesOf(met)).toEqual(['title'])
    // The server refuses the save, which reveals the clash.
    expect(save(met, 'draft').attempt?.rev).toBe(3)
    expect(meetStale(save(met, 'draft'), theirs).trouble).toMatchObject({
      clashes: [{ path: 'title', base: 'The Blue Rigi', mine: 'Mine', theirs: 'Theirs' }],
    })
    // An older state that arrives late reverts nothing; a newer one is taken in.
    expect(receive(met, objectOf({ rev: 3 }))).toBe(met)
    expect(medium(receive(met, { ...theirs, rev: 5, metadata: { medium: 'chalk' } }))).toBe('chalk')
    // The user reverts the text, or types the same as theirs: no conflict remains.
    for (const text of ['The Blue Rigi', 'Theirs']) {
      const calm = edit(met, 'title', text)
      expect(calm).toMatchObject({ rev: 4, values: { title: 'Theirs' } })
      expect(isDirty(calm)).toBe(false)
    }
  })

  test('is ignored if it is not newer, or if a save is under way', () => {
    const dirty = edit(open({ rev: 3 }), 'title', 'Mine')
    expect(receive(dirty, objectOf({ rev: 3 }))).toBe(dirty)
    const saving = save(dirty, 'draft')
    expect(receive(saving, objectOf({ rev: 4 }))).toBe(saving)
  })
})

describe('changes stored in the browser', () => {
  test('are restored on top of the server’s newest state', () => {
    const saved = { rev: 1, base: valuesOf(objectOf()), values: edit(open(), 'title', 'M').values }
    const draft = restore(open({ rev: 2, metadata: { medium: 'ink' } }), saved)
    expect(draft.rev).toBe(2)
    expect(draft.values).toMatchObject({ title: 'M', metadata: { medium: 'ink' } })
  })

  test('do not conflict with their own save whose answer was lost', () => {
    const saving = save(edit(open(), 'metadata.medium', 'ink'), 'draft')
    const arrived = open({ rev: 2, metadata: { medium: 'ink', height: 297 } })
    for (const before of [saving, loseConnection(saving)]) {
      const saved = localChangesOf(edit(before, 'metadata.medium', 'ink and wash'))
      const draft = restore(arrived, saved)
      expect(draft).toMatchObject({ rev: 2, values: { metadata: { medium: 'ink and wash' } } })
    }
  })

  test('keep their old revision if they clash, and can be discarded', () => {
    const saved = { rev: 1, base: valuesOf(objectOf()), values: edit(open(), 'title', 'M').values }
    const draft = restore(open({ rev: 2, title: 'Theirs' }), saved)
    expect(save(draft, 'draft').attempt?.rev).toBe(1)
    expect(discard(draft).values.title).toBe('Theirs')
  })
})

/** Two clients, one object, any order of events: no typed text disappears silently (reliability D1 and D3). */
test('after any order of events, typed text is on the server, on the screen or in a conflict', () => {
  const event = oneof(
    record({ kind: constant('type' as const), text: string({ maxLength: 3 }) }),
    record({ kind: constantFrom('save', 'answer', 'lose', 'loseAnswer', 'retry') }),
    record({ kind: constant('other' as const), key: constantFrom('medium', 'height') }),
    record({ kind: constant('refetch' as const), age: nat(3) }),
  )
  assert(
    property(array(event, { maxLength: 40 }), (events) => {
      const history = [objectOf()]
      const current = (): CmsObject => history[history.length - 1] ?? objectOf()
      let draft = open()
      let typed = 'oil'
      let count = 0

      /** Handles an attempt as the server would. @returns whether it was accepted */
      function serve(): boolean {
        if (!draft.attempt || draft.attempt.rev !== current().rev) return false
        history.push(accept(draft, current()))
        return true
      }
      for (const one of events) {
        if (one.kind === 'type')
          draft = edit(draft, 'metadata.medium', (typed = `${one.text}${count++}`))
        if (one.kind === 'save') draft = save(draft, 'draft')
        if (one.kind === 'answer' && draft.attempt) {
          draft = serve() ? acknowledge(draft, current()) : meetStale(draft, current())
        }
        if (one.kind === 'lose') draft = loseConnection(draft)
        if (one.kind === 'loseAnswer' && draft.attempt) {
          serve()
          draft = loseConnection(draft)
        }
        if (one.kind === 'retry' && draft.trouble?.kind === 'offline') draft = save(draft, 'draft')
        if (one.kind === 'other') {
          const metadata = { ...current().metadata, [one.key]: `theirs ${count++}` }
          history.push({ ...current(), metadata, rev: current().rev + 1 })
        }
        if (one.kind === 'refetch') {
          draft = receive(draft, history[Math.max(0, history.length - 1 - one.age)] ?? objectOf())
        }
        // Only their change of the very field that I changed may cause a question.
        const theirTexts = history.map(({ metadata }) => String(metadata['medium']))
        if (!theirTexts.some((text) => text.startsWith('theirs'))) {
          expect(draft.trouble?.kind).not.toBe('conflict')
        }
        // The text I typed last stays on the screen until someone else's later text replaces it after a save.
        const wasSaved = history.some(({ metadata }) => metadata['medium'] === typed)
        if (!wasSaved) expect(medium(draft)).toBe(typed)
        if (draft.rev !== undefined && !isDirty(draft) && !draft.attempt && draft.server) {
          expect(getAt(draft.values, 'metadata')).toEqual(draft.server.metadata)
        }
      }
    }),
    { numRuns: 500 },
  )
})
