import { newId } from '@typecase/contract/ids'
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  type Passkey,
  passkeyAuth,
  startPasskey,
  startPasskeyAuth,
  updatePasskey,
} from '@typecase/contract/passkeys'
import { PRODUCT } from '@typecase/contract/product'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'

import { MAX_PASSKEYS } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Tables } from '../../database/tables.ts'
import { conflict, Failure, invalid, notFound, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { pageOrigins } from '../../http/headers.ts'
import { assertChallenge, newChallenge, useChallenge } from '../../identity/challenges.ts'
import { wayInAddedMail } from '../../mail/account-mails.ts'
import { onFirstUse } from '../../on-first-use.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { issueSession } from './issue-session.ts'
import { assertNotLastSignInMethod } from './sign-in-methods.ts'
import { agentOf } from './sign-in.ts'
import { assertStepUp } from './step-up.ts'
import { findUser } from './store.ts'
import { toMailReader } from './user-view.ts'

type PasskeyRow = Selectable<Tables['passkeys']>

const PATH = 'credential'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (base64url: string) => Buffer.from(base64url, 'base64url').toString('utf8')

/** Routes for passkeys: keys on a device or in a password manager, unlocked by a PIN, a finger or a face. */
export function passkeyRoutes(app: App): Route[] {
  const { clock, db, settings } = app
  // Browsers bind passkeys to a domain and do not accept IP addresses.
  const site = new URL(settings.PUBLIC_URL).hostname.replace(/^127\.0\.0\.1$/, 'localhost')
  const expectations = (request: FastifyRequest) => ({
    expectedRPID: site,
    expectedOrigin: pageOrigins(request.server, settings),
    requireUserVerification: true,
  })

  const passkeysOf = (userId: string) =>
    db.read
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()

  return [
    handle(startPasskeyAuth, async () => {
      const { generateAuthenticationOptions } = await onFirstUse.webauthn()
      const options = await generateAuthenticationOptions({
        rpID: site,
        challenge: bytesOf(newChallenge(app, { purpose: 'passkey' })),
        userVerification: 'required',
      })
      return { options }
    }),

    handle(passkeyAuth, async ({ body, ip, request, reply }) => {
      const { verifyAuthenticationResponse } = await onFirstUse.webauthn()
      // The library validates the whole credential.
      const response = body.credential as unknown as AuthenticationResponseJSON
      const row = await db.read
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', response.id)
        .executeTakeFirst()
      if (!row) throw unauthenticated('No account here has this passkey. Log in another way.')
      let challenge = ''
      const { newCounter } = await runCheck(async () => {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expectations(request),
          response,
          expectedChallenge(sent) {
            challenge = textOf(sent)
            assertChallenge(app, challenge, { purpose: 'passkey' }, PATH)
            return true
          },
          credential: {
            id: row.credential_id,
            publicKey: Buffer.from(row.public_key, 'base64url'),
            counter: row.counter,
          },
        })
        if (!verified) throw checkFailure()
        return authenticationInfo
      })
      const answer = await issueSession(app, row.user_id, {
        otp: undefined,
        isBothSteps: true,
        from: { ip, agent: agentOf(request) },
        async settle(write) {
          await useChallenge(write, app, challenge, PATH)
          const { numUpdatedRows } = await write.db
            .updateTable('passkeys')
            .set({ counter: newCounter, last_used_at: clock.now() })
            .where('id', '=', row.id)
            .executeTakeFirst()
          // The passkey was removed in the meantime.
          if (numUpdatedRows !== 1n) throw checkFailure()
        },
      })
      if (answer === 'otp_required') throw unauthenticated()
      reply.code(200)
      return answer
    }),

    handle(startPasskey, async ({ principal, body, ip }) => {
      await assertStepUp(app, principal, body.current_password, ip)
      const user = await findUser(db.read, principal.userId)
      if (!user) throw unauthenticated()
      const present = await passkeysOf(user.id)
      if (present.length >= MAX_PASSKEYS)
        throw conflict(`You have ${MAX_PASSKEYS} passkeys already. Remove one first.`)
      const { generateRegistrationOptions } = await onFirstUse.webauthn()
      const options = await generateRegistrationOptions({
        rpID: site,
        rpName: PRODUCT,
        userID: bytesOf(user.id),
        userName: user.email,
        userDisplayName: `${user.first_name} ${user.last_name}`.trim() || user.email,
        challenge: bytesOf(newChallenge(app, { purpose: 'new-passkey', userId: user.id })),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: present.map((row) => ({
          id: row.credential_id,
          transports: JSON.parse(row.transports) as string[],
        })),
      })
      return { options }
    }),

    handle(addPasskey, async (call) => {
      const {
        principal: { userId },
        body,
        request,
        commit,
      } = call
      const { verifyRegistrationResponse } = await onFirstUse.webauthn()
      // The library validates the whole credential.
      const response = body.credential as unknown as RegistrationResponseJSON
      let challenge = ''
      const { credential } = await runCheck(async () => {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expectations(request),
          response,
          expectedChallenge(sent) {
            challenge = textOf(sent)
            assertChallenge(app, challenge, { purpose: 'new-passkey', userId }, PATH)
            return true
          },
        })
        if (!verified) throw checkFailure()
        return registrationInfo
      })
      return commit(async (write) => {
        await useChallenge(write, app, challenge, PATH)
        const user = await findUser(write.db, userId)
        if (user?.status !== 'active') throw unauthenticated()
        const taken = await write.db
          .selectFrom('passkeys')
          .select('id')
          .where('credential_id', '=', credential.id)
          .executeTakeFirst()
        if (taken) throw conflict('This passkey is already in use.')
        const row: PasskeyRow = {
          id: newId(clock.now()),
          credential_id: credential.id,
          user_id: userId,
          title: body.title.trim() || 'Passkey',
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: JSON.stringify(credential.transports ?? []),
          created_at: clock.now(),
          last_used_at: null,
        }
        await write.db.insertInto('passkeys').values(row).execute()
        const subject = { id: row.id, title: row.title }
        await audit(write, app, actorOf(call), { kind: 'account.passkey_add', subject })
        const mail = wayInAddedMail(
          toMailReader(user),
          settings.PUBLIC_URL,
          `The passkey “${row.title}”`,
        )
        write.afterCommit(() => app.mailer.send(mail))
        return { passkey: toPasskey(row) }
      }, 'serializable')
    }),

    handle(listPasskeys, async ({ principal }) => {
      const rows = await passkeysOf(principal.userId)
      return { passkeys: rows.map(toPasskey), total: rows.length }
    }),

    handle(updatePasskey, async ({ principal, body }) => {
      const row = await db.write(
        ({ db: tx }) =>
          tx
            .updateTable('passkeys')
            .set({ title: body.data.title.trim() || 'Passkey' })
            .where('id', '=', body.passkey_id)
            .where('user_id', '=', principal.userId)
            .returningAll()
            .executeTakeFirst(),
        'read committed',
      )
      if (!row) throw notFound('Passkey')
      return { passkey: toPasskey(row) }
    }),

    handle(deletePasskey, async (call) => {
      const { principal, query } = call
      return call.commit(async (write) => {
        const passkey = await write.db
          .deleteFrom('passkeys')
          .where('id', '=', query.passkey_id)
          .where('user_id', '=', principal.userId)
          .returning(['id', 'title'])
          .executeTakeFirst()
        if (!passkey) throw notFound('Passkey')
        await assertNotLastSignInMethod(write.db, principal.userId)
        await audit(write, app, actorOf(call), { kind: 'account.passkey_delete', subject: passkey })
        return { message: 'The passkey is removed.' }
      }, 'serializable')
    }),
  ]
}

const checkFailure = () =>
  invalid(PATH, 'The passkey could not be checked. Try again, or log in another way.', 'passkey')

/**
 * Runs a check of the library.
 * @throws Failure `invalid` for any error of the library, since its messages are for programmers
 */
async function runCheck<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (reason) {
    throw reason instanceof Failure ? reason : checkFailure()
  }
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  title: row.title,
  created_at: new Date(row.created_at).toISOString(),
  last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
})
