import { expect, test, vi } from 'vitest'

import { createHandles } from './here.ts'
import { token } from './token.ts'

const page = token<{ name: string }>('x.page', 1)

test('the newest page handle wins, and the previous one returns when it is withdrawn', () => {
  const handles = createHandles()
  expect(handles.page(page)).toBeUndefined()
  const takeBack = handles.offer(page, { name: 'list' })
  const takeBackEditor = handles.offer(page, { name: 'editor' })
  expect(handles.page(page)?.name).toBe('editor')
  takeBackEditor()
  expect(handles.page(page)?.name).toBe('list')
  takeBack()
  expect(handles.page(page)).toBeUndefined()
})

test('waiting for a handle resolves with the first match, or with undefined when aborted', async () => {
  const handles = createHandles()
  const stop = new AbortController()
  const isEditor = vi.fn(({ name }: { name: string }) => name === 'editor')
  const handle = handles.waitFor(page, isEditor, stop.signal)
  handles.offer(page, { name: 'list' })
  expect(isEditor).toHaveBeenCalled()
  handles.offer(page, { name: 'editor' })
  expect(await handle).toEqual({ name: 'editor' })

  const never = handles.waitFor(page, ({ name }) => name === 'trash', stop.signal)
  stop.abort()
  expect(await never).toBeUndefined()
})
