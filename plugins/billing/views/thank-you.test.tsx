// @vitest-environment jsdom
import { FactStore } from '@typecase/plugin-sdk/services'
import { renderSlot } from '@typecase/plugin-sdk/testing/render-plugin'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import plugin from '../plugin.ts'

test('stored thanks are shown after a change of the address, even on the same page', async () => {
  localStorage.clear()
  const reads = vi.spyOn(Storage.prototype, 'getItem')
  const facts = {
    'session.isLoggedIn': true,
    'route.id': 'objects.list',
    'route.href': '/a/objects',
  }
  const { findByRole, queryByRole, host } = await renderSlot(
    plugin,
    'shell.overlays',
    {},
    { facts },
  )
  await vi.waitFor(() => expect(reads).toHaveBeenCalledWith('subscription_plan_data'), 10_000)
  const month = { amount: 29900, is_subscribed: true }
  const plan = { name: 'Starter', pricing: { month, year: month } }
  localStorage.setItem('subscription_plan_data', JSON.stringify({ plan, isMonthly: true }))
  localStorage.setItem('show_subscription_thank_you', 'true')
  expect(queryByRole('dialog')).toBeNull()
  act(() => host.services.get(FactStore).set({ 'route.href': '/a/objects?skip=10' }))
  const dialog = await findByRole('dialog', { name: 'Thank you for subscribing!' })
  expect(dialog.textContent).toContain("You've successfully subscribed to the Starter plan.")
  expect(localStorage.getItem('show_subscription_thank_you')).toBeNull()
})
