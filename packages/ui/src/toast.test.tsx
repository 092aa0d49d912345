// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToasts, TOAST_TIME, TOAST_TIME_WITH_ACTION } from './toast-queue.tsx'
import { ToastRegion } from './toast.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function setUp() {
  const toasts = createToasts()
  render(<ToastRegion toasts={toasts} />)
  const region = () => screen.getByRole('region', { name: 'Notifications' })
  return { toasts, region }
}

test('an error is an alert, everything else a status', () => {
  const { toasts, region } = setUp()
  act(() => {
    toasts.show({ message: 'Could not save', tone: 'error' })
    toasts.show({ message: 'Saved', tone: 'success' })
  })
  expect(within(region()).getByRole('alert').textContent).toContain('Could not save')
  expect(within(region()).getByRole('status').textContent).toContain('Saved')
})

test('the action runs once and closes its toast', () => {
  const { toasts, region } = setUp()
  const onAction = vi.fn<() => void>()
  act(() => void toasts.show({ message: 'Published', action: { label: 'Undo', onAction } }))
  fireEvent.click(within(region()).getByRole('button', { name: 'Undo' }))
  expect(onAction).toHaveBeenCalledOnce()
  expect(screen.queryByRole('region')).toBeNull()
})

test('a toast may have two actions, and running one closes it', () => {
  const { toasts, region } = setUp()
  const undo = vi.fn<() => void>()
  const retry = vi.fn<() => void>()
  const actions = {
    action: { label: 'Undo', onAction: undo },
    otherAction: { label: 'Retry failed', onAction: retry },
  }
  act(() => void toasts.show({ message: 'Published 2 of 3', ...actions }))
  expect(within(region()).getByRole('button', { name: 'Undo' })).toBeDefined()
  fireEvent.click(within(region()).getByRole('button', { name: 'Retry failed' }))
  expect(retry).toHaveBeenCalledOnce()
  expect(undo).not.toHaveBeenCalled()
  expect(screen.queryByRole('region')).toBeNull()
})

test('the close button closes the toast', () => {
  const { toasts, region } = setUp()
  act(() => void toasts.show({ message: 'Saved' }))
  fireEvent.click(within(region()).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region')).toBeNull()
})

test('the focus inside a toast pauses its time, and leaving it resumes the time', () => {
  const { toasts, region } = setUp()
  const action = { label: 'Undo', onAction: () => undefined }
  act(() => void toasts.show({ message: 'Published', action }))
  const undo = within(region()).getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  act(() => void vi.advanceTimersByTime(TOAST_TIME_WITH_ACTION * 3))
  expect(region()).toBeTruthy()
  act(() => undo.blur())
  act(() => void vi.advanceTimersByTime(TOAST_TIME_WITH_ACTION))
  expect(screen.queryByRole('region')).toBeNull()
})

test('the pointer over a toast pauses its time', () => {
  const { toasts, region } = setUp()
  act(() => void toasts.show({ message: 'Saved' }))
  fireEvent.pointerEnter(region(), { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(TOAST_TIME * 3))
  fireEvent.pointerLeave(region(), { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(TOAST_TIME - 1))
  expect(region()).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByRole('region')).toBeNull()
})
