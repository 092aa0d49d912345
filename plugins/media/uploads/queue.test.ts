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
  const held = new Set<string>()
  const tab: UploadStore = {
    keep: async (id, one) => void storedFiles.set(id, one),
    remove: async (id) => void storedFiles.delete(id),
    all: async () => [...storedFiles],
    clear: async () => storedFiles.clear(),
    async hold(id) {
      if (held.has(id)) return undefined
      held.add(id)
      return () => void held.delete(id)
    },
  }
  return { storage: storedFiles, held, tab }
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

test('files are sent a few at a time, reported, and then no longer stored', async () => {
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

test('after a lost connection an upload goes on from where the server is', async () => {
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

test('what had arrived whole when the answer was lost is not sent again', async () => {
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

test('what fails says why, leaves the others alone, and can be sent again', async () => {
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

test('a server that stays away makes it fail after some attempts, and the file stays kept', async () => {
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

test('Cancel gives up what is not whole and has the server forget it', async () => {
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

test('after a reload it goes on where it was, once, and not what another tab is sending', async () => {
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

test('what another tab ends while this one waits for it is not sent again', async () => {
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

test('an upload that the server has forgotten begins again', async () => {
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

test('a server that cannot say how far an upload is makes it begin no second time', async () => {
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

test('an empty file is a media too', async () => {
  const { queue, ended, requests } = queueOf({})
  const outcome = await ended(queue.add('blog', [file('a.png', '')]))
  expect(outcome).toEqual({ message: 'Uploaded a.png.' })
  expect(requests).toEqual(['begin'])
  expect(queue.list()[0]?.media).toEqual(media)
})

test('a file above the limit is not begun', async () => {
  const { queue, ended, requests } = queueOf({})
  const large = file('film.mp4')
  Object.defineProperty(large, 'size', { value: 900_000_001 })
  const { message } = await ended(queue.add('blog', [large]))
  expect(message).toBe('film.mp4: Files can be at most 900 MB.')
  expect(requests).toEqual([])
})
