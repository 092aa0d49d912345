import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToasts, TOAST_TIME, TOAST_TIME_WITH_ACTION } from './toast-queue.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const undo = { label: 'Undo', onAction: () => undefined }

function setUp() {
  const toasts = createToasts()
  const messages = () => toasts.visibleToasts.map(({ content }) => content.message)
  return { toasts, messages }
}

test('a toast hides after 3 s', () => {
  const { toasts, messages } = setUp()
  toasts.show({ message: 'Saved' })
  vi.advanceTimersByTime(TOAST_TIME - 1)
  expect(messages()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('a toast with an action hides after 10 s', () => {
  const { toasts, messages } = setUp()
  toasts.show({ message: 'Published', action: undo })
  vi.advanceTimersByTime(TOAST_TIME_WITH_ACTION - 1)
  expect(messages()).toEqual(['Published'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('a toast keeps its duration, but stays at least 10 s with an action or for a failure', () => {
  const { toasts, messages } = setUp()
  toasts.show({ message: 'Long', duration: 20_000 })
  toasts.show({ message: 'Undo', action: undo, duration: 500 })
  toasts.show({ message: 'Failed', tone: 'error' })
  toasts.show({ message: 'Short', duration: 500 })
  vi.advanceTimersByTime(500)
  expect(messages()).toEqual(['Failed', 'Undo', 'Long'])
  vi.advanceTimersByTime(TOAST_TIME_WITH_ACTION - 501)
  expect(messages()).toEqual(['Failed', 'Undo', 'Long'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual(['Long'])
  vi.advanceTimersByTime(10_000)
  expect(messages()).toEqual([])
})

test('a pause keeps the remaining time, however often it is started and ended', () => {
  const { toasts, messages } = setUp()
  toasts.show({ message: 'Saved' })
  vi.advanceTimersByTime(2_000)
  toasts.pauseAll()
  toasts.pauseAll()
  vi.advanceTimersByTime(60_000)
  expect(messages()).toEqual(['Saved'])
  toasts.resumeAll()
  toasts.resumeAll()
  toasts.pauseAll()
  vi.advanceTimersByTime(60_000)
  expect(messages()).toEqual(['Saved'])
  toasts.resumeAll()
  vi.advanceTimersByTime(999)
  expect(messages()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('a toast that arrives during a pause waits with the others', () => {
  const { toasts, messages } = setUp()
  toasts.show({ message: 'first' })
  toasts.pauseAll()
  toasts.show({ message: 'second' })
  vi.advanceTimersByTime(60_000)
  expect(messages()).toEqual(['second', 'first'])
  toasts.resumeAll()
  vi.advanceTimersByTime(TOAST_TIME)
  expect(messages()).toEqual([])
})

test('closing the last toast during a pause ends the pause', () => {
  const { toasts, messages } = setUp()
  const key = toasts.show({ message: 'first' })
  toasts.pauseAll()
  toasts.close(key)
  toasts.show({ message: 'second' })
  vi.advanceTimersByTime(TOAST_TIME)
  expect(messages()).toEqual([])
})

test('clear removes all toasts and their timers', () => {
  const { toasts, messages } = setUp()
  toasts.show({ message: 'first' })
  toasts.show({ message: 'second', action: undo })
  toasts.clear()
  expect(messages()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})
