// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Button } from '@typecase/ui/button'
import { Menu, MenuTrigger } from '@typecase/ui/menu'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readBucketSetting } from '../bucket-settings.ts'
import { Refusal } from '../refusal.ts'
import { defineCommand } from '../command.ts'
import { Here } from '../here.ts'
import { definePlugin } from '../plugin.ts'
import { FactStore, Queries } from '../services.ts'
import { fill } from '../slot.ts'
import { provide, token } from '../token.ts'
import { has } from '../when.ts'
import { LOAD_TIMEOUT } from '../within.ts'
import { createTestHost } from '../testing/test-host.ts'
import { CommandButton } from './command-button.tsx'
import { useFacts, useProvideFacts } from './facts.tsx'
import { HostProvider } from './host.tsx'
import { usePageHandle } from './page-handle.tsx'
import { useBucketSetting } from './bucket-settings.tsx'
import { CommandMenuItem } from './command-menu-item.tsx'
import { useSelection } from './selection.tsx'
import { useService } from './services.tsx'
import { Slot } from './slot.tsx'
import { useUser } from './user.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

declare module '../slot.ts' {
  interface Slots {
    'x.inspector': { name: string }
  }
}
type Panel = Parameters<typeof fill<'x.inspector'>>[1]

function hostWith(...panels: Panel[]) {
  const plugin = definePlugin({
    id: 'x',
    version: '1.0.0',
    api: 1,
    title: 'Comments',
    slots: panels.map((panel) => fill('x.inspector', panel)),
    commands: [
      defineCommand({
        id: 'x.publish',
        title: 'Publish',
        effect: 'write',
        when: has('route.objectID'),
        why: () => 'Open an object first.',
        load: () => Promise.resolve({ run: async () => ({ message: 'Published.' }) }),
      }),
    ],
  })
  return createTestHost(plugin)
}

const panel = (
  id: string,
  View: (props: { name: string }) => React.ReactNode,
  order = 1,
): Panel => ({
  id,
  order,
  load: () => Promise.resolve({ default: View }),
})

async function show(host: ReturnType<typeof hostWith>, content: React.ReactNode) {
  return act(async () => render(<HostProvider host={host}>{content}</HostProvider>))
}

describe('a slot', () => {
  test('renders its panels with the props, or its children if no plugin fills it', async () => {
    await show(
      hostWith(panel('x.a', ({ name }) => <p>Hello {name}</p>)),
      <Slot name="x.inspector" props={{ name: 'Ada' }} />,
    )
    expect(screen.getByText('Hello Ada')).toBeDefined()
    cleanup()
    await show(
      hostWith(),
      <Slot name="x.inspector" props={{ name: 'Ada' }}>
        empty
      </Slot>,
    )
    expect(screen.getByText('empty')).toBeDefined()
  })

  test('isolates a panel that throws, names its plugin, and renders it again on Retry', async () => {
    let isBroken = true
    const host = hostWith(
      panel('x.bad', () => {
        if (isBroken) throw new Error('no comments')
        return <p>works again</p>
      }),
      panel('x.good', () => <p>good</p>),
    )
    await show(host, <Slot name="x.inspector" props={{ name: '' }} />)
    expect(screen.getByText('good')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('This panel of “Comments” failed')
    expect(screen.getByRole('alert').textContent).toContain('no comments')
    expect(host.log.faults).toMatchObject([{ phase: 'render' }])
    expect(screen.getByRole('button', { name: 'Disable' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Copy report' })).toBeDefined()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('works again')).toBeDefined()
  })

  test('reduces a failed panel to a message and a Retry button when it is inline', async () => {
    let isBroken = true
    const host = hostWith(
      panel('x.bad', () => {
        if (isBroken) throw new Error('no comments')
        return <p>works again</p>
      }),
    )
    await show(host, <Slot name="x.inspector" props={{ name: '' }} isInline />)
    const failure = screen.getByRole('alert')
    expect(failure.textContent).toBe('This panel of “Comments” failed')
    expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull()
    isBroken = false
    await userEvent.click(within(failure).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('works again')).toBeDefined()
  })

  test('shows the message of a refusal without logging a fault of the plugin', async () => {
    const host = hostWith(
      panel('x.refused', () => {
        throw new Refusal('Your role does not allow it.')
      }),
    )
    await show(host, <Slot name="x.inspector" props={{ name: '' }} />)
    expect(screen.getByRole('alert').textContent).toContain('Your role does not allow it.')
    expect(host.log.faults).toEqual([])
  })

  test('refetches missing code when the browser is online again, until the network responds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const load = vi.fn<Panel['load']>()
    const missing = () => new TypeError('Failed to fetch dynamically imported module: x.js')
    load.mockRejectedValueOnce(missing())
    // The event `online` comes before the network responds.
    load.mockRejectedValueOnce(missing())
    load.mockResolvedValue({ default: () => <p>from the network</p> })
    const host = hostWith({ id: 'x.late', load })
    await show(host, <Slot name="x.inspector" props={{ name: '' }} />)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByRole('alert').textContent).toContain('could not be fetched')
    expect(load).toHaveBeenCalledTimes(1)
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(load).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('alert').textContent).toContain('could not be fetched')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('from the network')).toBeTruthy()
    vi.useRealTimers()
  })

  test('gives up on a panel whose code has not loaded within 10 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const host = hostWith({ id: 'x.slow', load: () => new Promise(() => {}) })
    await show(host, <Slot name="x.inspector" props={{ name: '' }} />)
    expect(screen.getByRole('status')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(LOAD_TIMEOUT))
    expect(screen.getByRole('alert').textContent).toContain(
      'x.slow did not answer within 10 seconds',
    )
    vi.useRealTimers()
  })
})

describe('a command’s button', () => {
  test('runs the command', async () => {
    const host = hostWith()
    host.facts.set({ 'route.objectID': 'a' })
    await show(host, <CommandButton command="x.publish" variant="primary" />)
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
    expect(host.log.outcomes).toEqual([{ message: 'Published.' }])
  })

  test('stays visible with the reason while the command is disabled, and follows the facts', async () => {
    const host = hostWith()
    await show(host, <CommandButton command="x.publish" />)
    const button = screen.getByRole('button', { name: 'Publish' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Open an object first.')).toBeDefined()
    await userEvent.click(button)
    expect(host.log.ran).toEqual([])
    await act(async () => host.facts.set({ 'route.objectID': 'a' }))
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  test('is absent while no plugin offers the command', async () => {
    await show(hostWith(), <CommandButton command="y.gone" />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

test('facts provided by a component last as long as it is mounted', async () => {
  function Page() {
    useProvideFacts({ 'view.total': 12 })
    return <p>{useFacts((facts) => facts['view.total'] ?? 'none')}</p>
  }
  const host = hostWith()
  const { unmount } = await show(host, <Page />)
  expect(await screen.findByText('12')).toBeDefined()
  unmount()
  expect(host.services.get(FactStore).get()).toEqual({})
})

test('a selection applies only to its own kind', async () => {
  function List({ kind }: { kind: string }) {
    const { ids, set } = useSelection(kind)
    return <button onClick={() => set(['1', '2'])}>{`${kind} ${ids.length}`}</button>
  }
  const host = hostWith()
  await show(host, [<List key="a" kind="media" />, <List key="b" kind="object" />])
  await userEvent.click(screen.getByRole('button', { name: 'media 0' }))
  expect(screen.getByRole('button', { name: 'media 2' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'object 0' })).toBeDefined()
})

test('a service that loads lazily suspends its consumers until it has loaded', async () => {
  const Clock = token<{ time: string }>('x.clock', 1)
  let arrive = (_clock: { time: string }): void => {}
  const plugin = definePlugin({
    id: 'x',
    version: '1',
    api: 1,
    title: 'X',
    provides: [
      provide(Clock, () => new Promise<{ time: string }>((resolve) => (arrive = resolve))),
    ],
    slots: [
      fill(
        'x.inspector',
        panel('x.clock', () => <p>{useService(Clock).time}</p>),
      ),
    ],
  })
  await show(createTestHost(plugin), <Slot name="x.inspector" props={{ name: '' }} />)
  expect(screen.getByRole('status')).toBeDefined()
  await act(async () => arrive({ time: 'noon' }))
  expect(screen.getByText('noon')).toBeDefined()
})

test('hooks used outside their provider name the missing provider', () => {
  function Name() {
    return useUser().data?.first_name
  }
  expect(() => render(<Name />)).toThrow('useUser must be used within a UserProvider')
  expect(() => render(<CommandButton command="x.y" />)).toThrow('within a HostProvider')
})

describe('a page handle', () => {
  const page = token<{ rows: number }>('x.page', 1)
  function Page({ rows }: { rows?: number }) {
    usePageHandle(page, rows === undefined ? undefined : { rows })
    return null
  }

  test('is the value of the last render, and undefined without one or after unmounting', () => {
    const host = hostWith()
    const here = host.services.get(Here)
    const show = (rows?: number) => (
      <HostProvider host={host}>
        <Page {...(rows !== undefined && { rows })} />
      </HostProvider>
    )
    const { rerender, unmount } = render(show())
    expect(here.page(page)).toBeUndefined()
    rerender(show(1))
    rerender(show(2))
    expect(here.page(page)).toEqual({ rows: 2 })
    unmount()
    expect(here.page(page)).toBeUndefined()
  })
})

test('a menu item runs its command or says why it is disabled, and is absent for an unknown one', async () => {
  const host = hostWith()
  await show(
    host,
    <MenuTrigger defaultOpen>
      <Button>Actions</Button>
      <Menu aria-label="Actions">
        <CommandMenuItem command="x.publish" />
        <CommandMenuItem command="y.unknown" />
      </Menu>
    </MenuTrigger>,
  )
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Publish' }))
  expect(host.log.ran).toEqual([])
  expect(screen.getByText('Open an object first.')).toBeDefined()
  await act(async () => host.facts.set({ 'route.objectID': '1' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Publish' }))
  expect(host.log.ran).toEqual([{ command: 'x.publish' }])
})

test('bucket settings are read once per plugin and saved on the server', async () => {
  let settings: Record<string, unknown> = { size: 'large', order: 1 }
  const host = createTestHost(
    { id: 'x', version: '1', api: 1, title: 'X' },
    {
      api: {
        'pluginSettings.get': () => ({ settings, rev: 1 }),
        'pluginSettings.update': ({ body }) => {
          settings = { ...settings, ...(body as { data: object }).data }
          return { settings, rev: 2 }
        },
      },
    },
  )
  function Size() {
    const size = useBucketSetting('blog', 'x.size')
    const order = useBucketSetting('blog', 'x.order')
    return (
      <button onClick={() => void size.save('small')}>
        {size.isPending ? '…' : `${JSON.stringify(size.value)} ${JSON.stringify(order.value)}`}
      </button>
    )
  }
  await show(
    host,
    <QueryClientProvider client={host.services.get(Queries)}>
      <Size />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '"large" 1' }))
  await screen.findByRole('button', { name: '"small" 1' })
  expect(await readBucketSetting(host.services, 'blog', 'x.size')).toBe('small')
  expect(host.log.calls).toEqual([
    { endpoint: 'pluginSettings.get', query: { slug: 'blog', plugin_id: 'x' } },
    {
      endpoint: 'pluginSettings.update',
      body: { slug: 'blog', plugin_id: 'x', data: { size: 'small' } },
    },
  ])
})
