import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { getBucket } from '@typecase/contract/buckets'
import { addObjectType } from '@typecase/contract/object-types'
import { addObject, getObject, listObjects, updateObject } from '@typecase/contract/objects'

import { addWorks } from '../../bench/works.ts'
import { call } from '../../e2e/fixtures/api.ts'
import { signUpOwner } from '../../e2e/fixtures/people.ts'
import type { RunningServer } from '../../e2e/fixtures/server.ts'
import type { Answers, Target } from './attack.ts'
import type { Order } from './attacker.ts'

/** Two tenants of one server: one with much data, and another who works at the same time. */
export interface Neighbours {
  target: Target
  /** Sends the first tenant's requests, from a separate thread. */
  attack(order: Order): Promise<Answers>
  /** The calls of the other tenant, in a loop until stopped. @returns ms of each call */
  work(): { stop(): Promise<Samples> }
  /** Closes all connections that are still open. */
  leave(): Promise<void>
}

/** Milliseconds to wait for a call. */
const PATIENCE = 120_000

export type Samples = Record<'get' | 'list' | 'find' | 'save', number[]>

export interface Sizes {
  /** Number of objects that queries search. */
  works: number
  /** Number of objects of 0.9 MB. */
  large: number
}

export async function meetNeighbours(
  server: RunningServer,
  { works, large }: Sizes,
): Promise<Neighbours> {
  const target = await addTarget(server, works, large)
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { target } })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const tell = (order: Order | 'leave') => worker.postMessage(order)
  const work = await addWorker(server)
  return {
    target,
    async attack(order) {
      tell(order)
      const [answers] = (await once(worker, 'message')) as [Answers]
      return answers
    },
    work,
    async leave() {
      tell('leave')
      await once(worker, 'exit')
    },
  }
}

async function addTarget(server: RunningServer, works: number, large: number): Promise<Target> {
  const { token, bucket } = await signUpOwner(server, 'large')
  const { slug } = bucket
  const { api_access } = (await call(server.url, getBucket, { query: { slug } }, token)).bucket
  await addWorks({ server, slug, token }, 0, works)
  await call(server.url, addObjectType, { body: { slug, data: { title: 'Large' } } }, token)
  const content = 'large '.repeat(150_000)
  for (let n = 0; n < large; n += 1) {
    const data = { type: 'large', title: `Large ${n}`, content, status: 'published' as const }
    await call(server.url, addObject, { body: { slug, data } }, token)
  }
  return { url: server.url, slug, token, readKey: api_access.read_key }
}

async function addWorker(server: RunningServer): Promise<Neighbours['work']> {
  const { token, bucket } = await signUpOwner(server, 'small')
  const { slug } = bucket
  await addWorks({ server, slug, token }, 0, 200)
  const { objects } = await call(server.url, listObjects, { query: { slug, limit: 1 } }, token)
  const id = objects[0]?.object.id ?? ''
  let count = 0
  const calls = {
    get: () => call(server.url, getObject, { query: { slug, object_id: id } }, token),
    list: () => call(server.url, listObjects, { query: { slug, limit: 10 } }, token),
    find: () => {
      const query = JSON.stringify({ 'metadata.text': { $regex: `ber ${(count += 1)} of` } })
      return call(server.url, listObjects, { query: { slug, query, limit: 10 } }, token)
    },
    save: () => {
      const data = { content: `Saved ${(count += 1)} times` }
      return call(server.url, updateObject, { body: { slug, object_id: id, data } }, token)
    },
  }
  return () => {
    const samples: Samples = { get: [], list: [], find: [], save: [] }
    const stopping = new AbortController()
    const kinds = ['get', 'list', 'find', 'save'] as const
    const loops = kinds.map(async (kind) => {
      do {
        const start = performance.now()
        // Clients give up after this time, which the bench records as the duration.
        await Promise.race([calls[kind](), setTimeout(PATIENCE, undefined, { ref: false })])
        samples[kind].push(performance.now() - start)
        await setTimeout(20)
      } while (!stopping.signal.aborted)
    })
    return {
      async stop() {
        stopping.abort()
        await Promise.all(loops)
        return samples
      },
    }
  }
}
