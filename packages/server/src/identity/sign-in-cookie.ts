import type { Endpoint } from '@typecase/contract/endpoint'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { CHALLENGE_LIFETIME_MS } from '../limits.ts'
import { forbidden } from '../http/failure.ts'
import { pageOrigins } from '../http/headers.ts'
import { pathsOf } from '../http/mount.ts'
import type { Settings } from '../settings/settings.ts'

/** A sign-in at a provider that waits for its code: the state, and the secret of the browser that began it. */
export interface PendingSignIn {
  readonly state: string
  readonly binding: string
}

const isHttps = ({ PUBLIC_URL }: Settings): boolean => PUBLIC_URL.startsWith('https:')

// With the prefix, browsers refuse a cookie of this name that came over plain http.
const nameOf = (settings: Settings): string => `${isHttps(settings) ? '__Secure-' : ''}sign-in`

/**
 * Gives the browser a cookie that no script reads, and that only our pages send.
 * @param finish the call that takes it, and the only one it is sent with
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
 * The sign-in that this browser began.
 * @throws Failure `forbidden` when a page of another origin asks
 */
export function readSignInCookie(
  request: FastifyRequest,
  settings: Settings,
): PendingSignIn | undefined {
  const { origin, cookie = '' } = request.headers
  // Browsers send it with every POST. SameSite alone would allow other ports and subdomains.
  if (origin !== undefined && !pageOrigins(request.server, settings).includes(origin))
    throw forbidden(`Only a page of ${settings.PUBLIC_URL} can finish this sign-in.`)
  const [state, binding] = parseCookie(cookie)[nameOf(settings)]?.split(' ') ?? []
  return state && binding ? { state, binding } : undefined
}
