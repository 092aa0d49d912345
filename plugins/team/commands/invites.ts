import { bucketGrants, teamRole } from '@typecase/contract/roles'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askScope, mayInTeam, scopeArgs, whyNotHere } from '../team-scope.ts'
import { askInvite } from './pickers.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Whether an invitation on screen waits for an answer. */
    'team.hasInvitation': boolean
  }
}

const group = 'Team'
const when = mayInTeam('team:write')
const why = whyNotHere('team:write')

const runs = () => import('./invites-runs.ts')

const scope = { resource: "'project' | 'workspace'", resource_id: 'string' } as const

export const inviteArgs = () => type({ ...scope })

export const invitePeople = defineCommand({
  id: 'team.invite',
  title: 'Invite people…',
  keywords: ['users', 'member', 'add', 'new', 'user', 'mail', 'person', 'colleague'],
  group,
  icon: 'user-plus',
  when,
  why,
  effect: 'nav',
  args: inviteArgs,
  defaults: scopeArgs,
  load: async () => (await runs()).invitePeople,
})

export const sendArgs = () =>
  type({
    ...scope,
    emails: '0 < string[] <= 50',
    role: teamRole(),
    'bucket_roles?': bucketGrants(),
  })

/** Called by the dialog, which passes the arguments. */
export const sendInvites = defineCommand({
  id: 'team.send-invites',
  title: 'Send invitations',
  group,
  icon: 'mail',
  when: has('session.isLoggedIn'),
  effect: 'write',
  isInternal: true,
  args: sendArgs,
  load: async () => (await runs()).sendInvites,
})

export const oneInviteArgs = () => type({ ...scope, id: 'string' })

export const resendInvite = defineCommand({
  id: 'team.resend-invitation',
  title: 'Resend invitation…',
  keywords: ['mail', 'again', 'remind', 'link'],
  group,
  icon: 'send',
  when: has('session.isLoggedIn'),
  subject: { resource_id: when },
  why,
  effect: 'write',
  args: oneInviteArgs,
  defaults: scopeArgs,
  ask: { ...askScope, id: askInvite },
  load: async () => (await runs()).resendInvite,
})

export const withdrawInvite = defineCommand({
  id: 'team.withdraw-invitation',
  title: 'Withdraw invitation…',
  keywords: ['delete', 'cancel', 'revoke', 'take back'],
  group,
  icon: 'trash-2',
  when: has('session.isLoggedIn'),
  subject: { resource_id: when },
  why,
  effect: 'destructive',
  args: oneInviteArgs,
  defaults: scopeArgs,
  ask: { ...askScope, id: askInvite },
  load: async () => (await runs()).withdrawInvite,
})

const hasInvitation = has('team.hasInvitation')
const whyNoInvitation = () => 'No invitation is waiting for your answer.'

export const acceptInvitation = defineCommand({
  id: 'team.accept-invitation',
  title: 'Accept the invitation',
  keywords: ['join', 'confirm', 'yes'],
  group,
  icon: 'check',
  when: hasInvitation,
  why: whyNoInvitation,
  effect: 'write',
  load: async () => (await runs()).acceptInvitation,
})

export const declineInvitation = defineCommand({
  id: 'team.decline-invitation',
  title: 'Decline the invitation',
  keywords: ['reject', 'refuse', 'no'],
  group,
  icon: 'x',
  when: hasInvitation,
  why: whyNoInvitation,
  effect: 'write',
  load: async () => (await runs()).declineInvitation,
})

export const inviteCommands: readonly AnyCommand[] = [
  invitePeople,
  sendInvites,
  resendInvite,
  withdrawInvite,
  acceptInvitation,
  declineInvitation,
]
