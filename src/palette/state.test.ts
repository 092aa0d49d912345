import { describe, expect, test } from 'vitest'

import type { Review } from '../commands/review.ts'
import type { Step } from '../commands/steps.ts'
import {
  type ArgumentsPage,
  closed,
  type Page,
  type PaletteAction,
  reducePalette,
  type ReviewPage,
  type SearchPage,
  stepOf,
  todo,
} from './state.ts'

const step = (key: string, rest: Partial<Step> = {}): Step => ({
  key,
  title: key,
  kind: 'text',
  isRequired: true,
  ask: { kind: 'text', title: key },
  ...rest,
})
const optional = step('note', {
  isRequired: false,
  ask: { kind: 'text', title: 'note', isAlwaysAsked: true },
})

const search: SearchPage = { kind: 'search', id: 1, query: 'mo', isHere: false, isBusy: false }
const asking: ArgumentsPage = {
  kind: 'arguments',
  id: 2,
  request: {
    command: { id: 'x.move', title: 'Move…', effect: 'write', load: () => Promise.reject() },
    title: 'Move…',
    steps: [step('folder'), step('name'), optional],
    args: {},
    at: 'folder',
  },
  args: {},
  labels: {},
  at: 'folder',
  query: '',
  message: undefined,
  skipped: [],
  trail: [],
  chosen: [],
  isBusy: false,
}
const review: ReviewPage = {
  kind: 'review',
  id: 3,
  request: {
    title: 'Move…',
    // These tests do not use the review.
    review: {} as Review,
    args: {},
    steps: [],
  },
  typed: '',
  isBusy: false,
}

const run = (pages: readonly Page[], ...actions: PaletteAction[]) =>
  actions.reduce(reducePalette, { pages }).pages
const top = (...args: Parameters<typeof run>) => run(...args).at(-1) as ArgumentsPage

const answer = (key: string, value = 'a'): PaletteAction => ({
  type: 'answer',
  key,
  value,
  label: value,
})

describe('the stack of pages', () => {
  test('grows and shrinks by one page', () => {
    const pages = run([search], { type: 'push', page: asking })
    expect(pages.map(({ kind }) => kind)).toEqual(['search', 'arguments'])
    expect(run(pages, { type: 'pop' })).toEqual([search])
    expect(run([search], { type: 'pop' })).toEqual([])
    expect(reducePalette(closed, { type: 'close' })).toBe(closed)
  })

  test('replaces the answered page of a command with its next page', () => {
    const pages = run(
      [search, asking],
      { type: 'busy', id: 2, isBusy: true },
      { type: 'push', page: review },
    )
    expect(pages.map(({ kind }) => kind)).toEqual(['search', 'review'])
  })

  test('keeps the search under the command chosen there, no longer busy', () => {
    const pages = run(
      [search],
      { type: 'busy', id: 1, isBusy: true },
      { type: 'push', page: asking },
    )
    expect(pages).toEqual([search, asking])
    expect(run(pages, { type: 'pop' })).toEqual([search])
  })

  test('does not change for an action that its page does not handle', () => {
    const state = { pages: [search] }
    expect(reducePalette(state, { type: 'type', typed: 'x' })).toBe(state)
    expect(reducePalette(closed, { type: 'query', query: 'x' })).toBe(closed)
  })
})

describe('the arguments page', () => {
  test('asks for one argument after the other, and optional ones may be skipped', () => {
    const first = top([asking], answer('folder'))
    expect(first).toMatchObject({ at: 'name', args: { folder: 'a' }, trail: ['folder'], query: '' })
    const second = top([first], answer('name'))
    expect(stepOf(second)).toBe(optional)
    const last = top([second], { type: 'skip', key: 'note' })
    expect(last.at).toBeUndefined()
    expect(todo(last)).toEqual([])
  })

  test('goes back through the arguments and then closes', () => {
    const pages = run([search, asking], answer('folder'), answer('name'))
    const back = top(pages, { type: 'back' })
    expect(back).toMatchObject({ at: 'name', args: { folder: 'a' } })
    expect(run(pages, { type: 'back' }, { type: 'back' }, { type: 'back' })).toEqual([search])
  })

  test('shows the earlier answer of a reopened argument, and continues with what is missing', () => {
    const reopened = top([asking], answer('folder', 'drafts'), { type: 'reopen', key: 'folder' })
    expect(reopened).toMatchObject({ at: 'folder', query: 'drafts' })
    expect(top([reopened], answer('folder', 'news'))).toMatchObject({
      at: 'name',
      args: { folder: 'news' },
      trail: ['folder'],
    })
  })

  test('shows the reason of a refusal until something else is typed', () => {
    const refused = top([asking], { type: 'refuse', message: 'Too short' })
    expect(refused.message).toBe('Too short')
    expect(top([refused], { type: 'query', query: 'x' })).toMatchObject({
      message: undefined,
      query: 'x',
    })
  })

  test('clears the query when one of several values is chosen', () => {
    const chosen = [{ value: 1, label: 'One' }]
    const page = top([asking], { type: 'query', query: 'on' }, { type: 'choose', chosen })
    expect(page).toMatchObject({ chosen, query: '' })
    expect(top([page], answer('folder')).chosen).toEqual([])
  })
})

describe('the review page', () => {
  test('keeps the typed text', () => {
    expect(run([review], { type: 'type', typed: '3' })).toEqual([{ ...review, typed: '3' }])
  })

  test('ignores a query', () => {
    expect(run([review], { type: 'query', query: 'x' })).toEqual([review])
  })
})

describe('the initial text of a step', () => {
  const at = { ...asking, at: 'name' }
  const begin = { type: 'begin-with', id: 2, key: 'name', text: 'Old name', chosen: [] } as const

  test('is shown in its step', () => {
    expect(top([at], begin).query).toBe('Old name')
  })

  test('does not overwrite what was typed or chosen meanwhile, and reaches no other step', () => {
    expect(top([at], { type: 'query', query: 'N' }, begin).query).toBe('N')
    expect(top([asking], begin).query).toBe('')
    expect(top([at], { ...begin, id: 9 }).query).toBe('')
    const [red, blue] = [
      { value: 'r', label: 'Red' },
      { value: 'b', label: 'Blue' },
    ] as const
    const several = { ...begin, text: '', chosen: [red] }
    expect(top([at], several)).toMatchObject({ query: '', chosen: [red] })
    expect(top([at], { type: 'choose', chosen: [blue] }, several)).toMatchObject({ chosen: [blue] })
  })
})
