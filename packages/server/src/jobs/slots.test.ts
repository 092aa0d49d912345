import { expect, test } from 'vitest'

import { createSlots } from './slots.ts'

const { signal } = new AbortController()
const job = (bucketId: string, usesNetwork: boolean) => ({
  bucketId,
  account: 'ada',
  usesNetwork,
  signal,
})

test('jobs that call other servers count for their account from the start, even while they wait', async () => {
  const slots = createSlots(() => undefined)
  const first = slots.hold(job('a', true))
  expect(slots.busy()).toMatchObject({ accounts: [], network: [] })
  const answer = Promise.withResolvers<void>()
  const waiting = first.without(() => answer.promise)
  const second = slots.hold(job('b', true))
  // One job waits and one works. Otherwise, a third could be claimed before the second starts to wait.
  expect(slots.busy()).toMatchObject({ accounts: [], network: ['ada'] })
  answer.resolve()
  await waiting
  expect(slots.busy()).toMatchObject({ accounts: ['ada'], network: ['ada'] })
  second.release()
  expect(slots.busy()).toEqual({ buckets: ['a'], accounts: [], network: [] })
})

test('a waiting job frees its slot, and gets one back before a new job begins', async () => {
  let calls = 0
  const slots = createSlots(() => (calls += 1))
  const jobs = ['a', 'b', 'c', 'd'].map((id) => slots.hold(job(id, id === 'a')))
  expect(slots.hasRoom()).toBe(false)
  const answer = Promise.withResolvers<void>()
  const [first, ...others] = jobs
  const waiting = first?.without(() => answer.promise)
  expect(slots.hasRoom()).toBe(true)
  others.push(slots.hold(job('e', false)))
  answer.resolve()
  const before = calls
  await Promise.resolve()
  expect(slots.hasRoom()).toBe(false)
  others[0]?.release()
  await waiting
  // The waiting job took the slot.
  expect(calls).toBe(before)
  others[1]?.release()
  expect(slots.hasRoom()).toBe(true)
})
