import { providerTitles } from '@typecase/contract/sign-in-options'

import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, Failure } from '../../http/failure.ts'
import type { ProvedIdentity } from '../../identity/providers.ts'
import { wayInAddedMail } from '../../mail/account-mails.ts'
import { type Actor, audit } from '../audit/audit-log.ts'
import { awaitsAnswer } from '../invites/store.ts'
import { endGrantsOf } from '../assistants/grants.ts'
import { deleteTokens } from './access-tokens.ts'
import { voidMailCodes } from './mail-codes.ts'
import { dropRecoveryCodes } from './second-factor.ts'
import { assertOpen } from './signup.ts'
import { changeUser, findUser, findUserByEmail, insertUser, type UserRow } from './store.ts'
import { toMailReader } from './user-view.ts'

/** An account that a provider's sign-in may open, and the changes to store on success. */
interface AccountMatch {
  readonly userId: string
  readonly settle: (write: Write) => Promise<void>
}

/**
 * Returns the account for an identity that a provider proved: the linked account, or else the account with the same
 * address if the provider has verified it, or else a new one.
 * @throws Failure `forbidden` for an unverified address, or if sign-up is closed
 */
export async function openAccountOf(
  app: App,
  identity: ProvedIdentity,
  referralCode: string | undefined,
  from: Omit<Actor, 'userId'>,
): Promise<AccountMatch> {
  const account = await app.db.read
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  if (account) return { userId: account.user_id, settle: async () => {} }
  if (identity.email === '' || !identity.isEmailVerified) throw unverifiedAt(identity)
  const user = await findUserByEmail(app.db.read, identity.email)
  if (user)
    return {
      userId: user.id,
      settle: (write) => takeOver(write, app, { ...from, userId: user.id }, identity),
    }
  assertOpen(app, await awaitsAnswer(app.db.read, app.clock, identity.email))
  return { userId: await addUser(app, identity, referralCode), settle: async () => {} }
}

async function addUser(
  app: App,
  identity: ProvedIdentity,
  referralCode: string | undefined,
): Promise<string> {
  return app.db.write(async (write) => {
    // A concurrent sign-in may have created the account first.
    const other = await findUserByEmail(write.db, identity.email)
    if (other) throw conflict('This address just got an account. Start again.')
    const userId = await insertUser(write, app.clock, {
      email: identity.email,
      passwordHash: null,
      firstName: identity.firstName,
      lastName: identity.lastName,
      status: 'active',
      referralCode: referralCode?.slice(0, 200),
    })
    await insertIdentity(write, app, userId, identity)
    return userId
  }, 'serializable')
}

/**
 * Links an account by its address. If no one ever confirmed that address, a stranger may have signed up with it: their
 * password, second step and sessions are removed first.
 */
async function takeOver(
  write: Write,
  app: App,
  actor: Actor,
  identity: ProvedIdentity,
): Promise<void> {
  const { userId } = actor
  const user = await findUser(write.db, userId)
  // `issueSession` reports a deactivated account.
  if (!user || user.status === 'deactivated') return
  if (user.status === 'unverified') {
    await app.sessions.endAll(write, userId)
    await deleteTokens(app, write, userId)
    await endGrantsOf(app, write, userId)
    await voidMailCodes(write, userId)
    await dropRecoveryCodes(write, userId)
    await changeUser(write, app.clock, userId, {
      status: 'active',
      password_hash: null,
      totp_secret: null,
      totp_last_step: null,
      first_name: identity.firstName,
      last_name: identity.lastName,
    })
    await insertIdentity(write, app, userId, identity)
    return
  }
  await link(write, app, actor, user, identity)
}

/**
 * Links a provider's identity to an account, and e-mails the account's owner.
 * @throws Failure `conflict` when the identity is linked to another account, or the account to another identity of the
 * same provider
 */
export async function link(
  write: Write,
  app: App,
  actor: Actor,
  user: UserRow,
  identity: ProvedIdentity,
): Promise<void> {
  const title = providerTitles[identity.provider]
  const present = await write.db
    .selectFrom('identities')
    .select(['user_id', 'issuer', 'subject'])
    .where((eb) =>
      eb.or([
        eb.and({ issuer: identity.issuer, subject: identity.subject }),
        eb.and({ user_id: user.id, provider: identity.provider }),
      ]),
    )
    .execute()
  const existing = present.find(
    ({ subject, issuer }) => subject === identity.subject && issuer === identity.issuer,
  )
  if (existing?.user_id === user.id) return
  if (existing)
    throw conflict(`This ${title} account opens another account here. Unlink it there first.`)
  if (present.length > 0)
    throw conflict(`Your account is linked to another ${title} account. Unlink that one first.`)
  await insertIdentity(write, app, user.id, identity)
  const subject = { title: `${title}: ${identity.email}` }
  await audit(write, app, actor, { kind: 'account.link', subject })
  const way = `Your ${title} account ${identity.email}`
  const mail = wayInAddedMail(toMailReader(user), app.settings.PUBLIC_URL, way)
  write.afterCommit(() => app.mailer.send(mail))
}

async function insertIdentity(
  { db: tx }: Write,
  { clock }: App,
  userId: string,
  { provider, issuer, subject, email }: ProvedIdentity,
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ provider, issuer, subject, email, user_id: userId, created_at: clock.now() })
    .execute()
}

function unverifiedAt({ provider }: ProvedIdentity): Failure {
  const title = providerTitles[provider]
  return new Failure(
    'forbidden',
    `${title} has not verified your e-mail address. Verify it there, then try again.`,
    { details: [{ path: 'email', message: 'email is not verified', rule: 'unverified_there' }] },
  )
}
