import { isInviteResource } from '@typecase/contract/invites'
import { getProject } from '@typecase/contract/projects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskContext, AskPicker, PickerRow } from '@typecase/plugin-sdk/ask'
import { Queries, Session } from '@typecase/plugin-sdk/services'
import { filterRows } from '@typecase/plugin-sdk/text-match'

import type { TeamScope } from '../team-scope.ts'
import { candidatesQuery, invitesQuery, readTeam } from '../queries.ts'
import { nameOf } from '../words.ts'

/** Returns the project or workspace among the arguments, which is filled in before any question. */
const scopeIn = ({ args: { resource, resource_id } }: AskContext): TeamScope => {
  if (!isInviteResource(resource) || typeof resource_id !== 'string')
    throw new Error('Open a project or a workspace first.')
  return { resource, resource_id }
}

/** Picks a member whom the user may change. */
const askOneOf = (isOffered: (role: string) => boolean): AskPicker => ({
  kind: 'picker',
  title: 'Member',
  placeholder: 'Who?',
  search: filterRows(async (context) => {
    const members = await readTeam(context.services, scopeIn(context))
    const me = context.services.get(Session).getSnapshot().data?.id
    return members
      .filter(({ may_change, role }) => may_change && isOffered(role))
      .map((one) => ({
        id: one.user_id,
        value: one.user_id,
        label: one.user_id === me ? `${nameOf(one)} (you)` : nameOf(one),
        subtitle: [one.role, one.email].filter(Boolean).join(' · '),
        icon: 'user',
      }))
  }),
})

export const askMember = askOneOf(() => true)
/** Picks a member with access to single buckets. Admins and managers have access to all of them. */
export const askUser = askOneOf((role) => role === 'user')

/** Picks a person outside the team who can be added without an invitation. */
export const askCandidate: AskPicker = {
  kind: 'picker',
  title: 'Person',
  placeholder: 'Who? Others are invited by e-mail',
  async search(query, context): Promise<readonly PickerRow[]> {
    const { services } = context
    const { members } = await services
      .get(Queries)
      .fetchQuery(candidatesQuery(services, scopeIn(context), query.trim()))
    return members
      .filter(({ is_member }) => !is_member)
      .map((one) => ({
        id: one.user_id,
        value: one.user_id,
        label: nameOf(one),
        ...(one.email !== null && { subtitle: one.email }),
        icon: 'user',
      }))
  },
}

/** Picks a bucket of the project. */
export const askBucket: AskPicker = {
  kind: 'picker',
  title: 'Bucket',
  placeholder: 'In which bucket?',
  search: filterRows(async (context) => {
    const { services } = context
    const query = { project_id: scopeIn(context).resource_id }
    const { project } = await services
      .get(Queries)
      .fetchQuery(apiQueryOptions(services, getProject, { query }))
    return project.buckets.map(({ id, title }) => ({
      id,
      value: id,
      label: title,
      icon: 'database',
    }))
  }),
}

export const askInvite: AskPicker = {
  kind: 'picker',
  title: 'Invitation',
  placeholder: 'Whose invitation?',
  search: filterRows(async (context) => {
    const { services } = context
    const { invites } = await services
      .get(Queries)
      .fetchQuery(invitesQuery(services, scopeIn(context)))
    return invites.map(({ id, email, role, status }) => ({
      id,
      value: id,
      label: email,
      subtitle: status === 'pending' ? role : `${role} · ${status}`,
      icon: 'mail',
    }))
  }),
}
