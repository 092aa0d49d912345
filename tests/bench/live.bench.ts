import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import { addObjectType } from '@typecase/contract/object-types'
import { addObject } from '@typecase/contract/objects'

import { call } from '../e2e/fixtures/api.ts'
import { signUpOwner } from '../e2e/fixtures/people.ts'
import { startServer } from '../e2e/fixtures/server.ts'
import { residentMb } from './memory.ts'
import { type BenchRow, median, percentile, timeRow } from './table.ts'

const LISTENERS = 1000
/** An address may open at most 300 streams. */
const ADDRESSES = 5
const CHANGES = 20

/** Measures sites with a live stream: their memory, and the time from a publication to the last of them. */
export async function benchLive(): Promise<BenchRow[]> {
  const server = await startServer()
  const streams: IncomingMessage[] = []
  try {
    const { token, bucket } = await signUpOwner(server, 'bench')
    const { slug } = bucket
    await call(
      server.url,
      addObjectType,
      { body: { slug, data: { title: 'Notes', slug: 'notes', metafields: [] } } },
      token,
    )
    const publish = (n: number) => {
      const data = { type: 'notes', title: `Note ${n}`, status: 'published' as const }
      return call(server.url, addObject, { body: { slug, data } }, token)
    }
    const address = `${server.url}/v3/buckets/${slug}/objects/live?read_key=${bucket.api_access.read_key}`
    let received = 0
    const open = async (at: number) => {
      const stream = await openStream(address, `127.0.0.${2 + (at % ADDRESSES)}`)
      stream.on('data', (text: Buffer) => (received += text.includes('event: change') ? 1 : 0))
      streams.push(stream)
    }
    // The first stream and the first publications load code, which must not count as memory of the listeners.
    await open(0)
    for (let n = 0; n < CHANGES; n += 1) await publish(n)
    await setTimeout(2000)
    const before = residentMb(server.pid)
    for (let at = 1; at <= LISTENERS; at += 1) await open(at)
    const times: number[] = []
    for (let n = 0; n < CHANGES; n += 1) {
      received = 0
      const start = performance.now()
      await publish(CHANGES + n)
      while (received < streams.length) await setTimeout(1)
      times.push(performance.now() - start)
    }
    const grown = residentMb(server.pid) - before
    return [
      {
        what: '1,000 live listeners: memory',
        value: `${grown.toFixed(0)} MB`,
        budget: '≤ 60 MB',
        isMet: grown <= 60,
      },
      timeRow('1,000 live listeners: published → heard by all, median', median(times)),
      timeRow('1,000 live listeners: published → heard by all, p95', percentile(times, 0.95)),
    ]
  } finally {
    for (const stream of streams) stream.destroy()
    await server.stop()
  }
}

const openStream = (address: string, localAddress: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(address, { localAddress, agent: false }, (answer) => {
      if (answer.statusCode === 200) resolve(answer)
      else reject(new Error(`The stream answered ${answer.statusCode}`))
    }).on('error', reject)
  })
