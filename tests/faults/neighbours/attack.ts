import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'

/** The target of an attacking client. */
export interface Target {
  url: string
  /** Slug of the attacker's bucket. */
  slug: string
  readKey: string
  token: string
}

/** Numbers of responses by status; 0 means no response. */
export type Answers = Record<number, number>

interface Sent {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** Whether to leave as soon as everything is sent, without waiting for an answer. */
  isAbandoned?: boolean
  /** Keeps the connection open after the head of the answer, until this is aborted. */
  until?: AbortSignal
}

/** Sends one request on a new connection. @returns the status, 0 without a response */
function send({ url }: Target, sent: Sent): Promise<number> {
  return new Promise((resolve) => {
    const request = httpRequest(`${url}${sent.path}`, {
      method: sent.method ?? 'GET',
      agent: new Agent(),
      headers: {
        ...sent.headers,
        ...(sent.body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(sent.body),
        }),
      },
    })
    request.on('error', () => resolve(0))
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.on('error', () => {})
      response.resume()
      if (!sent.until || status !== 200) return response.on('close', () => resolve(status))
      resolve(status)
      sent.until.addEventListener('abort', () => request.destroy())
      return undefined
    })
    if (sent.isAbandoned) {
      request.on('socket', (socket) => {
        socket.on('connect', () => setTimeout(() => request.destroy(), 30))
      })
    }
    request.end(sent.body)
  })
}

async function sendMany(target: Target, count: number, make: (n: number) => Sent) {
  const statuses = await Promise.all(Array.from({ length: count }, (_, n) => send(target, make(n))))
  const answers: Answers = {}
  for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1
  return answers
}

let requestCount = 0

/** Returns the path of a query that reads every object. It is unique, so that no cached response serves it. */
const costly = ({ slug, readKey }: Target): string => {
  const query = { 'metadata.text': { $regex: `q[uvw]+x.*y${(requestCount += 1)}`, $options: 'i' } }
  return `/v3/buckets/${slug}/objects?read_key=${readKey}&query=${encodeURIComponent(JSON.stringify(query))}`
}

const manyKeys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n.toString(36), 1])))

/** Attacks of a bad neighbour. */
export const attacks = {
  /** Bodies of 1 MB without a session; all their keys are wrong. */
  hostileBodies: (target: Target, count: number) => {
    const body = manyKeys(115_000)
    return sendMany(target, count, () => ({ method: 'POST', path: '/v3/users/signup', body }))
  },
  /** The same bodies with a session. */
  hostileBodiesSignedIn: (target: Target, count: number) => {
    const body = manyKeys(115_000)
    const headers = { authorization: `Bearer ${target.token}` }
    return sendMany(target, count, () => ({
      method: 'POST',
      path: '/v3/objectTypes/add',
      headers,
      body,
    }))
  },
  costlyQueries: (target: Target, count: number) =>
    sendMany(target, count, () => ({ path: costly(target) })),
  async abandonedQueries(target: Target, count: number): Promise<Answers> {
    const answers: Answers = {}
    for (let at = 0; at < count; at += 50) {
      const some = await sendMany(target, Math.min(50, count - at), () => ({
        path: costly(target),
        isAbandoned: true,
      }))
      for (const [status, n] of Object.entries(some))
        answers[Number(status)] = (answers[Number(status)] ?? 0) + n
    }
    return answers
  },
  /** Lists of large objects. */
  largeAnswers: (target: Target, count: number) =>
    sendMany(target, count, (n) => ({
      path: `/v3/buckets/${target.slug}/objects?read_key=${target.readKey}&type=large&limit=${300 - n}`,
    })),
  /** Bodies that stop after their beginning, until the signal is aborted. */
  async slowBodies(target: Target, count: number, until: AbortSignal): Promise<Answers> {
    for (let n = 0; n < count; n += 1) {
      const request = httpRequest(`${target.url}/v3/objects/add`, {
        method: 'POST',
        agent: new Agent(),
        headers: {
          authorization: `Bearer ${target.token}`,
          'content-type': 'application/json',
          'content-length': 1_000_000,
        },
      })
      request.on('error', () => {})
      request.write('{"slug":')
      until.addEventListener('abort', () => request.destroy())
      await once(request, 'socket')
    }
    return { 0: count }
  },
  /** Event streams of one session, left open until the signal is aborted. */
  eventStreams: (target: Target, count: number, until: AbortSignal) =>
    sendMany(target, count, () => ({
      path: `/v3/events?slug=${target.slug}`,
      headers: { authorization: `Bearer ${target.token}` },
      until,
    })),
}
