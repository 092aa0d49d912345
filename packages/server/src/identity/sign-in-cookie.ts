import type { Endpoint } from '@typecase/contract/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { CHALLENGE_LIFETIME_MS } from '../limits.ts'
import { forbidden } from '../http/failure.ts'
import { pageOrigins } from '../http/headers.ts'
import { pathsOf } from '../http/mount.ts'
import type { Settings } from '../settings/settings.ts'

/** A sign-in at a provider that waits for its code: the state, and the secret of the browser that started it. */
export interface PendingSignIn {
  readonly state: string
  readonly binding: string
}

const isHttps = ({ PUBLIC_URL }: Settings): boolean => PUBLIC_URL.startsWith('https:')

// The prefix makes browsers refuse a cookie of this name that was set over plain HTTP.
const nameOf = (settings: Settings): string => `${isHttps(settings) ? '__Secure-' : ''}sign-in`

/**
 * Sets a cookie that no script can read and that only our pages send.
 * @param finish the endpoint that reads the cookie, and the only one that it is sent to
 */
export function setSignInCookie(
  reply: FastifyReply,
  settings: Settings,
  finish: Endpoint,
  { state, binding }: PendingSignIn,
): void {
  setCookie(reply, settings, finish, `${state} ${binding}`, CHALLENGE_LIFETIME_MS / 1000)
}

export function clearSignInCookie(reply: FastifyReply, settings: Settings, finish: Endpoint): void {
  setCookie(reply, settings, finish, '', 0)
}

function setCookie(
  reply: FastifyReply,
  settings: Settings,
  finish: Endpoint,
  value: string,
  maxAge: number,
): void {
  const cookies = pathsOf(finish).map((path) =>
    stringifySetCookie({
      name: nameOf(settings),
      value,
      path,
      maxAge,
      httpOnly: true,
      sameSite: 'strict',
      secure: isHttps(settings),
    }),
  )
  reply.header('set-cookie', cookies)
}

/**
 * Returns the sign-in that this browser started.
 * @throws Failure `forbidden` when a page of another origin sends the request
 */
export function readSignInCookie(
  request: FastifyRequest,
  settings: Settings,
): PendingSignIn | undefined {
  const { origin, cookie = '' } = request.headers
  // Browsers send `Origin` with every POST. SameSite alone would allow other ports and subdomains.
  if (origin !== undefined && !pageOrigins(request.server, settings).includes(origin))
    throw forbidden(`Only a page of ${settings.PUBLIC_URL} can finish this sign-in.`)
  const [state, binding] = parseCookie(cookie)[nameOf(settings)]?.split(' ') ?? []
  return state && binding ? { state, binding } : undefined
}
