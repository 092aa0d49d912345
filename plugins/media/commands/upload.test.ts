import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { Files } from '@typecase/plugin-sdk/services'
import { afterEach, expect, test, vi } from 'vitest'

import plugin from '../plugin.ts'
import { refusal, serveTus } from '../uploads/tus-server.fixture.ts'

// In Node, the package would send requests without XMLHttpRequest.
vi.mock('tus-js-client', async () => {
  const bundle = await vi.importActual<{ default: object }>('tus-js-client/dist/tus.js')
  return bundle.default
})
afterEach(() => vi.unstubAllGlobals())

const facts = { 'route.bucketSlug': 'archive', can: new Set(['media:write']) }

test('chosen files are uploaded with progress in bytes, and the media page is offered', async () => {
  const requests = serveTus({ continue: () => ({ name: 'a.png' }) })
  const host = createTestHost(plugin, { facts })
  const files = ['a.png', 'b.png'].map((name) =>
    host.services.get(Files).keep(new File(['bytes'], name, { type: 'image/png' })),
  )
  const { outcome, progress } = await runCommand(
    plugin,
    'media.upload',
    { files: files.map((file) => ({ ...file })), folder: 'art' },
    { host },
  )
  expect(outcome).toEqual({ message: 'Uploaded 2 files.', view: { command: 'media.nav.go' } })
  expect(progress.at(-1)).toEqual({ done: 12, total: 12 })
  expect(requests).toEqual(['begin', 'begin', 'continue', 'continue'])
})

test('failed uploads are counted in a fact and can be retried', async () => {
  let fails = true
  serveTus({
    begin() {
      if (fails) throw refusal(413, 'too_large', 'The disk is full.')
    },
    continue: () => ({ name: 'a.png' }),
  })
  const host = createTestHost(plugin, { facts })
  const file = host.services.get(Files).keep(new File(['bytes'], 'a.png'))
  const first = await runCommand(plugin, 'media.upload', { files: [{ ...file }] }, { host })
  expect(first.outcome).toMatchObject({ message: 'a.png: The disk is full.' })
  expect(host.facts.get()['media.failedUploads']).toBe(1)
  fails = false
  const { outcome } = await runCommand(plugin, 'media.retry-uploads', {}, { host })
  expect(outcome).toEqual({ message: 'Uploaded a.png.' })
  expect(host.facts.get()['media.failedUploads']).toBeUndefined()
})
