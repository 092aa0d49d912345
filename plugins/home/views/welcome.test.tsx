// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { FactStore } from '@typecase/plugin-sdk/services'
import { renderSlot } from '@typecase/plugin-sdk/testing/render-plugin'
import type { User } from '@typecase/contract/users'
import { afterEach, expect, test, vi } from 'vitest'

import plugin from '../plugin.ts'
// Load the panel's code before the clock is frozen.
import './welcome.tsx'

afterEach(() => void vi.useRealTimers())

test('the welcome opens only once the user has stopped typing', async () => {
  const user = { id: 'a', email: 'grace@example.com', first_login: true } as User
  const facts = { 'session.isLoggedIn': true, 'focus.inText': true } as const
  const { queryByRole, host } = await renderSlot(plugin, 'shell.overlays', {}, { user, facts })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const isOpen = () => queryByRole('dialog', { name: /^Welcome/ }) !== null
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const focusText = (isInText: boolean) =>
    act(() => host.services.get(FactStore).set({ 'focus.inText': isInText || undefined }))
  await pass(5_000)
  expect(isOpen()).toBe(false)

  // The focus moves to another field, and a key is pressed outside of fields.
  focusText(false)
  focusText(true)
  await pass(5_000)
  focusText(false)
  await pass(400)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))
  await pass(400)
  expect(isOpen()).toBe(false)
  await pass(100)
  expect(isOpen()).toBe(true)
})
