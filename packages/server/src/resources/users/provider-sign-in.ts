import { type ProviderId, providerTitles, signInOptions } from '@typecase/contract/sign-in-options'
import {
  githubAuth,
  googleAuth,
  linkProvider,
  listLinked,
  startLink,
  startProvider,
  unlinkProvider,
} from '@typecase/contract/sign-in-providers'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { notFound, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { captchaScript } from '../../identity/captcha.ts'
import {
  assertChallenge,
  badChallenge,
  type ChallengePurpose,
  newChallenge,
  provedBy,
  settleChallenge,
  useChallenge,
} from '../../identity/challenges.ts'
import {
  authorizationUrl,
  configuredProviders,
  exchangeCode,
  type ProvedIdentity,
  type Round,
} from '../../identity/providers.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import { answerSignIn, issueSession } from './issue-session.ts'
import { assertNotLastSignInMethod } from './last-sign-in-method.ts'
import { link, openAccountOf } from './linked-accounts.ts'
import { otpOf } from './second-factor.ts'
import { agentOf } from './sign-in.ts'
import { assertStepUp } from './step-up.ts'
import { findUser } from './store.ts'

/** Signing in with Google and GitHub (decision 0070). */
export function providerRoutes(app: App): Route[] {
  const { clock, db, sealer, settings } = app

  /** Where to send the browser, and what it keeps meanwhile. */
  async function start(provider: ProviderId, purpose: ChallengePurpose, userId?: string) {
    const binding = newToken()
    const browser = `${provider} ${binding}`
    const state = newChallenge(app, { purpose, browser, ...(userId !== undefined && { userId }) })
    return { url: await authorizationUrl(app, provider, roundOf(state, browser)), binding }
  }

  /** The nonce and the secret of PKCE follow from the state: no one can have them without our key. */
  const roundOf = (state: string, browser: string): Round => ({
    state,
    nonce: sealer.sign(`nonce ${state} ${browser}`),
    verifier: sealer.sign(`verifier ${state} ${browser}`),
  })

  interface Returned {
    provider: ProviderId
    purpose: ChallengePurpose
    userId?: string
    code: string
    state: string
    binding: string
    iss?: string | undefined
    /** Where the body has the code. */
    path: string
  }

  /**
   * Who came back. The code works once, so what it proved is kept until it has taken effect: a sign-in that needs a
   * one-time code is sent again.
   */
  async function prove(returned: Returned): Promise<ProvedIdentity> {
    const { provider, purpose, userId, code, state, binding, iss, path } = returned
    const browser = `${provider} ${binding}`
    assertChallenge(
      app,
      state,
      { purpose, browser, ...(userId !== undefined && { userId }) },
      'state',
    )
    const codeHash = hashToken(code)
    const kept = await provedBy(app, state)
    if (kept !== undefined) {
      // Only the server seals these.
      const known =
        kept === ''
          ? undefined
          : (JSON.parse(kept) as { codeHash: string; identity: ProvedIdentity })
      if (known?.codeHash !== codeHash) throw badChallenge('state')
      return known.identity
    }
    const round = roundOf(state, browser)
    const identity = await exchangeCode(app, provider, { code, iss }, round, path)
    const proved = JSON.stringify({ codeHash, identity })
    await db.write((write) => useChallenge(write, app, state, 'state', proved))
    return identity
  }

  interface SignInBody {
    state: string
    binding: string
    otp?: string | undefined
    iss?: string | undefined
    referral_code?: string | undefined
  }

  async function signIn(
    { provider, code, path }: { provider: ProviderId; code: string; path: string },
    body: SignInBody,
    { ip, request, reply }: { ip: string; request: FastifyRequest; reply: FastifyReply },
  ) {
    const { state, binding, iss } = body
    const identity = await prove({ provider, purpose: 'sign-in', code, state, binding, iss, path })
    const from = { ip, agent: agentOf(request) }
    const { userId, settle } = await openAccountOf(app, identity, body.referral_code, from)
    return answerSignIn(
      reply,
      await issueSession(app, userId, {
        otp: otpOf(request, body.otp),
        from,
        async settle(write) {
          await settleChallenge(write, state, 'state')
          await settle(write)
        },
      }),
    )
  }

  return [
    handle(signInOptions, () => {
      const { CAPTCHA_SITE_KEY: site_key } = settings
      const script = captchaScript(settings)?.url
      return {
        providers: configuredProviders(settings),
        captcha: site_key !== undefined && script !== undefined ? { site_key, script } : null,
      }
    }),

    handle(startProvider, ({ body }) => start(body.provider, 'sign-in')),

    handle(googleAuth, ({ body, ...call }) =>
      signIn({ provider: 'google', code: body.auth_code, path: 'auth_code' }, body, call),
    ),

    handle(githubAuth, ({ body, ...call }) =>
      signIn({ provider: 'github', code: body.id_token, path: 'id_token' }, body, call),
    ),

    handle(listLinked, async ({ principal }) => {
      const linked = await db.read
        .selectFrom('identities')
        .select(['provider', 'email', 'created_at'])
        .where('user_id', '=', principal.userId)
        .orderBy('provider')
        .execute()
      return {
        linked: linked.map((one) => ({
          ...one,
          created_at: new Date(one.created_at).toISOString(),
        })),
        total: linked.length,
      }
    }),

    handle(startLink, async ({ principal, body, ip }) => {
      await assertStepUp(app, principal, body.current_password, ip)
      return start(body.provider, 'link', principal.userId)
    }),

    handle(linkProvider, async (call) => {
      const { body } = call
      const { userId } = call.principal
      const { provider, code, state, binding, iss } = body
      const identity = await prove({
        provider,
        purpose: 'link',
        userId,
        code,
        state,
        binding,
        iss,
        path: 'code',
      })
      await db.write(async (write) => {
        await settleChallenge(write, state, 'state')
        const user = await findUser(write.db, userId)
        if (user?.status !== 'active') throw unauthenticated()
        await link(write, app, actorOf(call), user, identity)
      })
      const created_at = clock.iso()
      return { linked: { provider, email: identity.email, created_at } }
    }),

    handle(unlinkProvider, async (call) => {
      const { provider } = call.body
      const { userId } = call.principal
      await db.write(async (write) => {
        const { numDeletedRows } = await write.db
          .deleteFrom('identities')
          .where('user_id', '=', userId)
          .where('provider', '=', provider)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound('Linked account')
        await assertNotLastSignInMethod(write.db, userId)
        const subject = { title: providerTitles[provider] }
        await audit(write, app, actorOf(call), { kind: 'account.unlink', subject })
      })
      return { message: `${providerTitles[provider]} is unlinked.` }
    }),
  ]
}
