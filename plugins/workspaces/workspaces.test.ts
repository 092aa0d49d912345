// @vitest-environment jsdom
import { CurrentWorkspace } from '@typecase/content/workspace'
import type { User } from '@typecase/contract/users'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Queries } from '@typecase/plugin-sdk/services'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { activate } from './activate.ts'
import part from './later.ts'
import pluginData from './plugin.ts'

const plugin = { ...pluginData, commands: part.commands }
const id = (at: number) => String(at).padStart(24, '0')
const workspace = (at: number, role = 'admin') => ({
  id: id(at),
  title: `W${at}`,
  role,
  logo: null,
})
const builtIn = { id: 'default', title: 'Default workspace', role: 'manager' }
const user = { id: id(9) } as User
const can = new Set(['settings:write'])
const admin: FactValues = {
  'session.isLoggedIn': true,
  'workspace.id': id(1),
  'workspace.role': 'admin',
  'workspace.can': can,
}

beforeEach(() => localStorage.clear())

/** Starts the plugin for a user with these workspaces. */
async function started(list: () => object[]) {
  const host = createTestHost(plugin, {
    user,
    api: { 'workspaces.list': () => ({ workspaces: [builtIn, ...list()], total: 1 }) },
  })
  const stop = activate({ services: host.services, signal: new AbortController().signal })
  const current = host.services.get(CurrentWorkspace)
  await vi.waitFor(() => expect(host.log.calls.length).toBeGreaterThan(0), 10_000)
  return { host, stop, current, queries: host.services.get(Queries) }
}

describe('the current workspace', () => {
  test('is restored after a reload, with the user’s role', async () => {
    localStorage.setItem('workspaceID', id(1))
    const { host, stop } = await started(() => [workspace(1, 'user')])
    await vi.waitFor(() => expect(host.facts.get()['workspace.role']).toBe('user'), 10_000)
    expect(host.facts.get()).toMatchObject({
      'workspace.id': id(1),
      'workspace.can': new Set(['team:read']),
    })
    stop()
  })

  test('becomes the built-in one when it no longer exists', async () => {
    localStorage.setItem('workspaceID', id(1))
    let list = [workspace(1)]
    const { host, stop, current, queries } = await started(() => list)
    await vi.waitFor(() => expect(host.facts.get()['workspace.role']).toBe('admin'), 10_000)
    list = []
    await queries.refetchQueries()
    expect(current.get()).toBe('default')
    expect(localStorage.getItem('workspaceID')).toBeNull()
    expect(host.facts.get()['workspace.role']).toBeUndefined()
    expect(host.log.toasts).toHaveLength(1)
    stop()
  })

  test('becomes that of the opened project, or the built-in one for a guest’s project', async () => {
    const { host, stop, current } = await started(() => [workspace(1), workspace(2)])
    await vi.waitFor(() => expect(host.facts.get()['workspace.id']).toBe('default'), 10_000)
    host.facts.set({ 'project.id': id(5), 'project.workspaceID': id(2) })
    expect(current.get()).toBe(id(2))
    // The user may leave the workspace while the project is still on screen.
    current.set(id(1))
    expect(current.get()).toBe(id(1))
    host.facts.set({ 'project.id': id(6), 'project.workspaceID': id(8) })
    expect(current.get()).toBe('default')
    stop()
  })
})

describe('commands', () => {
  test('a new workspace is created with the chosen plan and becomes the current one', async () => {
    const { log } = await runCommand(
      plugin,
      'workspaces.create',
      { title: 'Museum', plan_id: 'workspace-pro' },
      { facts: admin, api: { 'workspaces.add': () => ({ workspace: workspace(4) }) } },
    )
    expect(log.calls[0]?.body).toEqual({ title: 'Museum', plan_id: 'workspace-pro' })
    expect(localStorage.getItem('workspaceID')).toBe(id(4))
    expect(log.went).toEqual([{ to: 'projects.list' }])
  })

  test('an empty address removes the logo, and the undo restores it', async () => {
    const { outcome, log } = await runCommand(
      plugin,
      'workspaces.change-logo',
      { logo: '' },
      {
        facts: admin,
        api: {
          'workspaces.get': () => ({
            workspace: { ...workspace(1), logo: 'https://x.test/a.png' },
          }),
          'workspaces.update': () => ({ workspace: workspace(1) }),
        },
      },
    )
    expect(log.calls.at(-1)?.body).toEqual({ workspace_id: id(1), logo: null })
    expect(outcome.undo).toEqual({
      command: 'workspaces.change-logo',
      args: { workspace_id: id(1), logo: 'https://x.test/a.png' },
    })
  })

  test('a workspace is deleted only after a confirmation', async () => {
    const deleting = (confirms: boolean) =>
      runCommand(
        plugin,
        'workspaces.delete',
        {},
        {
          confirms,
          facts: admin,
          api: {
            'workspaces.get': () => ({ workspace: workspace(1) }),
            'workspaces.delete': () => ({ message: '' }),
          },
        },
      )
    localStorage.setItem('workspaceID', id(1))
    const declined = await deleting(false)
    expect(declined.log.calls.map(({ endpoint }) => endpoint)).toEqual(['workspaces.get'])
    expect(localStorage.getItem('workspaceID')).toBe(id(1))
    expect((await deleting(true)).outcome.message).toBe('Deleted “W1”.')
    expect(localStorage.getItem('workspaceID')).toBeNull()
  })

  test('a disabled command says that there is no active workspace, or which role it needs', () => {
    const [fact] = part.facts
    const reason = (facts: FactValues) =>
      typeof fact?.missing === 'function' ? fact.missing(facts, 'settings:write') : undefined
    expect(reason({ 'workspace.id': 'default' })).toBe('No active workspace')
    expect(reason({ 'workspace.role': 'user' })).toBe(
      'Your role in this workspace (user) may not change settings, move, archive and delete; it needs admin.',
    )
  })
})
