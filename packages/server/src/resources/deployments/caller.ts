import type { VercelLink } from '@typecase/contract/deployments'

import type { App } from '../../app.ts'
import { type VercelCaller, VercelFailure } from '../../hosting/vercel.ts'
import { Failure, forbidden, notConfigured } from '../../http/failure.ts'
import type { UserPrincipal } from '../../http/principal.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import { isStaff } from '../staff/assert-staff.ts'
import { readConnection, type StoredConnection } from './store.ts'

type Source = VercelLink['source']

/** Returns which token new links of a bucket use; null if there is none. */
export function sourceOf({ settings }: App, { token_sealed }: StoredConnection): Source | null {
  if (token_sealed !== null) return 'bucket'
  return settings.VERCEL_TOKEN === undefined ? null : 'installation'
}

/** Returns the caller for a token that a user sent. */
export const callerWith = (
  { limits }: App,
  { userId }: UserPrincipal,
  token: string,
  teamId: string | null,
): VercelCaller => ({ token, teamId, onRequest: () => limits.count('vercel', userId) })

/**
 * Returns the caller with the token of a link, and no other: the bucket must not see more than its own token does.
 * @throws Failure `not_configured` if that token was deleted
 */
export async function callerFor(
  app: App,
  principal: UserPrincipal,
  access: BucketAccess,
  source: Source,
): Promise<VercelCaller> {
  const { VERCEL_TOKEN, VERCEL_TEAM_ID } = app.settings
  if (source === 'installation') {
    if (VERCEL_TOKEN === undefined)
      throw notConfigured('The Vercel token of this installation is missing: VERCEL_TOKEN sets it.')
    return callerWith(app, principal, VERCEL_TOKEN, VERCEL_TEAM_ID ?? null)
  }
  const { token_sealed, team_id } = await readConnection(app.db.read, access)
  if (token_sealed === null)
    throw notConfigured(
      'The Vercel token of this bucket was removed. An admin of the bucket connects Vercel again in its settings, under Deployments.',
    )
  const token = app.sealer.openOrNull(token_sealed)
  if (token === null)
    throw notConfigured(
      'The Vercel token of this bucket was lost with the key that it was encrypted with. An admin of the bucket connects Vercel again in its settings, under Deployments.',
    )
  return callerWith(app, principal, token, team_id)
}

/**
 * Returns the caller for linking projects, with the bucket's own token, or the installation's if the user is staff.
 * @throws Failure `forbidden` for others without a token of the bucket, `not_configured` without any token
 */
export async function callerForLinks(
  app: App,
  principal: UserPrincipal,
  access: BucketAccess,
): Promise<{ source: Source; caller: VercelCaller }> {
  const source = sourceOf(app, await readConnection(app.db.read, access))
  if (source === null)
    throw notConfigured(
      'Vercel is not connected: give this bucket a Vercel token in its settings, or set VERCEL_TOKEN for the installation.',
    )
  if (source === 'installation' && !(await isStaff(app.db.read, principal)))
    throw forbidden(
      'Only staff can link projects with the installation’s Vercel token. To link your own, give this bucket a Vercel token in its settings.',
    )
  return { source, caller: await callerFor(app, principal, access, source) }
}

/** Runs a request. If Vercel refuses the token, the failure explains who can replace it. */
export async function askVercel<T>(source: Source, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (reason) {
    if (!(reason instanceof VercelFailure) || reason.code !== 'not_configured') throw reason
    const message =
      source === 'bucket'
        ? 'Vercel refused the token of this bucket. An admin of the bucket connects Vercel again in its settings, under Deployments.'
        : 'Vercel refused the token of this installation (VERCEL_TOKEN). Its operator can renew it.'
    // The message remains that of Vercel (specification §8).
    throw new Failure('not_configured', reason.message, {
      details: [{ path: 'token', message, rule: 'refused' }],
    })
  }
}
