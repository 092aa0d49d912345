import { describePurchase, type Purchase } from '@typecase/contract/plans'
import { teamPermissionsOf } from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import type { MailReader } from '../../mail/account-mails.ts'
import { type MailedPlan, payerNeededMail, payerReleasedMail } from '../../mail/billing-mails.ts'
import type { Mail } from '../../mail/mail-layout.ts'
import { teamRows } from '../teams/store.ts'
import { roleIn, scopeTables, type TeamScope, titleOf } from '../teams/team-scope.ts'
import { findUser } from '../users/store.ts'
import { toMailReader } from '../users/user-view.ts'
import { isNothing } from './plan-change.ts'
import {
  findSubscription,
  nextPlan,
  stopSubscription,
  type Subscription,
} from './subscription-store.ts'

/** Whether a user's role allows them to pay. A closed account has no role. */
export async function mayPay(db: Reader, scope: TeamScope, userId: string): Promise<boolean> {
  const role = await roleIn(db, scope, userId)
  return role !== undefined && teamPermissionsOf[role].includes('billing:write')
}

/** Returns the payer of a project or workspace, if their current role allows them to pay. */
export async function payerOf(db: Reader, scope: TeamScope): Promise<string | undefined> {
  const row = await db
    .selectFrom(scopeTables[scope.resource])
    .select('payer_id')
    .where('id', '=', scope.id)
    .executeTakeFirst()
  const userId = row?.payer_id
  return userId && (await mayPay(db, scope, userId)) ? userId : undefined
}

/**
 * Ends a user's subscription for a project or workspace if their role no longer allows it. The paid period stays and is
 * not renewed on their card. The admins are notified that a new payer is needed.
 */
export async function releasePayer(
  app: App,
  write: Write,
  scope: TeamScope,
  userId: string,
): Promise<void> {
  const { db } = write
  if (await mayPay(db, scope, userId)) return
  await db
    .updateTable(scopeTables[scope.resource])
    .set({ payer_id: null })
    .where('id', '=', scope.id)
    .where('payer_id', '=', userId)
    .execute()
  const subscription = await findSubscription(db, scope.id)
  if (subscription?.userId !== userId || isNothing(nextPlan(subscription))) return
  await tellFormerPayer(app, write, subscription)
  await stopSubscription(db, scope.id)
  const plan = await endingPlan(app, db, subscription)
  tell(app, write, await adminsOf(db, scope), (reader) => payerNeededMail(reader, plan))
}

/** Notifies a previous payer whose card would have been charged again. */
export async function tellFormerPayer(
  app: App,
  write: Write,
  subscription: Subscription,
): Promise<void> {
  if (isNothing(nextPlan(subscription))) return
  const plan = await endingPlan(app, write.db, subscription)
  const url = `${app.settings.PUBLIC_URL}/workspace/billing/addons`
  tell(app, write, [subscription.userId], (reader) => payerReleasedMail(reader, { ...plan, url }))
}

async function endingPlan(app: App, db: Reader, { scope, bought, periodEnd }: Subscription) {
  const until = new Date(Math.max(periodEnd, app.clock.now()))
  return { ...(await mailedPlan(app, db, scope, bought)), until }
}

/** Ends all subscriptions that a user pays for, when their account is closed. */
export async function releasePayerOfAll(app: App, write: Write, userId: string): Promise<void> {
  const { db } = write
  const paid = await db
    .selectFrom('subscriptions')
    .select(['resource', 'place_id as id'])
    .where('user_id', '=', userId)
    .execute()
  for (const scope of paid) await releasePayer(app, write, scope, userId)
  for (const table of Object.values(scopeTables))
    await db.updateTable(table).set({ payer_id: null }).where('payer_id', '=', userId).execute()
  await db
    .updateTable('billing_accounts')
    .set((eb) => ({ reload_enabled: 0, reload_rev: eb('reload_rev', '+', 1) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Lists the users who may change the plan of a project or workspace. */
export async function adminsOf(db: Reader, scope: TeamScope): Promise<string[]> {
  const team = await teamRows(db, scope)
  return team.filter(({ role }) => role === 'admin').map(({ user_id }) => user_id)
}

/** E-mails users once the write is committed. */
export function tell(
  { db, mailer }: App,
  { afterCommit }: Pick<Write, 'afterCommit'>,
  userIds: readonly string[],
  mailOf: (reader: MailReader) => Mail,
): void {
  afterCommit(() => {
    for (const id of new Set(userIds))
      mailer.sendLater(async () => {
        const user = await findUser(db.read, id)
        return user?.status === 'active' ? mailOf(toMailReader(user)) : undefined
      })
  })
}

/** Describes a plan for an e-mail. */
export async function mailedPlan(
  { settings: { PUBLIC_URL: base } }: App,
  db: Reader,
  scope: TeamScope,
  plan: Purchase,
): Promise<MailedPlan> {
  return {
    resource: scope.resource,
    title: await titleOf(db, scope),
    plan: describePurchase(plan),
    url: billingUrl(base, scope),
  }
}

/** Returns the URL of a project's billing page. For workspaces, it is the page of the workspace that is open. */
export const billingUrl = (base: string, { resource, id }: TeamScope): string =>
  resource === 'project'
    ? `${base}/projects/${id}/billing/addons`
    : `${base}/workspace/billing/addons`
