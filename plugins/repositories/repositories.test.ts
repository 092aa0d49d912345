import type { Repository } from '@typecase/contract/repositories'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import plugin from './plugin.ts'

const created_at = '2026-11-01T09:00:00.000Z'
const id = '0123456789abcdef01234567'
const repository: Repository = {
  id,
  title: 'Site',
  url: 'https://github.com/lamp/site',
  default_branch: 'main',
  branches: [
    { name: 'main', site_url: null, created_at },
    { name: 'fix/a', site_url: 'https://next.test/base', created_at },
  ],
  created_by: null,
  created_at,
  modified_at: created_at,
  rev: 3,
}
const facts: FactValues = {
  'route.bucketSlug': 'archive',
  'bucket.role': 'developer',
  can: new Set(['types:write']),
}
const lists = { 'repositories.list': () => ({ repositories: [repository], total: 1 }) }
const fix = `${id}/fix/a`

const opened = vi.fn<(address: string) => void>()
beforeEach(() => {
  vi.stubGlobal('window', { open: (address: string) => opened(address) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  opened.mockClear()
})

describe('the undo', () => {
  test('of a deleted repository restores it with its branches and sites', async () => {
    const { outcome } = await runCommand(
      plugin,
      'repositories.delete',
      { repository_id: id },
      { facts, api: { ...lists, 'repositories.delete': () => ({ message: '' }) } },
    )
    const data = {
      url: repository.url,
      title: 'Site',
      default_branch: 'main',
      branches: [
        { name: 'main', site_url: null },
        { name: 'fix/a', site_url: 'https://next.test/base' },
      ],
    }
    const { command = '', args } = outcome.undo ?? {}
    expect(args).toEqual({ bucket: 'archive', action: 'restore', id, data })
    const api = { ...lists, 'repositories.add': () => ({ repository }) }
    const { log } = await runCommand(plugin, command, args, { facts, api })
    expect(log.calls.find(({ endpoint }) => endpoint === 'repositories.add')?.body).toEqual({
      data,
    })
  })

  test('of a deleted branch restores it with its site', async () => {
    const api = { ...lists, 'repositories.deleteBranch': () => ({ repository }) }
    const args = { branch_id: fix }
    const { outcome, log } = await runCommand(plugin, 'repositories.delete-branch', args, {
      facts,
      api,
    })
    expect(
      log.calls.find(({ endpoint }) => endpoint === 'repositories.deleteBranch')?.params,
    ).toEqual({ id, name: 'fix/a' })
    expect(outcome.undo?.args).toMatchObject({
      action: 'restore',
      id: fix,
      data: { name: 'fix/a', site_url: 'https://next.test/base' },
    })
  })

  test('of a changed site restores the former one, or none', async () => {
    const api = { ...lists, 'repositories.updateBranch': () => ({ repository }) }
    const set = async (name: string, site_url: string) => {
      const args = { branch_id: `${id}/${name}`, site_url }
      return runCommand(plugin, 'repositories.set-site', args, { facts, api })
    }
    const first = await set('fix/a', '  ')
    expect(first.outcome.message).toBe('fix/a has no site now.')
    expect(first.outcome.undo?.args).toMatchObject({
      id: fix,
      data: { site_url: 'https://next.test/base' },
    })
    const second = await set('main', 'https://lamp.test')
    expect(second.outcome.undo?.args).toMatchObject({ data: { site_url: null } })
  })
})

describe('a preview on a branch', () => {
  const preview = (link: string, name = 'fix/a', object_id = id, more: FactValues = {}) =>
    runCommand(
      plugin,
      'repositories.preview',
      { object_id, branch_id: `${id}/${name}` },
      {
        facts: { ...facts, 'route.objectID': object_id, ...more },
        api: {
          ...lists,
          'objects.get': () => ({ object: { id, slug: 'door', type: 'posts', locale: null } }),
          'buckets.get': () => ({
            bucket: { object_types: [{ slug: 'posts', title: 'Posts', preview_link: link }] },
          }),
        },
      },
    )

  test('opens the preview link on the site of the branch, with a note about unsaved changes', async () => {
    const { outcome } = await preview('https://lamp.test/posts/[slug]?a=1')
    expect(opened).toHaveBeenCalledWith('https://next.test/base/posts/door?a=1')
    expect(outcome.message).toBeUndefined()
    const unsaved = await preview('https://lamp.test/[slug]', 'fix/a', id, {
      'editor.isDirty': true,
    })
    expect(unsaved.outcome.message).toContain('Unsaved changes are not shown')
  })

  test('needs a preview link, an existing branch with a site, and a saved object', async () => {
    await expect(preview('')).rejects.toThrow('“Posts” has no preview link')
    await expect(preview('https://lamp.test/[slug]', 'main')).rejects.toThrow('main has no site')
    await expect(preview('https://lamp.test/[slug]', 'gone')).rejects.toThrow(
      'This branch no longer exists.',
    )
    await expect(preview('https://lamp.test', 'fix/a', 'new')).rejects.toThrow('Save the object')
    expect(opened).not.toHaveBeenCalled()
  })
})

test('a branch opens on its host if the address there is known', async () => {
  const open = (url: string) =>
    runCommand(
      plugin,
      'repositories.open-branch',
      { branch_id: fix },
      {
        facts,
        api: { 'repositories.list': () => ({ repositories: [{ ...repository, url }], total: 1 }) },
      },
    )
  await open(repository.url)
  expect(opened).toHaveBeenCalledWith('https://github.com/lamp/site/tree/fix/a')
  await expect(open('https://git.lamp.test/site')).rejects.toThrow('not known')
})
