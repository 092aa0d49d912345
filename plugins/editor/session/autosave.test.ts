import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  acknowledge,
  type Draft,
  draftOf,
  edit,
  newDraft,
  receive,
  refuse,
  save,
} from '../draft/draft.ts'
import { objectOf, objectTypeOf } from '@typecase/content/object/object.fixture'
import { newValues } from '@typecase/content/object/values'
import { autosave } from './autosave.ts'

let draft: Draft
let changed: () => void
const saved = vi.fn<() => Promise<never>>()

beforeEach(() => {
  vi.useFakeTimers()
  saved.mockReset()
  draft = draftOf(objectOf(), new Set())
})
afterEach(() => void vi.useRealTimers())

const start = () =>
  autosave({
    // The rest of the state is not needed here.
    get: () => ({ draft }) as never,
    subscribe(listener) {
      changed = listener
      return () => (changed = () => {})
    },
    save: saved,
  })

function become(next: Draft): void {
  draft = next
  changed()
}

const type = (text: string): void => become(edit(draft, 'title', text))

test('a draft is saved when typing pauses, and during long typing', () => {
  start()
  type('A')
  vi.advanceTimersByTime(4000)
  type('Ab')
  vi.advanceTimersByTime(4999)
  expect(saved).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(saved.mock.calls).toEqual([['draft', { isQuiet: true }]])
  become(acknowledge(save(draft, 'draft'), objectOf({ rev: 2, title: 'Ab' })))
  for (let second = 0; second < 30; second += 1) {
    type(`Text ${second}`)
    vi.advanceTimersByTime(1000)
  }
  expect(saved).toHaveBeenCalledTimes(2)
})

test('an unchanged, new, refused, clashing or saving draft is not saved', () => {
  const dirty = edit(draft, 'title', 'Mine')
  for (const [what, waiting] of Object.entries({
    unchanged: draft,
    new: edit(newDraft(newValues(objectTypeOf(), null), new Set()), 'title', 'New'),
    refused: refuse(save(dirty, 'draft'), 'No.'),
    clashing: receive(dirty, objectOf({ rev: 2, title: 'Theirs' })),
    saving: save(dirty, 'draft'),
  })) {
    const stop = start()
    become({ ...waiting, values: { ...waiting.values } })
    vi.advanceTimersByTime(60_000)
    expect([what, saved.mock.calls.length]).toEqual([what, 0])
    stop()
  }
})

test('edits from before the start are saved, and none after the stop', () => {
  draft = edit(draft, 'title', 'Before')
  const stop = start()
  vi.advanceTimersByTime(5000)
  expect(saved).toHaveBeenCalledTimes(1)
  type('After')
  stop()
  vi.advanceTimersByTime(60_000)
  expect(saved).toHaveBeenCalledTimes(1)
})
