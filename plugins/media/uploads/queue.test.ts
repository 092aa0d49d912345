import type { Media } from '@typecase/contract/media-upload'
import type { ApiService } from '@typecase/plugin-sdk/services'
import { type ApiHandlers, testApi } from '@typecase/plugin-sdk/testing/api'
import { expect, test } from 'vitest'

import { followUploads } from './follow.ts'
import type { UploadStore } from './upload-store.ts'
import { createUploadQueue } from './queue.ts'
import type { FileToSend } from './send-file.ts'

const file = (name: string, text = 'twelve bytes') => new File([text], name, { type: 'image/png' })
const failure = (code: string, status: number, message: string) =>
  Object.assign(new Error(message), { name: 'ApiError', code, status, details: [] })
const lost = () => failure('unavailable', 0, 'The server cannot be reached.')
// Of a media, only that it is there matters here.
const media = (name: string) => ({ media: { name } as Media })

/** A browser's storage that a reload leaves as it is, and the locks of its tabs. */
function browser() {
  const kept = new Map<string, FileToSend>()
  const held = new Set<string>()
  const tab: UploadStore = {
    keep: async (id, one) => void kept.set(id, one),
    remove: async (id) => void kept.delete(id),
    all: async () => [...kept],
    clear: async () => kept.clear(),
    async hold(id) {
      if (held.has(id)) return undefined
      held.add(id)
      return () => void held.delete(id)
    },
  }
  return { kept, held, tab }
}

function queueOf(handlers: ApiHandlers, { tab } = browser()) {
  const begun: string[] = []
  const calls: { endpoint: string }[] = []
  const api: ApiService = testApi(
    {
      'mediaUploads.begin': () => {
        begun.push('')
        return { upload_id: `u${begun.length}` }
      },
      'mediaUploads.cancel': () => ({ message: '' }),
      ...handlers,
    },
    calls,
  )
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const queue = createUploadQueue({ api, kept: tab, onChange: () => {}, pause })
  const ended = async (ids: readonly string[], signal = new AbortController().signal) => {
    const following = followUploads(queue, ids, signal)
    for (;;) {
      const step = await following.next()
      if (step.done) return step.value
    }
  }
  return { queue, calls, pauses, ended, names: () => calls.map(({ endpoint }) => endpoint) }
}

test('files are sent a few at a time, told of, and kept no longer', async () => {
  let [now, most] = [0, 0]
  const place = browser()
  const { queue, ended } = queueOf(
    {
      'mediaUploads.continue': async () => {
        most = Math.max(most, ++now)
        await Promise.resolve()
        now--
        return media('a.png')
      },
    },
    place,
  )
  const ids = queue.add(
    'blog',
    ['a', 'b', 'c', 'd', 'e'].map((name) => file(name)),
    'art',
  )
  expect(place.kept.size).toBe(5)
  expect(await ended(ids)).toEqual({ message: 'Uploaded 5 files.' })
  expect(most).toBe(3)
  expect(queue.list().map(({ status, folder }) => [status, folder])).toEqual(
    Array.from({ length: 5 }, () => ['done', 'art']),
  )
  expect([place.kept.size, place.held.size]).toEqual([0, 0])
})

test('after a lost connection an upload goes on from where the server is', async () => {
  const sent: number[] = []
  const { queue, ended, names, pauses } = queueOf({
    'mediaUploads.continue': (_input, [bytes]) => {
      sent.push(bytes?.size ?? 0)
      if (sent.length === 1) throw lost()
      return media('a.png')
    },
    'mediaUploads.state': () => ({ offset: 5, length: 12 }),
  })
  expect(await ended(queue.add('blog', [file('a.png')]))).toEqual({ message: 'Uploaded a.png.' })
  expect(sent).toEqual([12, 7])
  expect(pauses).toHaveLength(1)
  expect(names()).toEqual([
    'mediaUploads.begin',
    'mediaUploads.continue',
    'mediaUploads.state',
    'mediaUploads.continue',
  ])
})

test('what had arrived whole when the answer was lost is not sent again', async () => {
  const { queue, ended, names } = queueOf({
    'mediaUploads.continue': () => {
      throw lost()
    },
    'mediaUploads.state': () => ({ offset: 12, length: 12, ...media('a.png') }),
  })
  expect(await ended(queue.add('blog', [file('a.png')]))).toEqual({ message: 'Uploaded a.png.' })
  expect(names().filter((name) => name === 'mediaUploads.continue')).toHaveLength(1)
})

test('what fails says why, leaves the others alone, and can be sent again', async () => {
  let isRefused = true
  const place = browser()
  const { queue, ended } = queueOf(
    {
      'mediaUploads.continue': (_input, [bytes]) => {
        if (isRefused && bytes?.size === 4) {
          const path = 'files'
          const details = [{ path, message: 'Invalid file type: text/html', rule: 'file_type' }]
          throw Object.assign(failure('invalid', 400, 'HTML files not allowed'), { details })
        }
        return media('a.png')
      },
      // The server has forgotten what it refused.
      'mediaUploads.state': () => {
        throw failure('not_found', 404, 'Upload not found.')
      },
    },
    place,
  )
  const ids = queue.add('blog', [file('a.png'), file('page.html', 'page')])
  expect(await ended(ids)).toEqual({
    message: 'Uploaded a.png. Invalid file type: text/html',
    failures: [{ id: ids[1], kind: 'upload', reason: 'HTML files not allowed', rule: 'file_type' }],
  })
  expect(place.kept.size).toBe(0)
  isRefused = false
  queue.retry(ids)
  expect(await ended(ids.slice(1))).toEqual({ message: 'Uploaded page.html.' })
})

test('a server that stays away makes it fail after some attempts, and the file stays kept', async () => {
  const place = browser()
  const away = () => {
    throw lost()
  }
  const { queue, ended, names } = queueOf({ 'mediaUploads.begin': away }, place)
  const { message } = await ended(queue.add('blog', [file('a.png')]))
  expect(message).toBe('a.png: The server cannot be reached.')
  expect(names()).toHaveLength(4)
  expect(place.kept.size).toBe(1)
})

test('Cancel gives up what is not whole and has the server forget it', async () => {
  const place = browser()
  const stop = new AbortController()
  const { queue, calls, names } = queueOf(
    { 'mediaUploads.continue': () => new Promise(() => {}) },
    place,
  )
  const ids = queue.add('blog', [file('a.png'), file('b.png'), file('c.png'), file('d.png')])
  const following = followUploads(queue, ids, stop.signal)
  await following.next()
  await expect.poll(() => names().filter((name) => name === 'mediaUploads.continue').length).toBe(3)
  stop.abort()
  await following.return({})
  expect(queue.list().map(({ status }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'cancelled'),
  )
  expect(calls.filter(({ endpoint }) => endpoint === 'mediaUploads.cancel')).toHaveLength(3)
  expect(place.kept.size).toBe(0)
})

test('after a reload it goes on where it was, once, and not what another tab is sending', async () => {
  const place = browser()
  const before = queueOf({ 'mediaUploads.continue': () => new Promise(() => {}) }, place)
  before.queue.add('blog', [file('a.png')])
  await expect.poll(() => [...place.kept.values()].map(({ uploadId }) => uploadId)).toEqual(['u1'])

  const after = queueOf(
    {
      'mediaUploads.state': () => ({ offset: 8, length: 12 }),
      'mediaUploads.continue': () => media('a.png'),
    },
    place,
  )
  expect(await after.queue.resume()).toEqual([])
  place.held.clear()
  const ids = await after.queue.resume()
  expect(await after.queue.resume()).toEqual([])
  expect(await after.ended(ids)).toEqual({ message: 'Uploaded a.png.' })
  expect(after.names()).toEqual(['mediaUploads.state', 'mediaUploads.continue'])
  expect(place.kept.size).toBe(0)
})

test('what another tab ends while this one waits for it is not sent again', async () => {
  const place = browser()
  await place.tab.keep('one', { bucket: 'blog', file: file('a.png') })
  const hold = async (id: string) => {
    await place.tab.remove(id)
    return place.tab.hold(id)
  }
  const { queue, names } = queueOf({}, { ...place, tab: { ...place.tab, hold } })
  expect(await queue.resume()).toEqual([])
  expect([queue.list(), names(), place.held.size]).toEqual([[], [], 0])
})

test('an upload that the server has forgotten begins anew', async () => {
  let isForgotten = true
  const { queue, ended, names } = queueOf({
    'mediaUploads.continue': () => {
      if (!isForgotten) return media('a.png')
      isForgotten = false
      throw failure('not_found', 404, 'Upload not found.')
    },
    'mediaUploads.state': () => {
      throw failure('not_found', 404, 'Upload not found.')
    },
  })
  await ended(queue.add('blog', [file('a.png')]))
  expect(names().filter((name) => name === 'mediaUploads.begin')).toHaveLength(2)
})

test('a file above the limit is not begun', async () => {
  const { queue, ended, names } = queueOf({})
  const large = file('film.mp4')
  Object.defineProperty(large, 'size', { value: 900_000_001 })
  const { message } = await ended(queue.add('blog', [large]))
  expect(message).toBe('film.mp4: Files may have at most 900 MB.')
  expect(names()).toEqual([])
})
