import type { ServerCall } from '@typecase/plugin-sdk/server-call'
import { publishObjects } from '@typecase/contract/objects'
import { expect, test, vi } from 'vitest'

import { publish, setUp } from './run.fixture.ts'

const scope = { kind: 'ids', ids: ['a'] }
const callOf = (args: object, { bucketSlug: slug }: { bucketSlug: string }): ServerCall => ({
  endpoint: publishObjects,
  body: { slug, ...args },
})

test('the call of a command is made from its given or default arguments, and nothing runs', async () => {
  const command = publish({}, { call: async () => ({ callOf }) })
  const facts = { 'route.bucketSlug': 'archive', 'selection.ids': ['b'] }
  const { service, interaction } = await setUp([command], facts)

  expect(service.get('pages.publish')?.hasCall).toBe(true)
  expect(await service.callOf({ command: 'pages.publish', args: { scope } })).toEqual({
    endpoint: publishObjects,
    body: { slug: 'archive', scope },
    terminalLine: 'npx typecase pages publish --bucket archive --ids a',
  })
  expect(await service.terminalUsage('pages.publish')).toBe(
    'npx typecase pages publish --bucket <slug> <which objects>',
  )
  expect(await service.callOf({ command: 'pages.publish' })).toMatchObject({
    body: { scope: { kind: 'ids', ids: ['b'] } },
  })
  await expect(
    service.callOf({ command: 'pages.publish', args: { scope: 1 } }),
  ).rejects.toMatchObject({ code: 'invalid' })
  expect(interaction.notify).not.toHaveBeenCalled()
})

test('the arguments of a command can be completed without running it', async () => {
  const run = vi.fn<() => Promise<void>>()
  const { service, interaction } = await setUp([
    publish({ run }, { call: async () => ({ callOf }) }),
  ])
  interaction.askArguments.mockResolvedValueOnce({ scope })
  const ref = { command: 'pages.publish', args: { scope } }
  expect(await service.complete({ command: 'pages.publish' })).toEqual(ref)
  expect(await service.complete(ref)).toEqual(ref)
  expect(await service.complete({ command: 'pages.publish' })).toBeUndefined()
  expect(await service.complete({ command: 'pages.unknown' })).toBeUndefined()
  expect(interaction.askArguments).toHaveBeenCalledTimes(2)
  expect(run).not.toHaveBeenCalled()
})

test('there is no call outside a bucket, or for a command that is not a single call', async () => {
  const { service } = await setUp([publish({}, { call: async () => ({ callOf }) })])
  await expect(service.callOf({ command: 'pages.publish', args: { scope } })).rejects.toMatchObject(
    { code: 'invalid' },
  )

  const other = await setUp([publish({})], { 'route.bucketSlug': 'archive' })
  expect(other.service.get('pages.publish')?.hasCall).toBe(false)
  expect(await other.service.callOf({ command: 'pages.publish', args: { scope } })).toBeUndefined()
  expect(await other.service.callOf({ command: 'pages.unknown' })).toBeUndefined()
})
