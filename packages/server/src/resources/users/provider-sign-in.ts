import { type ProviderId, providerTitles, signInOptions } from '@typecase/contract/sign-in-options'
import {
  githubAuth,
  googleAuth,
  linkProvider,
  listLinked,
  startGooglePopup,
  startLink,
  startProvider,
  unlinkProvider,
} from '@typecase/contract/sign-in-providers'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { invalid, notConfigured, notFound, unauthenticated } from '../../http/failure.ts'
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
import { googleScript } from '../../identity/google-script.ts'
import { identityOfToken, TOKEN_LIFETIME_MS } from '../../identity/google-tokens.ts'
import {
  authorizationUrl,
  configuredProviders,
  exchangeCode,
  type ProvedIdentity,
  type Round,
} from '../../identity/providers.ts'
import {
  clearSignInCookie,
  type PendingSignIn,
  readSignInCookie,
  setSignInCookie,
} from '../../identity/sign-in-cookie.ts'
import { hashToken, newToken } from '../../secrets/tokens.ts'
import { answerSignIn, issueSession } from './issue-session.ts'
import { assertNotLastSignInMethod } from './sign-in-methods.ts'
import { link, openAccountOf } from './linked-accounts.ts'
import { otpOf } from './second-factor.ts'
import { agentOf } from './sign-in.ts'
import { assertStepUp } from './step-up.ts'
import { findUser } from './store.ts'

/** The provider's proof, sent by the browser: a code with the path of its field, or an ID token of Google. */
type Proof = { readonly code: string; readonly path: string } | { readonly token: string }

/** The endpoints that finish a sign-in, for which its cookie is set. */
const finishes = { google: googleAuth, github: githubAuth } as const

/** Routes for signing in with Google and GitHub (decision 0070). */
export function providerRoutes(app: App): Route[] {
  const { clock, db, sealer, settings } = app

  /** Returns the URL to redirect to, and the data that the browser keeps until it returns. */
  async function start(provider: ProviderId, purpose: ChallengePurpose, userId?: string) {
    const { state, binding } = newPending(provider, purpose, userId)
    const round = roundOf(state, `${provider} ${binding}`)
    return { url: await authorizationUrl(app, provider, round), state, binding }
  }

  function newPending(
    provider: ProviderId,
    purpose: ChallengePurpose,
    userId?: string,
  ): PendingSignIn {
    const binding = newToken()
    const browser = `${provider} ${binding}`
    const state = newChallenge(app, { purpose, browser, ...(userId !== undefined && { userId }) })
    return { state, binding }
  }

  /**
   * Derives the nonce and the PKCE verifier from the state with the server's key, so that no one else can compute them.
   */
  const roundOf = (state: string, browser: string, isPopup = false): Round => ({
    state,
    isPopup,
    nonce: sealer.sign(`nonce ${state} ${browser}`),
    verifier: sealer.sign(`verifier ${state} ${browser}`),
  })

  interface ProviderAnswer {
    provider: ProviderId
    purpose: ChallengePurpose
    userId?: string
    proof: Proof
    state: string
    binding: string
    iss?: string | undefined
  }

  /**
   * Returns the identity that the provider proved. A code works only once, so the result is stored until the sign-in is
   * complete: a sign-in that needs a one-time code sends the same call again.
   */
  async function prove(returned: ProviderAnswer): Promise<ProvedIdentity> {
    const { provider, purpose, userId, proof, state, binding, iss } = returned
    const browser = `${provider} ${binding}`
    assertChallenge(
      app,
      state,
      { purpose, browser, ...(userId !== undefined && { userId }) },
      'state',
    )
    const codeHash = hashToken('token' in proof ? proof.token : proof.code)
    const storedProof = await provedBy(app, state)
    if (storedProof !== undefined) {
      // Only the server writes this value, so the cast is safe.
      const proof =
        storedProof === ''
          ? undefined
          : (JSON.parse(storedProof) as { codeHash: string; identity: ProvedIdentity })
      if (proof?.codeHash !== codeHash) throw badChallenge('state')
      return proof.identity
    }
    const round = roundOf(state, browser, purpose === 'popup')
    const identity =
      'token' in proof
        ? await identityOfToken(app, proof.token, round.nonce)
        : await exchangeCode(app, provider, { code: proof.code, iss }, round, proof.path)
    const proved = JSON.stringify({ codeHash, identity })
    await db.write(async (write) => {
      await useChallenge(write, app, state, 'state', proved)
      // A provider refuses a used code, but a token passes the check any number of times.
      if ('token' in proof)
        await useChallenge(write, app, proof.token, 'id_token', '', TOKEN_LIFETIME_MS)
    }, 'serializable')
    return identity
  }

  interface SignInBody {
    state?: string | undefined
    binding?: string | undefined
    otp?: string | undefined
    iss?: string | undefined
    referral_code?: string | undefined
  }

  /** Returns the sign-in that a call finishes: from the body if the client has no cookies, or else from the cookie. */
  function pendingSignIn(
    { state, binding }: Pick<SignInBody, 'state' | 'binding'>,
    request: FastifyRequest,
  ): PendingSignIn {
    if (binding !== undefined) {
      if (state !== undefined) return { state, binding }
      throw invalid('state', 'state is a required field', 'required')
    }
    const pending = readSignInCookie(request, settings)
    if (!pending || (state ?? pending.state) !== pending.state) throw badChallenge('state')
    return pending
  }

  async function signIn(
    provider: ProviderId,
    proof: Proof,
    body: SignInBody,
    { ip, request, reply }: { ip: string; request: FastifyRequest; reply: FastifyReply },
  ) {
    const { state, binding } = pendingSignIn(body, request)
    const { iss } = body
    // The prefix is part of the signed state, so the client cannot change it.
    const purpose = state.startsWith('popup.') ? 'popup' : 'sign-in'
    const identity = await prove({ provider, purpose, proof, state, binding, iss })
    const from = { ip, agent: agentOf(request) }
    const { userId, settle } = await openAccountOf(app, identity, body.referral_code, from)
    const signedIn = await issueSession(app, userId, {
      otp: otpOf(request, body.otp),
      from,
      async settle(write) {
        await settleChallenge(write, state, 'state')
        await settle(write)
      },
    })
    // If the second step is missing, the client repeats the call with the same cookie.
    if (signedIn !== 'otp_required') clearSignInCookie(reply, settings, finishes[provider])
    return answerSignIn(reply, signedIn)
  }

  return [
    handle(signInOptions, () => {
      const { CAPTCHA_SITE_KEY: site_key, GOOGLE_CLIENT_ID: googleId } = settings
      const google = googleScript(settings)
      const script = captchaScript(settings)?.url
      return {
        providers: configuredProviders(settings),
        google_popup:
          googleId !== undefined && google !== undefined
            ? { client_id: googleId, script: google }
            : null,
        captcha: site_key !== undefined && script !== undefined ? { site_key, script } : null,
      }
    }),

    handle(startProvider, async ({ body: { provider }, reply }) => {
      const { url, state, binding } = await start(provider, 'sign-in')
      setSignInCookie(reply, settings, finishes[provider], { state, binding })
      return { url, binding }
    }),

    handle(startGooglePopup, ({ reply }) => {
      if (googleScript(settings) === undefined) {
        throw notConfigured(
          'Google’s pop-up is off on this server: set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_SCRIPT_URL.',
        )
      }
      const pending = newPending('google', 'popup')
      setSignInCookie(reply, settings, googleAuth, pending)
      return { state: pending.state }
    }),

    handle(googleAuth, ({ body, ...call }) => {
      const { auth_code, id_token } = body
      if (auth_code !== undefined && id_token !== undefined)
        throw invalid('id_token', 'Send auth_code or id_token, not both', 'one_of')
      if (id_token !== undefined) return signIn('google', { token: id_token }, body, call)
      if (auth_code === undefined)
        throw invalid('auth_code', 'auth_code or id_token is a required field', 'required')
      return signIn('google', { code: auth_code, path: 'auth_code' }, body, call)
    }),

    handle(githubAuth, ({ body, ...call }) =>
      signIn('github', { code: body.id_token, path: 'id_token' }, body, call),
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

    handle(startLink, async ({ principal, body, ip, reply }) => {
      await assertStepUp(app, principal, body.current_password, ip)
      const { url, state, binding } = await start(body.provider, 'link', principal.userId)
      setSignInCookie(reply, settings, linkProvider, { state, binding })
      return { url, binding }
    }),

    handle(linkProvider, async (call) => {
      const { body } = call
      const { userId } = call.principal
      const { provider, code, iss } = body
      const { state, binding } = pendingSignIn(body, call.request)
      const identity = await prove({
        provider,
        purpose: 'link',
        userId,
        proof: { code, path: 'code' },
        state,
        binding,
        iss,
      })
      const created_at = clock.iso()
      const answer = await call.commit(async (write) => {
        await settleChallenge(write, state, 'state')
        const user = await findUser(write.db, userId)
        if (user?.status !== 'active') throw unauthenticated()
        await link(write, app, actorOf(call), user, identity)
        return { linked: { provider, email: identity.email, created_at } }
      }, 'serializable')
      clearSignInCookie(call.reply, settings, linkProvider)
      return answer
    }),

    handle(unlinkProvider, async (call) => {
      const { provider } = call.body
      const { userId } = call.principal
      return call.commit(async (write) => {
        const { numDeletedRows } = await write.db
          .deleteFrom('identities')
          .where('user_id', '=', userId)
          .where('provider', '=', provider)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw notFound('Linked account')
        await assertNotLastSignInMethod(write.db, userId)
        const subject = { title: providerTitles[provider] }
        await audit(write, app, actorOf(call), { kind: 'account.unlink', subject })
        return { message: `${providerTitles[provider]} is unlinked.` }
      }, 'serializable')
    }),
  ]
}
