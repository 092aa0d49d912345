import { INVITE_DAYS } from '@typecase/contract/invites'
import { PRODUCT } from '@typecase/contract/product'
import type { TeamRole } from '@typecase/contract/roles'

import type { MailReader } from './account-mails.ts'
import { composeMail, type Mail, quotedName } from './mail-layout.ts'

/** The project or workspace that an e-mail is about. */
export interface MailedTeam {
  readonly resource: 'project' | 'workspace'
  readonly title: string
}

/** An invitation. It greets no one, because it is the same whether or not the address has an account. */
export const inviteMail = (
  to: string,
  base: string,
  {
    inviter,
    resource,
    title,
    role,
    code,
  }: MailedTeam & {
    inviter: string
    role: TeamRole
    code: string
  },
): Mail =>
  composeMail({
    to,
    subject: `${quotedName(inviter)} invites you to ${quotedName(title)}`,
    lines: [
      `${quotedName(inviter)} has invited you to the ${resource} “${quotedName(title)}” on ${PRODUCT}, with the role ${role}.`,
    ],
    action: {
      label: 'See the invitation',
      url: `${base}/projects?invite_id=${encodeURIComponent(code)}&resource=${resource}`,
    },
    notes: [
      `The link works once, for ${INVITE_DAYS} days, and only for this address. A newer invitation replaces it.`,
      'If you don’t have an account yet, the link lets you sign up with this address.',
      'If you don’t know this person, ignore this e-mail.',
    ],
  })

export const roleChangedMail = (
  { email, name }: MailReader,
  base: string,
  { resource, title, role }: MailedTeam & { role: TeamRole },
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `Your access to ${quotedName(title)} has changed`,
    lines: [
      `Your role in the ${resource} “${quotedName(title)}” is now ${role}, or the buckets you can open there have changed.`,
    ],
    action: { label: 'See your projects', url: `${base}/projects` },
  })

export const removedMail = (
  { email, name }: MailReader,
  base: string,
  { resource, title }: MailedTeam,
): Mail =>
  composeMail({
    to: email,
    name,
    subject: `You are no longer a member of ${quotedName(title)}`,
    lines: [
      `You were removed from the ${resource} “${quotedName(title)}”. Everything you wrote there stays.`,
      `Your account and your other projects do not change: ${base}/projects`,
    ],
  })
