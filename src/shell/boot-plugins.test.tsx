// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, Navigation, Session } from '@typecase/plugin-sdk/services'
import { fill } from '@typecase/plugin-sdk/slot'
import { describe, expect, test, vi } from 'vitest'

import { GateSlot, OverlaySlot } from './slots.ts'
import { projects, start, useBrowser } from './booted-app.fixture.tsx'

useBrowser()

describe('plugins', () => {
  test('that are switched off stay so after a reload, and can be put in front of everything', async () => {
    localStorage.setItem('core.disabled-plugins', '["projects"]')
    await start('/projects', [projects], 't1')
    await screen.findByText('There is nothing here')
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull()
  })

  test('may put something before everything, and let it through when they fail', async () => {
    let isBroken = false
    const gate = definePlugin({
      id: 'gate',
      version: '1.0.0',
      api: 1,
      title: 'Gate',
      slots: [
        fill(GateSlot, {
          id: 'gate.code',
          load: () =>
            Promise.resolve({
              default: () => {
                if (isBroken) throw new Error('gate')
                return <p>Enter an access code</p>
              },
            }),
        }),
      ],
    })
    await start('/projects', [projects, gate], 't1')
    await screen.findByText('Enter an access code')
    expect(screen.queryByRole('heading', { name: 'Projects' })).toBeNull()
    cleanup()
    isBroken = true
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await start('/projects', [projects, gate], 't1')
    await screen.findByRole('heading', { name: 'Projects' })
    vi.restoreAllMocks()
  })

  test('have the services of the core, once, in strict mode as well', async () => {
    const seen = vi.fn<(plugin: string) => void>()
    const activate = vi.fn<() => void>()
    const watcher = definePlugin({
      id: 'watcher',
      version: '1.0.0',
      api: 1,
      title: 'Watcher',
      needs: [Commands, Navigation, Session],
      activate: () => Promise.resolve({ activate }),
      slots: [
        fill(OverlaySlot, {
          id: 'watcher.overlay',
          load: () =>
            Promise.resolve({
              default: () => {
                const { data } = useUser()
                seen(data?.email ?? '')
                return <p>Welcome {data?.first_name}</p>
              },
            }),
        }),
      ],
    })
    await start('/projects', [projects, watcher], 't1')
    await screen.findByText('Welcome Ada')
    expect(activate).toHaveBeenCalledTimes(1)
  })
})
