import type { Media } from '@typecase/contract/media-upload'
import { testApi } from '@typecase/plugin-sdk/testing/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { followUploads } from './follow.ts'
import type { UploadStore } from './upload-store.ts'
import { createUploadQueue } from './queue.ts'
import type { FileToSend } from './send-file.ts'
import { lost, refusal, serveTus, type TusHandlers } from './tus-server.fixture.ts'

// In Node, the package would send requests without XMLHttpRequest.
vi.mock('tus-js-client', async () => {
  const bundle = await vi.importActual<{ default: object }>('tus-js-client/dist/tus.js')
  return bundle.default
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = (name: string, text = 'twelve bytes') => new File([text], name, { type: 'image/png' })
// Only the existence of a media matters here.
const media = { name: 'a.png' } as Media

/** Returns the storage of a browser, which survives a reload, and the locks of its tabs. */
function browser() {
  const storedFiles = new Map<string, FileToSend>()
  const lockedIds = new Set<string>()
  const tab: UploadStore = {
    keep: async (id, one) => void storedFiles.set(id, one),
    remove: async (id) => void storedFiles.delete(id),
    all: async () => [...storedFiles],
    clear: async () => storedFiles.clear(),
    async hold(id) {
      if (lockedIds.has(id)) return undefined
      lockedIds.add(id)
      return () => void lockedIds.delete(id)
    },
  }
  return { storage: storedFiles, held: lockedIds, tab }
}

function queueOf(handlers: TusHandlers, { tab } = browser()) {
  const requests = serveTus(handlers)
  const calls: { endpoint: string }[] = []
  const api = testApi(
    {
      'mediaUploads.cancel': () => ({ message: '' }),
      'mediaUploads.state': () => ({ offset: 12, length: 12, media }),
    },
    calls,
  )
  const queue = createUploadQueue({ api, storage: tab, onChange: () => {} })

  async function outcomeOf(ids: readonly string[]) {
    const following = followUploads(queue, ids, new AbortController().signal)
    for (;;) {
      const step = await following.next()
      if (step.done) return step.value
    }
  }
  /** Advances the time through the delays between attempts. */
  async function ended(ids: readonly string[]) {
    const outcome = outcomeOf(ids)
    const isOver = outcome.then(() => true)
    const wait = async () => void (await vi.advanceTimersByTimeAsync(1000))
    while (!(await Promise.race([isOver, wait()])));
    return outcome
  }
  return { queue, calls, requests, ended }
}

test('the queue uploads three files at a time and removes uploaded files from the storage', async () => {
  let [now, most] = [0, 0]
  const environment = browser()
  const { queue, ended } = queueOf(
    {
      continue: async () => {
        most = Math.max(most, ++now)
        await Promise.resolve()
        now--
        return media
      },
    },
    environment,
  )
  const ids = queue.add(
    'blog',
    ['a', 'b', 'c', 'd', 'e'].map((name) => file(name)),
    'art',
  )
  expect(environment.storage.size).toBe(5)
  expect(await ended(ids)).toEqual({ message: 'Uploaded 5 files.' })
  expect(most).toBe(3)
  expect(queue.list().map(({ status, folder }) => [status, folder])).toEqual(
    Array.from({ length: 5 }, () => ['done', 'art']),
  )
  expect([environment.storage.size, environment.held.size]).toEqual([0, 0])
})

test('an upload resumes from the server’s offset after a lost connection', async () => {
  const sent: number[] = []
  const { queue, ended, requests } = queueOf({
    continue: ({ size }) => {
      sent.push(size)
      if (sent.length === 1) throw lost()
      return media
    },
    state: () => 5,
  })
  expect(await ended(queue.add('blog', [file('a.png')]))).toEqual({ message: 'Uploaded a.png.' })
  expect(sent).toEqual([12, 7])
  expect(requests).toEqual(['begin', 'continue', 'state', 'continue'])
})

test('a file that arrived whole is not sent again after a lost answer', async () => {
  const { queue, ended, requests } = queueOf({
    continue: () => {
      throw lost()
    },
    state: () => 12,
  })
  expect(await ended(queue.add('blog', [file('a.png')]))).toEqual({ message: 'Uploaded a.png.' })
  expect(requests).toEqual(['begin', 'continue', 'state'])
  expect(queue.list()[0]?.media).toEqual(media)
})

test('a refused file is reported with the reason, does not stop the others and can be retried', async () => {
  let isRefused = true
  const environment = browser()
  const { queue, ended } = queueOf(
    {
      continue: ({ size }) => {
        if (isRefused && size === 4) {
          const path = 'files'
          const details = [{ path, message: 'Invalid file type: text/html', rule: 'file_type' }]
          throw refusal(400, 'invalid', 'HTML files not allowed', details)
        }
        return media
      },
      // The server forgets an upload that it refused.
      state: () => undefined,
    },
    environment,
  )
  const ids = queue.add('blog', [file('a.png'), file('page.html', 'page')])
  expect(await ended(ids)).toEqual({
    message: 'Uploaded a.png. Invalid file type: text/html',
    failures: [{ id: ids[1], kind: 'upload', reason: 'HTML files not allowed', rule: 'file_type' }],
  })
  expect(environment.storage.size).toBe(0)
  isRefused = false
  queue.retry(ids)
  expect(await ended(ids.slice(1))).toEqual({ message: 'Uploaded page.html.' })
})

test('an upload fails after four attempts to reach the server, and its file stays stored', async () => {
  const environment = browser()
  const away = () => {
    throw lost()
  }
  const { queue, ended, requests } = queueOf({ begin: away }, environment)
  const { message } = await ended(queue.add('blog', [file('a.png')]))
  expect(message).toBe('a.png: The server cannot be reached.')
  expect(requests).toHaveLength(4)
  expect(environment.storage.size).toBe(1)
})

test('Cancel ends all unfinished uploads, on the server too', async () => {
  const environment = browser()
  const stop = new AbortController()
  const { queue, calls, requests } = queueOf({ continue: () => new Promise(() => {}) }, environment)
  const ids = queue.add('blog', [file('a.png'), file('b.png'), file('c.png'), file('d.png')])
  const following = followUploads(queue, ids, stop.signal)
  await following.next()
  await expect.poll(() => requests.filter((one) => one === 'continue').length).toBe(3)
  stop.abort()
  await following.return({})
  expect(queue.list().map(({ status }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'cancelled'),
  )
  expect(calls.map(({ endpoint }) => endpoint)).toEqual(
    Array.from({ length: 3 }, () => 'mediaUploads.cancel'),
  )
  expect(environment.storage.size).toBe(0)
})

test('an upload resumes once after a reload, unless another tab is sending it', async () => {
  const environment = browser()
  const before = queueOf({ continue: () => new Promise(() => {}) }, environment)
  before.queue.add('blog', [file('a.png')])
  await expect
    .poll(() => [...environment.storage.values()].map(({ uploadId }) => uploadId))
    .toEqual(['u1'])

  const after = queueOf({ state: () => 8, continue: () => media }, environment)
  expect(await after.queue.resume()).toEqual([])
  environment.held.clear()
  const ids = await after.queue.resume()
  expect(await after.queue.resume()).toEqual([])
  expect(await after.ended(ids)).toEqual({ message: 'Uploaded a.png.' })
  expect(after.requests).toEqual(['state', 'continue'])
  expect(environment.storage.size).toBe(0)
})

test('an upload that another tab has finished is not sent again', async () => {
  const environment = browser()
  await environment.tab.keep('one', { bucket: 'blog', file: file('a.png') })
  const hold = async (id: string) => {
    await environment.tab.remove(id)
    return environment.tab.hold(id)
  }
  const { queue, requests } = queueOf({}, { ...environment, tab: { ...environment.tab, hold } })
  expect(await queue.resume()).toEqual([])
  expect([queue.list(), requests, environment.held.size]).toEqual([[], [], 0])
})

test('an upload that the server no longer knows begins again', async () => {
  let isForgotten = true
  const { queue, ended, requests } = queueOf({
    continue: () => {
      if (!isForgotten) return media
      isForgotten = false
      throw refusal(404, 'not_found', 'Upload not found.')
    },
  })
  await ended(queue.add('blog', [file('a.png')]))
  expect(requests).toEqual(['begin', 'continue', 'begin', 'continue'])
})

test('an upload whose offset is temporarily unavailable does not begin again', async () => {
  const sent: number[] = []
  let isBusy = true
  const { queue, ended, requests } = queueOf({
    continue: ({ size }) => {
      sent.push(size)
      if (sent.length === 1) throw lost()
      return media
    },
    state: () => {
      if (!isBusy) return 5
      isBusy = false
      throw refusal(503, 'unavailable', 'Try again.')
    },
  })
  expect(await ended(queue.add('blog', [file('a.png')]))).toEqual({ message: 'Uploaded a.png.' })
  expect(requests).toEqual(['begin', 'continue', 'state', 'state', 'continue'])
  expect(sent).toEqual([12, 7])
})

test('an empty file is uploaded with a single request', async () => {
  const { queue, ended, requests } = queueOf({})
  const outcome = await ended(queue.add('blog', [file('a.png', '')]))
  expect(outcome).toEqual({ message: 'Uploaded a.png.' })
  expect(requests).toEqual(['begin'])
  expect(queue.list()[0]?.media).toEqual(media)
})

test('a file above the size limit is refused without a request', async () => {
  const { queue, ended, requests } = queueOf({})
  const large = file('film.mp4')
  Object.defineProperty(large, 'size', { value: 900_000_001 })
  const { message } = await ended(queue.add('blog', [large]))
  expect(message).toBe('film.mp4: Files can be at most 900 MB.')
  expect(requests).toEqual([])
})
