import { MAX_UPDATES } from '@typecase/contract/objects'
import type { CommandParams } from '@typecase/extension-sdk/protocol'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { planCommand, runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { holds } from '@typecase/plugin-sdk/when'
import { beforeEach, expect, test, vi } from 'vitest'

import { installed, manifest } from './manifest.fixture.ts'
import type { AskOptions } from '../frames/connect-frame.ts'
import { pluginOf } from './plugin-of.ts'

const askArguments = vi.fn<(params: CommandParams, options: AskOptions) => Promise<unknown>>()
// Test files share modules: one that an earlier file loaded would keep its frames.
vi.hoisted(() => vi.resetModules())
vi.mock('../frames/command-frames.ts', () => ({
  commandFrame: () => Promise.resolve({ run: askArguments }),
}))
beforeEach(() => {
  askArguments.mockReset()
})

const plugin = pluginOf(installed(), 'blog')
const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
]
const facts: FactValues = {
  'route.bucketSlug': 'blog',
  can: new Set(['objects:write']),
  'selection.kind': 'object',
  'selection.count': 3,
  'selection.ids': [one, two, three],
}
const change = (object_id: string) => ({ object_id, data: { title: 'New' }, rev: 1 })

test('a manifest becomes a plugin with commands, keys, a page and a panel, in its bucket only', () => {
  expect(plugin).toMatchObject({ id: 'ext-stamps', title: 'Stamps', version: '1.0.0' })
  expect(plugin.commands?.map(({ id, title, effect }) => [id, title, effect])).toEqual([
    ['ext-stamps.stamp', 'Stamp…', 'write'],
    ['ext-stamps.count', 'Count stamps', 'none'],
  ])
  expect(plugin.keys).toMatchObject([{ keys: 'x s', command: 'ext-stamps.stamp' }])
  expect(plugin.nav).toMatchObject([{ label: 'Stamp album', params: { extensionID: 'stamps' } }])
  expect(plugin.slots).toMatchObject([{ slot: 'editor.inspector', title: 'Stamp' }])
  for (const { when } of [...(plugin.commands ?? []), ...(plugin.nav ?? [])]) {
    expect(holds(when, facts)).toBe(true)
    expect(holds(when, { ...facts, 'route.bucketSlug': 'shop' })).toBe(false)
  }
  expect(holds(plugin.commands?.[0]?.when, { ...facts, can: new Set<string>() })).toBe(false)
})

test('arguments are validated and asked for as the manifest defines them', () => {
  const [stamp] = plugin.commands ?? []
  const schema = stamp?.args?.()
  const scope = { kind: 'ids', ids: [one] }
  const isRight = (args: object) => !String(schema?.(args)).includes('must be')
  expect(isRight({ scope, ink: 'red' })).toBe(true)
  expect(isRight({ scope, ink: 'blue' })).toBe(false)
  expect(isRight({ scope, ink: 'red', times: 'often' })).toBe(false)
  expect(stamp?.ask).toMatchObject({
    ink: { kind: 'choice', choices: [{ value: 'red', label: 'Red' }] },
    times: { kind: 'number', skip: 'Leave it out' },
  })
})

test('a command reports its message and its progress', async () => {
  askArguments.mockImplementation(async (_params, { onProgress }) => {
    onProgress?.(1, 2)
    await Promise.resolve()
    return { message: 'There are 3.' }
  })
  const { outcome, progress } = await runCommand(plugin, 'ext-stamps.count', {}, { facts })
  expect(outcome.message).toBe('There are 3.')
  expect(progress).toEqual([{ done: 1, total: 2 }])
  expect(askArguments.mock.calls[0]?.[0]).toEqual({ name: 'count', args: {}, objectIds: [] })
})

test('the updates that a command proposes become a plan, and those kept in the review are applied', async () => {
  askArguments.mockResolvedValue({ updates: [change(one), change(two)] })
  const sample = [one, two].map((object_id) => ({
    object_id,
    title: 'Old',
    field: 'title',
    before: 'Old',
    after: 'New',
  }))
  const sent = vi.fn((_updates: unknown) => ({ matched: 1, modified: 1 }))
  const api = {
    'buckets.get': () => ({ bucket: { object_types: [] } }),
    'objects.updateMany': ({ body }: { body?: unknown }) => {
      const { dry_run, updates } = body as { dry_run?: boolean; updates: unknown }
      return dry_run ? { matched: 2, modified: 2, changes: 2, sample } : sent(updates)
    },
  }
  const plan = await planCommand(plugin, 'ext-stamps.stamp', { ink: 'red' }, { facts, api })
  expect(plan).toMatchObject({ title: 'Stamp', total: 2 })
  expect(plan.changes.map(({ id }) => id)).toEqual([one, two])
  const scope = { kind: 'ids', ids: [one, two], except: { ids: [two] } }
  const args = { ...plan.args, scope }
  const { outcome } = await runCommand(plugin, 'ext-stamps.stamp', args, { facts, api })
  expect(outcome.message).toBe('Changed 1 object.')
  expect(sent).toHaveBeenCalledWith([change(one)])
  // Another answer to the question about publishing keeps the same updates.
  const other = { ink: 'red', ...plan.choice?.args, publish_choice: true }
  const both = await planCommand(plugin, 'ext-stamps.stamp', other, { facts, api })
  expect(both).toMatchObject({ total: 2, choice: { arg: 'publish_choice', value: true } })
  // The extension is not asked again for updates that the user has reviewed.
  expect(askArguments).toHaveBeenCalledTimes(1)
})

test('a command without changes reports its message and needs no review', async () => {
  askArguments.mockResolvedValue({ message: 'All have stamps.' })
  const api = {
    'buckets.get': () => ({ bucket: { object_types: [] } }),
    'objects.updateMany': () => ({ matched: 0, modified: 0, changes: 0, sample: [] }),
  }
  const plan = await planCommand(plugin, 'ext-stamps.stamp', { ink: 'red' }, { facts, api })
  expect(plan).toMatchObject({ total: 0, isNothingToReview: true })
  const { outcome } = await runCommand(plugin, 'ext-stamps.stamp', plan.args, { facts, api })
  expect(outcome.message).toBe('All have stamps.')
})

test('an invalid answer and too many objects for one run are refused with the reason', async () => {
  askArguments.mockResolvedValue({ updates: [{ object_id: one }] })
  await expect(runCommand(plugin, 'ext-stamps.stamp', { ink: 'red' }, { facts })).rejects.toThrow(
    /“Stamps” answered something that cannot be read: .*data/,
  )
  const ids = Array.from({ length: MAX_UPDATES + 1 }, (_, n) => n.toString(16).padStart(24, '0'))
  const many = { ink: 'red', scope: { kind: 'ids', ids } }
  await expect(runCommand(plugin, 'ext-stamps.stamp', many, { facts })).rejects.toThrow(
    'at most 1,000 objects at a time; these are 1,001',
  )
})

test('an extension without a page, a panel and commands is still a plugin', () => {
  const { page, panel, commands, ...bare } = manifest
  expect([page, panel, commands].every(Boolean)).toBe(true)
  const small = pluginOf(installed({ manifest: bare }), 'blog')
  expect(small).toMatchObject({ id: 'ext-stamps', commands: [], keys: [] })
  expect(small.nav ?? small.slots).toBeUndefined()
})
