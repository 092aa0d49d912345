import { type } from 'arktype'

import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { id } from './ids.ts'
import { limit, message, skip } from './page.ts'
import { bucketGrant, bucketGrants, teamRole } from './roles.ts'

/** Days for which an invitation can be accepted. */
export const INVITE_DAYS = 7

/** The target of an invitation. */
export const inviteResource = () => type("'project' | 'workspace'")
export type InviteResource = ReturnType<typeof inviteResource>['infer']

/**
 * Whether a value is the target of an invitation. It needs no schema, since the dialog may load before the code for
 * schemas.
 */
export const isInviteResource = (value: unknown): value is InviteResource =>
  value === 'project' || value === 'workspace'

/** The code in a link: `PUBLIC_URL/projects?invite_id=…&resource=…`. It differs from the `id` in lists. */
export const inviteCode = () => type('0 < string <= 200')

/** An invitation as its senders see it. Only the e-mail contains the code of its link. */
export const invite = () =>
  type({
    id: id(),
    resource: inviteResource(),
    resource_id: id(),
    email: 'string',
    role: teamRole(),
    bucket_roles: bucketGrant().array(),
    /** Invitations in all of these states can be sent again, even expired ones. */
    status: "'pending' | 'rejected' | 'expired'",
    invited_by: type({ id: id(), first_name: 'string', last_name: 'string' }).or('null'),
    created_at: 'string',
    expires_at: 'string',
  })
export type Invite = ReturnType<typeof invite>['infer']

/** An invitation as the invited person sees it. */
export const receivedInvite = () =>
  type({
    inviter: { displayName: 'string', avatar: 'string | null' },
    /** Title of the project or the workspace. */
    title: 'string',
    resource: inviteResource(),
    project_id: type('string | null'),
    /** The workspace of the invitation; for a project, its workspace if the person is a member of it. */
    workspace_id: 'string | null',
    role: teamRole(),
    status: "'pending' | 'confirmed' | 'rejected'",
    expires_at: 'string',
  })
export type ReceivedInvite = ReturnType<typeof receivedInvite>['infer']

const answer = () => type({ invite: invite() })
const receivedAnswer = () => type({ invite: receivedInvite() })

export const addInvite = endpoint({
  id: 'invites.add',
  method: 'POST',
  path: '/invites/add',
  auth: 'user',
  summary:
    'Invites an e-mail address to a project or a workspace and sends it the link. A newer invitation of the same address replaces the previous one. The answer is the same whether or not the address has an account.',
  body: () =>
    type({
      resource: inviteResource(),
      resource_id: id(),
      email: emailAddress(),
      role: teamRole(),
      'bucket_roles?': bucketGrants(),
    }),
  response: answer,
  status: 201,
  aliases: { project_id: 'resource_id', workspace_id: 'resource_id', project_role: 'role' },
  errors: ['conflict'],
})

export const listInvites = endpoint({
  id: 'invites.list',
  method: 'GET',
  path: '/invites/list',
  auth: 'user',
  summary:
    'Returns the open, declined and expired invitations to a project or a workspace, newest first.',
  query: () =>
    type({
      resource: inviteResource(),
      resource_id: id(),
      'limit?': limit(),
      'skip?': skip(),
    }),
  response: () =>
    type({ invites: invite().array(), total: 'number', limit: 'number', skip: 'number' }),
  aliases: { project_id: 'resource_id', workspace_id: 'resource_id' },
})

export const deleteInvite = endpoint({
  id: 'invites.delete',
  method: 'DELETE',
  path: '/invites/delete',
  auth: 'user',
  summary: 'Withdraws an invitation. Its link stops working.',
  query: () => type({ id: id() }),
  response: message,
})

export const resendInvite = endpoint({
  id: 'invites.resend',
  method: 'POST',
  path: '/invites/resend',
  auth: 'user',
  summary:
    'Sends an invitation again with a new link that is valid for 7 days. The previous link stops working.',
  body: () => type({ id: id() }),
  response: answer,
})

export const getInvite = endpoint({
  id: 'invites.get',
  method: 'GET',
  path: '/invites/get',
  auth: 'user',
  summary:
    'Returns the invitation of a link. Returns 404 if it is unknown, used, withdrawn, replaced or expired, and 409 if it was sent to the address of another account.',
  query: () => type({ invite_id: inviteCode(), resource: inviteResource() }),
  response: receivedAnswer,
  errors: ['conflict'],
})

export const updateInvite = endpoint({
  id: 'invites.update',
  method: 'PATCH',
  path: '/invites/update',
  auth: 'user',
  summary: 'Accepts (`confirmed`) or declines (`rejected`) the invitation of a link, once.',
  body: () =>
    type({
      invite_id: inviteCode(),
      resource: inviteResource(),
      status: "'confirmed' | 'rejected'",
    }),
  response: receivedAnswer,
  errors: ['conflict'],
})
