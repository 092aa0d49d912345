// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { defineCommand } from '@typecase/plugin-sdk/command'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, Navigation, Session } from '@typecase/plugin-sdk/services'
import { fill } from '@typecase/plugin-sdk/slot'
import { describe, expect, test, vi } from 'vitest'

import { boot } from './boot.tsx'
import { account, projects, running, start, useBrowser } from './booted-app.fixture.tsx'

useBrowser()

describe('plugins', () => {
  test('that were disabled stay disabled after a reload', async () => {
    localStorage.setItem('core.disabled-plugins', '["projects"]')
    await start('/projects', [projects], 't1')
    await screen.findByText('There is nothing here')
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull()
  })

  test('may put a gate before everything, which lets users through if it fails', async () => {
    let isBroken = false
    const gate = definePlugin({
      id: 'gate',
      version: '1.0.0',
      api: 1,
      title: 'Gate',
      slots: [
        fill('shell.gate', {
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

  test('that fill a slot which no page offers are reported in development', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const panel = { load: () => Promise.resolve({ default: () => null }) }
    const words = definePlugin({
      id: 'words',
      version: '1.0.0',
      api: 1,
      title: 'Words',
      slots: [
        fill('shell.top', { id: 'words.top', ...panel }),
        fill('list.column', { id: 'words.count', ...panel }),
      ],
    })
    await start('/projects', [projects, words], 't1')
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 10_000)
    expect(warn.mock.calls).toEqual([
      ['“words”: the panel “words.count” is for the slot “list.column”, which does not exist.'],
    ])
    vi.restoreAllMocks()
  })

  test('that add buttons to the top bar keep the Help button, unless one brings its own', async () => {
    const words = (slot: 'shell.top' | 'shell.help', label: string) =>
      definePlugin({
        id: `words-${label}`,
        version: '1.0.0',
        api: 1,
        title: label,
        slots: [
          fill(slot, {
            id: `words-${label}.button`,
            load: () => Promise.resolve({ default: () => <button type="button">{label}</button> }),
          }),
        ],
      })
    const faces = words('shell.top', 'faces')
    await start('/projects', [projects, faces], 't1')
    await screen.findByRole('button', { name: 'faces' })
    await screen.findByRole('button', { name: 'Help' })
    cleanup()
    await start('/projects', [projects, faces, words('shell.help', 'better')], 't1')
    await screen.findByRole('button', { name: 'better' })
    expect(screen.queryByRole('button', { name: 'Help' })).toBeNull()
  })

  test('whose module throws are reported by name and do not affect others', async () => {
    history.replaceState(null, '', '/login')
    const app = boot({
      plugins: {
        broken: () => Promise.reject(new Error('broken at its top level')),
        account: async () => ({ default: account }),
      },
      baseUrl: '',
    })
    running.push(app)
    await app.ready
    render(app.view)
    await screen.findByRole('button', { name: 'Enter' })
    await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
    // In place of the broken plugin's page, the reason is shown.
    const reason = await screen.findByText(/“broken” could not be loaded: broken at its top level/)
    expect(reason.role).toBe('alert')
  })

  test('of third parties do not activate their own keys', async () => {
    history.replaceState(null, '', '/login')
    const ran = vi.fn<(plugin: string) => void>()
    const withKey = (id: string, keys: string) => async () => ({
      default: definePlugin({
        id,
        version: '1.0.0',
        api: 1,
        title: id,
        commands: [
          defineCommand({ id: `${id}.run`, title: id, effect: 'none', runNow: () => ran(id) }),
        ],
        keys: [{ keys, command: `${id}.run` }],
      }),
    })
    const app = boot({
      plugins: { account: async () => ({ default: account }), ours: withKey('ours', 'F8') },
      thirdParty: { theirs: withKey('theirs', 'F9') },
      baseUrl: '',
    })
    running.push(app)
    await app.ready
    render(app.view)
    await userEvent.keyboard('{F9}{F8}')
    expect(ran.mock.calls).toEqual([['ours']])
  })

  test('have the services of the core and are activated once, even in strict mode', async () => {
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
        fill('shell.overlays', {
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
