import { timingSafeEqual } from 'node:crypto'

import { accessCodeStatus, INVALID_CODE, verifyAccessCode } from '@typecase/contract/access-gate'

import type { App } from '../../app.ts'
import { invalid, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { ipKey } from '../../http/limits-keys.ts'
import { hashToken } from '../../secrets/tokens.ts'

/**
 * Routes for the access code of an environment that is not public yet. It guards the dashboard's pages, but no calls.
 */
export function routes({ limits, settings }: App): Route[] {
  const { ACCESS_CODE: code } = settings
  return [
    handle(accessCodeStatus, () => ({ enabled: code !== undefined })),
    handle(verifyAccessCode, async ({ body, ip }) => {
      if (body.accessCode === '') throw invalid('accessCode', 'Enter an access code', 'required')
      if (code === undefined) return { valid: true as const }
      const isRight = await limits.guard(
        [['code', ipKey(ip)]],
        async () => isSame(body.accessCode, code),
        (result) => result,
      )
      if (!isRight) throw unauthenticated(INVALID_CODE)
      return { valid: true as const }
    }),
  ]
}

/** Compares hashes, so that the duration reveals nothing about the code. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(a)), Buffer.from(hashToken(b)))
