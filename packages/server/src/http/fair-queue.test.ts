import { beforeEach, expect, test } from 'vitest'

import { createFairQueue, type FairQueue } from './fair-queue.ts'

let queue: FairQueue
/** Names of the work that has started, and the functions that end it. */
let order: string[]
let ends: Map<string, () => void>
beforeEach(() => {
  queue = createFairQueue({ running: 3, runningPerLane: 2, waitingPerLane: 4 })
  order = []
  ends = new Map()
})

const waitedFor = new AbortController().signal

/** Sends work into a lane; it runs until `end` is called with its name. */
function send(lane: string, name: string, signal: AbortSignal = waitedFor): Promise<string> {
  return queue.run(lane, signal, async () => {
    order.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return name
  })
}

const settled = () => new Promise(setImmediate)

async function end(name: string): Promise<void> {
  ends.get(name)?.()
  await settled()
}

test('work begins at once while its lane has room, and waits otherwise', async () => {
  void send('a', 'a1')
  void send('a', 'a2')
  void send('a', 'a3')
  await settled()
  expect(order).toEqual(['a1', 'a2'])
  await end('a2')
  expect(order).toEqual(['a1', 'a2', 'a3'])
})

test('one lane leaves room for others, and lanes take turns', async () => {
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void send('a', name)
  for (const name of ['b1', 'b2', 'b3']) void send('b', name)
  void send('c', 'c1')
  await settled()
  expect(order).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  // The last task waits for one of each other lane, not for all that were sent before it.
  expect(order.slice(3).indexOf('c1')).toBeLessThan(3)
  expect(order).toContain('b2')
})

test('a full lane refuses further work, and other lanes do not', async () => {
  for (let n = 0; n < 6; n += 1) void send('a', `a${n}`)
  await expect(send('a', 'a6')).rejects.toMatchObject({ code: 'limited', retryAfter: 1 })
  void send('b', 'b1')
  await settled()
  expect(order).toEqual(['a0', 'a1', 'b1'])
})

test('abandoned work leaves the queue and never begins', async () => {
  const leaving = new AbortController()
  void send('a', 'a1')
  void send('a', 'a2')
  const aborted = send('a', 'a3', leaving.signal)
  void send('a', 'a4')
  const abortError = new Error('gone')
  leaving.abort(abortError)
  await expect(aborted).rejects.toBe(abortError)
  await end('a1')
  expect(order).toEqual(['a1', 'a2', 'a4'])
  await expect(send('b', 'b1', leaving.signal)).rejects.toBe(abortError)
  expect(order).not.toContain('b1')
})

test('work that has begun keeps its slot until it ends, even if its client has left', async () => {
  const leaving = new AbortController()
  void send('a', 'a1', leaving.signal)
  void send('a', 'a2')
  void send('a', 'a3')
  await settled()
  leaving.abort()
  await settled()
  expect(order).toEqual(['a1', 'a2'])
  await end('a1')
  expect(order).toEqual(['a1', 'a2', 'a3'])
})

test('work that fails releases its slot', async () => {
  for (let n = 0; n < 10; n += 1) {
    const failed = queue.run('a', waitedFor, () => Promise.reject(new Error('no')))
    await expect(failed).rejects.toThrow('no')
  }
  void send('a', 'a1')
  await settled()
  expect(order).toEqual(['a1'])
})

test('a slot can be released only once', async () => {
  const leave = await queue.enter('a', waitedFor)
  leave()
  leave()
  for (const name of ['a1', 'a2', 'a3']) void send('a', name)
  await settled()
  expect(order).toEqual(['a1', 'a2'])
})
