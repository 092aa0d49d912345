import { createTestHost } from '@typecase/plugin-sdk/testing/test-host'
import { runCommand } from '@typecase/plugin-sdk/testing/run-command'
import { Files } from '@typecase/plugin-sdk/services'
import { expect, test } from 'vitest'

import plugin from '../plugin.ts'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['media:write']) }

test('chosen files are uploaded into the bucket, counted in bytes, and the page is offered', async () => {
  const host = createTestHost(plugin, {
    facts,
    api: {
      'mediaUploads.begin': () => ({ upload_id: '0'.repeat(24) }),
      'mediaUploads.continue': () => ({ media: { name: 'a.png' } }),
    },
  })
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
  const params = { slug: 'archive' }
  expect(host.log.calls.filter(({ endpoint }) => endpoint === 'mediaUploads.begin')).toEqual([
    { endpoint: 'mediaUploads.begin', params },
    { endpoint: 'mediaUploads.begin', params },
  ])
})

test('what failed is told as a fact, so that it can be sent again', async () => {
  let fails = true
  const host = createTestHost(plugin, {
    facts,
    api: {
      'mediaUploads.begin': () => {
        if (!fails) return { upload_id: '0'.repeat(24) }
        const refusal = { name: 'ApiError', code: 'too_large', status: 413 }
        throw Object.assign(new Error('The disk is full.'), refusal)
      },
      'mediaUploads.continue': () => ({ media: { name: 'a.png' } }),
    },
  })
  const file = host.services.get(Files).keep(new File(['bytes'], 'a.png'))
  const first = await runCommand(plugin, 'media.upload', { files: [{ ...file }] }, { host })
  expect(first.outcome).toMatchObject({ message: 'a.png: The disk is full.' })
  expect(host.facts.get()['media.failedUploads']).toBe(1)
  fails = false
  const { outcome } = await runCommand(plugin, 'media.retry-uploads', {}, { host })
  expect(outcome).toEqual({ message: 'Uploaded a.png.' })
  expect(host.facts.get()['media.failedUploads']).toBeUndefined()
})
