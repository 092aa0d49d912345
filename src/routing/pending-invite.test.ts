import { expect, test, vi } from 'vitest'

import { createPendingInvite } from './pending-invite.ts'

function storageOf(values: Record<string, string> = {}) {
  const stored = new Map(Object.entries(values))
  return {
    storage: stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

test('the invitation in an address is kept until it is answered, one at a time', () => {
  const storage = storageOf()
  const pending = createPendingInvite(storage)
  const listener = vi.fn<() => void>()
  pending.subscribe(listener)
  expect(pending.get()).toBeUndefined()
  pending.keep({ invite_id: 'abc', resource: 'project', plan: 'x' })
  expect(pending.get()).toEqual({ invite_id: 'abc', resource: 'project' })
  expect(Object.fromEntries(storage.storage)).toEqual({ invite_id: 'abc', resource: 'project' })
  // Another page of the same visit, and the same address a second time.
  const now = pending.get()
  pending.keep({})
  pending.keep({ invite_id: 'abc', resource: 'project' })
  expect(pending.get()).toBe(now)
  expect(listener).toHaveBeenCalledTimes(1)
  pending.keep({ invite_id: 'def', resource: 'workspace' })
  expect(pending.get()).toEqual({ invite_id: 'def', resource: 'workspace' })
  pending.clear()
  expect(pending.get()).toBeUndefined()
  expect(storage.storage.size).toBe(0)
  expect(listener).toHaveBeenCalledTimes(3)
})

test('an invitation is restored after a reload, and an incomplete or overlong one is ignored', () => {
  const invite = createPendingInvite(storageOf({ invite_id: 'abc', resource: 'project' }))
  expect(invite.get()).toEqual({ invite_id: 'abc', resource: 'project' })
  expect(createPendingInvite(storageOf({ invite_id: 'abc' })).get()).toBeUndefined()
  const pending = createPendingInvite(storageOf())
  pending.keep({ invite_id: 'abc' })
  pending.keep({ invite_id: 'x'.repeat(201), resource: 'project' })
  expect(pending.get()).toBeUndefined()
})
