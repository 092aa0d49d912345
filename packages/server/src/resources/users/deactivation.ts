import type { BodyOf } from '@typecase/contract/endpoint'
import {
  type Deactivation,
  deactivateUser,
  getDeactivation,
  sendDeactivationCode,
} from '@typecase/contract/users'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, invalid, unauthenticated } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { accountKey, ipKey } from '../../http/limits-keys.ts'
import { accountClosedMail, closeAccountMail } from '../../mail/account-mails.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { releasePayerOfAll } from '../billing/payers.ts'
import { archiveProjects, soleAdminProjects } from '../projects/store.ts'
import { endGrantsOf } from '../assistants/grants.ts'
import { deleteTokens } from './access-tokens.ts'
import { soleAdminWorkspaces } from '../workspaces/store.ts'
import {
  findMailCode,
  invalidCode,
  issueMailCode,
  redeemMailCode,
  voidMailCodes,
} from './mail-codes.ts'
import { dropRecoveryCodes } from './second-factor.ts'
import { assertCurrentPassword } from './step-up.ts'
import { closeUser, findUser, type UserRow } from './store.ts'
import { toMailReader } from './user-view.ts'

/** Routes for closing an account (decision 0034). */
export function deactivationRoutes(app: App): Route[] {
  const { clock, db, mailer, sessions, settings } = app

  async function self(userId: string): Promise<UserRow> {
    const user = await findUser(db.read, userId)
    if (!user) throw unauthenticated()
    return user
  }

  return [
    handle(getDeactivation, async ({ principal }) => {
      const user = await self(principal.userId)
      return { proof: proofOf(user), projects: await readOutcomes(db.read, user.id) }
    }),

    handle(sendDeactivationCode, async ({ principal, ip, commit }) => {
      const user = await self(principal.userId)
      if (proofOf(user) === 'password')
        throw conflict('This account has a password. Enter it to close the account.')
      await app.limits.countAll([
        ['mail', accountKey(user.email)],
        ['mailByIp', ipKey(ip)],
      ])
      return commit(async (write) => {
        const code = await issueMailCode(write, clock, { kind: 'deactivate', userId: user.id })
        const mail = closeAccountMail(toMailReader(user), settings.PUBLIC_URL, code)
        write.afterCommit(() => mailer.send(mail))
        return { message: 'A link to close the account is on its way.' }
      }, 'serializable')
    }),

    handle(deactivateUser, async (call) => {
      const { principal, body, ip } = call
      const user = await self(principal.userId)
      const settle = await prove(app, user, body, ip)
      return call.commit(async (write) => {
        await settle(write)
        const outcomes = await readOutcomes(write.db, user.id)
        assertNotNeeded(outcomes, await soleAdminWorkspaces(write.db, user.id))
        await archiveProjects(
          write.db,
          outcomes.map(({ id }) => id),
          clock.iso(),
        )
        await closeUser(write, clock, user.id)
        await releasePayerOfAll(app, write, user.id)
        await audit(write, app, actorOf(call), { kind: 'account.closed' })
        await voidMailCodes(write, user.id)
        await dropRecoveryCodes(write, user.id)
        await deleteTokens(app, write, user.id)
        await endGrantsOf(app, write, user.id)
        await sessions.endAll(write, user.id)
        const mail = accountClosedMail(toMailReader(user), settings.PUBLIC_URL)
        write.afterCommit(() => mailer.send(mail))
        return { message: 'Your account is closed.' }
      }, 'serializable')
    }),
  ]
}

const proofOf = (user: UserRow): Deactivation['proof'] =>
  user.password_hash === null ? 'code' : 'password'

/**
 * Checks that the account's owner is the one who closes it; a stolen session is not enough.
 * @returns a function that consumes the proof within the write
 * @throws Failure `invalid` at `current_password` or `code`, `limited` after too many wrong passwords
 */
async function prove(
  app: App,
  user: UserRow,
  { current_password, code }: BodyOf<typeof deactivateUser>,
  ip: string,
): Promise<(write: Write) => Promise<void>> {
  if (proofOf(user) === 'password') {
    await assertCurrentPassword(app, user, current_password, ip, 'current_password')
    return async (write) => {
      const now = await findUser(write.db, user.id)
      // Another session may have changed the password or closed the account since the check.
      if (now?.password_hash !== user.password_hash) throw unauthenticated()
    }
  }
  if (code === undefined) throw invalid('code', 'code is a required field', 'required')
  const row = await findMailCode(app.db.read, app.clock, code, ['deactivate'], 'code')
  if (row.user_id !== user.id) throw invalidCode('code')
  return (write) => redeemMailCode(write, row, 'code')
}

async function readOutcomes(reader: Reader, userId: string): Promise<Deactivation['projects']> {
  const projects = await soleAdminProjects(reader, userId)
  return projects.map((project) => {
    const outcome = project.other_members > 0 ? 'blocks' : 'archived'
    return { ...project, outcome }
  })
}

function wordFor(projects: number, workspaces: number): string {
  if (projects + workspaces > 1) return workspaces === 0 ? 'the projects' : 'these'
  return workspaces === 0 ? 'the project' : 'the workspace'
}

/**
 * Checks that no project or workspace needs the account.
 * @throws Failure `conflict`, rule `last_admin`, that names those whose members would be left without an admin
 */
function assertNotNeeded(
  outcomes: Deactivation['projects'],
  workspaces: readonly { id: string; title: string }[],
): void {
  const projects = outcomes.filter(({ outcome }) => outcome === 'blocks')
  const blocking = [
    ...projects.map((project) => ({ ...project, kind: 'projects' })),
    ...workspaces.map((workspace) => ({ ...workspace, kind: 'workspaces' })),
  ]
  if (blocking.length === 0) return
  const titles = blocking.map(({ title }) => `“${title}”`).join(', ')
  throw conflict(
    `You are the only admin of ${titles}, and others work there. Make one of them an admin, or delete ` +
      `${wordFor(projects.length, workspaces.length)}, first.`,
    blocking.map(({ kind, id, title }) => ({
      path: `${kind}.${id}`,
      message: `“${title}” has other members but no other admin`,
      rule: 'last_admin',
    })),
  )
}
