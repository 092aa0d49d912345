import type { Deployment } from '@typecase/contract/deployments'
import { LRUCache } from 'lru-cache'

import { MAX_BUILD_EVENTS, MAX_VERCEL_BYTES, VERCEL_TIMEOUT_MS } from '../limits.ts'
import type { Clock } from '../clock.ts'
import { Failure, notFound } from '../http/failure.ts'
import { hashToken } from '../secrets/tokens.ts'
import type { Settings } from '../settings/settings.ts'
import {
  type BuildLog,
  type DeploymentPage,
  toBuildLog,
  toDeployment,
  toPage,
  toProject,
  type VercelProject,
} from './vercel-answers.ts'

/** Credentials for Vercel. */
export interface VercelCaller {
  readonly token: string
  /** The team that the token is used for; null for the account itself. */
  readonly teamId: string | null
  /** Called before each outgoing request, to count it. */
  readonly onRequest: () => Promise<void>
}

/** A range of deployments: after `since` and before `until`, UNIX ms. */
export interface DeploymentsRequest {
  readonly limit: number
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/**
 * The API of Vercel (`VERCEL_API_BASE`). All methods throw VercelFailure if Vercel refuses, and Failure `timeout` or
 * `unavailable` if it does not respond.
 * @see https://vercel.com/docs/rest-api
 */
export interface Vercel {
  /** @throws Failure when Vercel does not know the token */
  checkToken(caller: VercelCaller): Promise<void>
  /** Returns the first 100 projects that the token can see, by name. */
  projects(caller: VercelCaller, search?: string): Promise<VercelProject[]>
  project(caller: VercelCaller, projectId: string): Promise<VercelProject>
  /** Returns deployments, newest first. Repeated calls with the same token get a cached list for some seconds. */
  deployments(
    caller: VercelCaller,
    projectId: string,
    request: DeploymentsRequest,
  ): Promise<DeploymentPage>
  /** @throws Failure `not_found` for a deployment of another project */
  log(
    caller: VercelCaller,
    projectId: string,
    deploymentId: string,
  ): Promise<BuildLog & { deployment: Deployment }>
}

/** An error that Vercel returned, with Vercel's message. */
export class VercelFailure extends Failure {
  /** The HTTP status of Vercel's answer. */
  readonly vercelStatus: number

  constructor(status: number, message: string, retryAfter?: number) {
    const isRefused = status === 401 || status === 403
    super(
      isRefused ? 'not_configured' : status === 429 ? 'limited' : 'unavailable',
      message,
      {},
      retryAfter,
    )
    this.vercelStatus = status
  }
}

/** Lifetime of a cached list, ms: less than the polling interval of dashboards. */
const LIST_CACHE_MS = 4000
const MAX_CACHED_LISTS = 200
/** Maximum characters of a message of Vercel that is passed on. */
const MAX_MESSAGE_CHARACTERS = 500
const PROJECTS = 100

export function createVercel(
  { VERCEL_API_BASE: base }: Pick<Settings, 'VERCEL_API_BASE'>,
  clock: Clock,
): Vercel {
  const cachedPages = new LRUCache<string, { at: number; answer: Promise<DeploymentPage> }>({
    max: MAX_CACHED_LISTS,
  })

  async function get(
    { token, teamId, onRequest }: VercelCaller,
    path: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<unknown> {
    await onRequest()
    const url = new URL(`${base}${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    if (teamId !== null) url.searchParams.set('teamId', teamId)
    const ended = AbortSignal.timeout(VERCEL_TIMEOUT_MS)
    try {
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        // A redirect must not take the token elsewhere.
        redirect: 'error',
        signal: ended,
      })
      const text = await readText(response)
      if (!response.ok) throw failureOf(response, text)
      return JSON.parse(text) as unknown
    } catch (reason) {
      if (reason instanceof Failure) throw reason
      if (ended.aborted) throw new Failure('timeout', 'Vercel took too long to answer.')
      if (reason instanceof SyntaxError) throw senseless()
      throw new Failure('unavailable', 'Vercel cannot be reached. Try again later.')
    }
  }

  return {
    async checkToken(caller) {
      await get({ ...caller, teamId: null }, '/v2/user')
    },

    async projects(caller, search) {
      const answer = await get(caller, '/v9/projects', {
        limit: PROJECTS,
        search: search || undefined,
      })
      const projects = field(answer, 'projects')
      if (!Array.isArray(projects)) throw senseless()
      return projects
        .map((one) => toProject(one) ?? fail())
        .sort((a, b) => a.title.localeCompare(b.title))
    },

    async project(caller, projectId) {
      return toProject(await get(caller, `/v9/projects/${encodeURIComponent(projectId)}`)) ?? fail()
    },

    async deployments(caller, projectId, { limit, since, until }) {
      const query = { projectId, limit, since, until }
      const key = `${hashToken(caller.token)} ${caller.teamId} ${JSON.stringify(query)}`
      const recent = () => {
        const page = cachedPages.get(key)
        return page && clock.now() < page.at + LIST_CACHE_MS ? page.answer : undefined
      }
      const cached = recent()
      if (cached) return cached
      // Each caller counts the request before it waits for another one's, so no one fails on the limit of someone else.
      await caller.onRequest()
      const meanwhile = recent()
      if (meanwhile) return meanwhile
      const counted = { ...caller, onRequest: async () => {} }
      const answer = get(counted, '/v6/deployments', query).then((page) => toPage(page) ?? fail())
      cachedPages.set(key, { at: clock.now(), answer })
      // Failures are not cached, so a retry asks Vercel again.
      answer.catch(() => cachedPages.delete(key))
      return answer
    },

    async log(caller, projectId, deploymentId) {
      const path = `/deployments/${encodeURIComponent(deploymentId)}`
      const response = await get(caller, `/v13${path}`).catch((reason: unknown) => {
        const isMissing = reason instanceof VercelFailure && reason.vercelStatus === 404
        throw isMissing ? notFound('Deployment') : reason
      })
      if ((field(response, 'projectId') ?? field(field(response, 'project'), 'id')) !== projectId)
        throw notFound('Deployment')
      const deployment = toDeployment(response) ?? fail()
      // The order is backward, so a long log includes its end, where builds fail.
      const query = { limit: MAX_BUILD_EVENTS, direction: 'backward', follow: 0, builds: 1 }
      const events = await get(caller, `/v3${path}/events`, query)
      if (!Array.isArray(events)) throw senseless()
      return { deployment, ...toBuildLog(events, events.length >= MAX_BUILD_EVENTS) }
    },
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The body of a fetch yields bytes.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MAX_VERCEL_BYTES)
      throw new Failure('unavailable', 'The answer of Vercel is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the error of a response, with Vercel's message. */
function failureOf({ status, headers }: Response, text: string): VercelFailure {
  const retryAfter = Number(headers.get('retry-after')) || undefined
  return new VercelFailure(status, messageIn(text) ?? 'Vercel API Error', retryAfter)
}

function messageIn(text: string): string | undefined {
  try {
    const error = field(JSON.parse(text), 'error')
    const message = typeof error === 'string' ? error : field(error, 'message')
    return typeof message === 'string' && message !== ''
      ? message.slice(0, MAX_MESSAGE_CHARACTERS)
      : undefined
  } catch {
    return undefined
  }
}

const senseless = () =>
  new Failure('unavailable', 'Vercel (VERCEL_API_BASE) answered something unexpected.')

function fail(): never {
  throw senseless()
}
