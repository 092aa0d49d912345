// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type RecordDraft, useRecordForm } from './use-record-form.tsx'

interface Note {
  readonly title: string
  readonly text: string
}

const refusal = (code: string, path = '') =>
  Object.assign(new Error('No'), {
    name: 'ApiError',
    code,
    status: 409,
    details: path ? [{ path, message: `${path} is taken`, rule: 'unique' }] : [],
  })

/** Renders the form of a note that others save, too. */
function setUp(initial?: RecordDraft<Note>) {
  const save =
    vi.fn<(values: Note, typed: Partial<Note>, rev: number | undefined) => Promise<void>>()
  save.mockResolvedValue(undefined)
  const hook = renderHook(
    ({ saved, rev }: { saved: Note; rev: number }) =>
      useRecordForm({
        saved,
        rev,
        initial,
        labels: { title: 'Title' },
        problemsOf: ({ title }) => ({ title: title === '' ? 'Title is missing' : undefined }),
        save,
      }),
    { initialProps: { saved: { title: 'Tea', text: 'Water' }, rev: 1 } },
  )
  const form = () => hook.result.current
  return {
    form,
    save,
    type: (title: string) => act(() => form().field('title').onChange(title)),
    submit: () => act(() => form().submit()),
    others: (saved: Note, rev: number) => hook.rerender({ saved, rev }),
  }
}

test('untouched fields follow the saves of others, and typed values are sent with their original rev', async () => {
  const { form, save, type, submit, others } = setUp()
  type('Mine')
  others({ title: 'Theirs', text: 'Milk' }, 2)
  expect(form().values).toEqual({ title: 'Mine', text: 'Milk' })
  await submit()
  expect(save).toHaveBeenCalledWith({ title: 'Mine', text: 'Milk' }, { title: 'Mine' }, 1)
  expect(form().draft).toBeUndefined()
})

test('a conflict blocks saving until the user chooses to keep what was typed', async () => {
  const { form, save, type, submit, others } = setUp()
  save.mockRejectedValueOnce(refusal('stale'))
  type('Mine')
  await submit()
  expect(form().isStale).toBe(true)
  others({ title: 'Theirs', text: 'Water' }, 2)
  await submit()
  expect(save).toHaveBeenCalledTimes(1)
  act(() => form().keepMine())
  await submit()
  expect(save).toHaveBeenLastCalledWith({ title: 'Mine', text: 'Water' }, { title: 'Mine' }, 2)
})

test('a conflict is also over when the user takes the other version', async () => {
  const { form, save, type, submit, others } = setUp()
  save.mockRejectedValueOnce(refusal('stale'))
  type('Mine')
  await submit()
  others({ title: 'Theirs', text: 'Water' }, 2)
  act(() => form().takeTheirs())
  expect(form()).toMatchObject({ isStale: false, values: { title: 'Theirs', text: 'Water' } })
  expect(form().draft).toBeUndefined()
})

test('an invalid form is not saved, and a rejected value is shown at its field with its label', async () => {
  const { form, save, type, submit } = setUp()
  type('')
  await submit()
  expect(save).not.toHaveBeenCalled()
  expect(form().field('title')).toMatchObject({ errorMessage: 'Title is missing', isTouched: true })
  save.mockRejectedValueOnce(refusal('conflict', 'data.title'))
  type('Tea')
  await submit()
  expect(form().field('title').errorMessage).toBe('Title is taken')
  expect(form().refusals.map(({ path }) => path)).toEqual(['data.title'])
  expect(form().failure).toBeUndefined()
})

test('text typed while the form is being saved stays, and is saved next', async () => {
  const { form, save, type, submit, others } = setUp()
  let end = () => {}
  save.mockReturnValueOnce(new Promise((resolve) => (end = resolve)))
  type('First')
  const saving = act(() => form().submit())
  type('Second')
  end()
  await saving
  others({ title: 'First', text: 'Water' }, 2)
  expect(form().values.title).toBe('Second')
  await submit()
  expect(save).toHaveBeenLastCalledWith({ title: 'Second', text: 'Water' }, { title: 'Second' }, 2)
})

test('the form starts with the draft of an earlier visit', async () => {
  const { form, save, submit } = setUp({ typed: { title: 'Half' }, rev: 1 })
  expect(form().values.title).toBe('Half')
  await submit()
  expect(save).toHaveBeenCalledWith({ title: 'Half', text: 'Water' }, { title: 'Half' }, 1)
})
