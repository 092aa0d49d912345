// @vitest-environment jsdom
import type { Deployment, VercelConnection } from '@typecase/contract/deployments'
import { permissionsOf } from '@typecase/contract/roles'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { renderPlugin } from '@typecase/plugin-sdk/testing/render-plugin'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { afterEach, describe, expect, test, vi } from 'vitest'

import plugin from './plugin.ts'
import { deploymentsRoute } from './routes.ts'

const facts = { 'route.bucketSlug': 'archive', can: new Set(permissionsOf.admin) }

const deployment = (id: string, minute: number, more: Partial<Deployment> = {}): Deployment => ({
  id,
  url: `https://${id}.vercel.app`,
  state: 'ready',
  target: 'production',
  branch: 'main',
  commit: null,
  created_at: new Date(Date.UTC(2026, 10, 26, 9, minute)).toISOString(),
  ready_at: null,
  build_seconds: null,
  inspector_url: null,
  creator: null,
  ...more,
})

const connection = (more: Partial<VercelConnection> = {}): VercelConnection => ({
  source: 'bucket',
  team_id: null,
  links: [
    { project_id: 'prj_a', title: 'a', source: 'bucket' },
    { project_id: 'prj_b', title: 'b', source: 'bucket' },
  ],
  rev: 1,
  ...more,
})

const byProject: Readonly<Record<string, Deployment[]>> = {
  prj_a: [
    deployment('failed', 9, { state: 'error' }),
    deployment('preview', 8, { target: 'preview' }),
    deployment('old', 1),
  ],
  prj_b: [deployment('newest', 5), deployment('older', 4)],
}

const api = (state = connection()) => ({
  'deployments.connection': () => ({ connection: state }),
  'deployments.list': ({ query }: { query?: { vercelProjectId?: string } }) => ({
    deployments: byProject[query?.vercelProjectId ?? ''] ?? [],
    limit: 50,
    next: null,
  }),
  'deployments.link': () => ({ connection: state }),
  'deployments.unlink': () => ({ connection: { ...state, links: [] } }),
})

afterEach(() => void vi.restoreAllMocks())

describe('the latest production site', () => {
  const opened = () => vi.spyOn(window, 'open').mockReturnValue(null)
  const openWith = (more: FactValues = {}, state = connection()) =>
    runCommand(
      plugin,
      'deployments.open-production',
      {},
      {
        facts: { ...facts, ...more },
        api: api(state),
      },
    )

  test('is the newest that is ready, of the project on screen or of all projects', async () => {
    const open = opened()
    await openWith()
    expect(open).toHaveBeenLastCalledWith('https://newest.vercel.app', '_blank', 'noopener')
    await openWith({ 'deployments.project': 'prj_a' })
    expect(open).toHaveBeenLastCalledWith('https://old.vercel.app', '_blank', 'noopener')
  })

  test('does not open, with a reason, if no project is linked', async () => {
    const open = opened()
    await expect(openWith({}, connection({ links: [] }))).rejects.toThrow('No Vercel project')
    expect(open).not.toHaveBeenCalled()
  })
})

test('opening a site refuses an address that is not https', async () => {
  const url = 'javascript:alert(1)'
  const running = runCommand(plugin, 'deployments.open-site', { url }, { facts, api: api() })
  await expect(running).rejects.toThrow()
})

describe('unlinking', () => {
  const args = { project_id: 'prj_a' }
  const unlink = (more: FactValues, state: VercelConnection) =>
    runCommand(plugin, 'deployments.unlink', args, {
      facts: { ...facts, ...more },
      api: api(state),
    })

  test('can be undone by those who may link', async () => {
    const undo = { command: 'deployments.link', args }
    expect((await unlink({}, connection())).outcome).toEqual({ message: 'Unlinked “a”.', undo })
    const installation = connection({ source: 'installation' })
    expect((await unlink({}, installation)).outcome).toEqual({ message: 'Unlinked “a”.' })
    const byStaff = await unlink({ 'session.isStaff': true }, installation)
    expect(byStaff.outcome.undo).toEqual(undo)
  })
})

describe('the page', () => {
  const show = (state: VercelConnection, more: FactValues = {}) =>
    renderPlugin(plugin, {
      route: deploymentsRoute.id,
      params: { bucketSlug: 'archive' },
      facts: { ...facts, ...more },
      api: api(state),
    })

  test('disables linking for admins who are not staff if the token is the installation’s', async () => {
    const { findByRole, findByText } = await show(connection({ source: 'installation', links: [] }))
    await findByText('No Vercel project is linked')
    const button = await findByRole('button', { name: /Link Vercel project/ })
    await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'), 10_000)
  })

  test('lets staff link with the installation’s token', async () => {
    const { findByRole } = await show(connection({ source: 'installation', links: [] }), {
      'session.isStaff': true,
    })
    const button = await findByRole('button', { name: /Link Vercel project/ })
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  test('says that Vercel is not connected, and how to connect it', async () => {
    const { findByText, findByRole } = await show(connection({ source: null, links: [] }))
    await findByText('Vercel is not connected')
    await findByText(/VERCEL_TOKEN/)
    await findByRole('button', { name: /Connect Vercel/ })
  })
})
