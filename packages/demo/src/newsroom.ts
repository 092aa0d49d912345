import { randomBytes } from 'node:crypto'

import type { Endpoint, InputOf, OutputOf } from '@typecase/contract/endpoint'
import { urlOf } from '@typecase/contract/request-url'
import type { Clock } from '@typecase/server/clock'
import type { SafePost } from '@typecase/server/http/safe-post'
import { createAccount } from '@typecase/server/resources/users/create-account'
import { createServer } from '@typecase/server/server'
import type { Settings } from '@typecase/server/settings/settings'

import { members, type MemberName } from './content/members.ts'

const DAY = 86_400_000
/** Time after which a member signs in again, because idle sessions expire after a day. In ms. */
const SESSION_MS = 0.5 * DAY

/** The members of the magazine at work: each call goes through the API as one person, at a time in the past. */
export interface Newsroom {
  /** The end of the story, UNIX ms. */
  readonly today: number
  /** Sets the clock. */
  goTo(time: number): void
  /** Calls the API. @throws with the response when the API refuses, which means that the demo is broken */
  call<E extends Endpoint>(by: MemberName, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  /** Uploads files in one form. */
  upload<E extends Endpoint>(
    by: MemberName,
    endpoint: E,
    params: Record<string, string>,
    form: FormData,
  ): Promise<OutputOf<E>>
  idOf(member: MemberName): string
  /** For content that no call can create, such as requests from another server. */
  readonly server: Awaited<ReturnType<typeof createServer>>
  /** Ends all sessions and closes the server. */
  close(): Promise<void>
}

/**
 * Opens the data folder of the settings with a clock that starts a year ago. It sends no e-mails, and limits are off.
 * @param password of the member that the user of the demo signs in as; the others have random ones
 */
export async function openNewsroom(settings: Settings, password: string): Promise<Newsroom> {
  const today = Date.now()
  const clock = createStoryClock(today - 365 * DAY)
  const server = await createServer(
    {
      ...settings,
      SMTP_URL: undefined,
      PLAN_LIMITS: 'off',
      RATE_LIMITS: 'off',
      METRICS: 'off',
      LOG_LEVEL: 'silent',
    },
    { clock, safePost: siteOfTheDemo },
  )
  const people = new Map<MemberName, { id: string; token: string; since: number }>()

  async function tokenOf(name: MemberName): Promise<string> {
    const person = people.get(name)
    if (person && clock.now() - person.since < SESSION_MS) return person.token
    const id = person?.id ?? (await join(name))
    const token = await server.app.db.write(
      (write) => server.app.sessions.open(write, id, { ip: '127.0.0.1', agent: 'demo' }),
      'serializable',
    )
    people.set(name, { id, token, since: clock.now() })
    return token
  }

  function join(name: MemberName): Promise<string> {
    const { firstName, lastName, email } = members[name]
    return createAccount(server.app, {
      email,
      password: name === 'ines' ? password : randomBytes(24).toString('base64url'),
      firstName,
      lastName,
      isVerified: true,
    })
  }

  async function send<E extends Endpoint>(
    by: MemberName,
    endpoint: E,
    input: { params?: object; query?: object; body?: unknown },
    payload: { headers: Record<string, string>; body: string | Buffer } | undefined,
  ): Promise<OutputOf<E>> {
    const token = await tokenOf(by)
    const answer = await server.http.inject({
      method: endpoint.method,
      url: urlOf('', endpoint, { ...input.params, ...input } as Parameters<typeof urlOf>[2]),
      headers: { authorization: `Bearer ${token}`, ...payload?.headers },
      ...(payload && { payload: payload.body }),
    })
    if (answer.statusCode >= 300)
      throw new Error(`The demo’s ${endpoint.id} was answered ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }

  return {
    today,
    server,
    goTo: clock.goTo,
    call: (by, endpoint, input) => {
      const { body } = input as { body?: unknown }
      const json = body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      return send(by, endpoint, input as object, json || undefined)
    },
    async upload(by, endpoint, params, form) {
      const encoded = new Response(form)
      const body = Buffer.from(await encoded.arrayBuffer())
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
      return send(by, endpoint, { params }, { headers, body })
    },
    idOf(name) {
      const id = people.get(name)?.id
      if (id === undefined) throw new Error(`${name} has not joined the demo yet.`)
      return id
    },
    async close() {
      await server.app.db.write(({ db }) => db.deleteFrom('sessions').execute(), 'serializable')
      await server.close()
    },
  }
}

/** Receives webhooks in place of the demo's site. */
const siteOfTheDemo: SafePost = {
  post: async () => ({ status: 202, headers: {}, body: '{"build":"queued"}' }),
  assertSafe() {},
}

/** Returns a clock that runs on from the time it was last set to. */
function createStoryClock(from: number): Clock & { goTo(time: number): void } {
  let offset = from - Date.now()
  const now = () => Date.now() + offset
  return {
    now,
    iso: () => new Date(now()).toISOString(),
    goTo: (time) => void (offset = time - Date.now()),
  }
}
