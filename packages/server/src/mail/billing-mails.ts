import { type MeteredKey, formatMoney, formatLimit, limitNames } from '@typecase/contract/plans'

import type { MailReader } from './account-mails.ts'
import { composeMail, type Mail, quotedName } from './mail-layout.ts'
import type { MailedTeam } from './team-mails.ts'

/** A plan of a project or a workspace, with its billing page. */
export interface MailedPlan extends MailedTeam {
  /** `Starter, monthly` */
  readonly plan: string
  readonly url: string
}

/** Reports that a renewal could not be charged; the plan continues for a few days. */
export const renewalFailedMail = (
  { email, name }: MailReader,
  {
    title,
    plan,
    url,
    amount,
    reason,
    until,
  }: MailedPlan & {
    /** Cents. */
    amount: number
    reason: string
    until: Date
  },
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `The payment for ${quotedName(title)} failed`,
    lines: [
      `We could not charge ${formatMoney(amount)} for “${quotedName(title)}” (${plan}). ${reason}`,
      `What you have there stays until ${until.toISOString().slice(0, 10)}. Pay with another card before then to keep it.`,
    ],
    action: { label: 'Pay now', url },
  })

/** Reports that an unpaid plan has ended. */
export const planEndedMail = (
  { email, name }: MailReader,
  { title, plan, url }: MailedPlan,
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `The plan of ${quotedName(title)} has ended`,
    lines: [
      `“${quotedName(title)}” (${plan}) was not paid and is on the Free plan now. Your content does not change.`,
    ],
    action: { label: 'See the plans', url },
  })

/** Reports that a member no longer pays: their role does not allow it, or another admin took over. */
export const payerReleasedMail = (
  { email, name }: MailReader,
  { title, plan, url, until }: MailedPlan & { until: Date },
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `You no longer pay for ${quotedName(title)}`,
    lines: [
      `Your card is not charged again for “${quotedName(title)}” (${plan}). It is paid until ${until.toISOString().slice(0, 10)}.`,
    ],
    action: { label: 'See what you pay for', url },
  })

/** Reports that a plan has no payer: it ends with its period unless an admin takes over. */
export const payerNeededMail = (
  { email, name }: MailReader,
  { resource, title, plan, url, until }: MailedPlan & { until: Date },
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `${quotedName(title)} needs a new payer`,
    lines: [
      `The ${resource} “${quotedName(title)}” (${plan}) no longer has a payer. It is paid until ${until.toISOString().slice(0, 10)}, then the plan ends.`,
      'Take over the payment before then to keep it. AI is off until someone does.',
    ],
    action: { label: 'Open billing', url },
  })

/** Reports that tokens could not be bought automatically, and that auto-reload was turned off. */
export const reloadFailedMail = (
  { email, name }: MailReader,
  { amount, reason, url }: { amount: number; reason: string; url: string },
): Mail =>
  composeMail({
    to: email,
    name,
    subject: 'AI tokens could not be bought',
    lines: [
      `Auto-reload could not charge ${formatMoney(amount)} for AI tokens, and was turned off. ${reason}`,
    ],
    action: { label: 'Open billing', url },
  })

/** A limit of a calendar month, and how much of it is used. */
export interface ReachedLimit {
  readonly meter: MeteredKey
  readonly limit: number
  readonly percent: number
}

/** Reports that limits of the month are near or reached. Nothing is refused because of this. */
export const limitReachedMail = (
  { email, name }: MailReader,
  {
    title,
    url,
    reached,
  }: MailedTeam & { readonly url: string; readonly reached: readonly ReachedLimit[] },
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `${quotedName(title)} has used ${Math.max(...reached.map(({ percent }) => percent))}% of a limit of its plan`,
    lines: [
      ...reached.map(
        ({ meter, percent, limit }) =>
          `${limitNames[meter]}: ${percent}% of the ${formatLimit(meter, limit)} of this month are used by “${quotedName(title)}”.`,
      ),
      'Nothing is blocked because of this. A larger plan has a higher limit.',
    ],
    action: { label: 'Open billing', url },
  })
