import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { getProject } from '@typecase/contract/projects'
import { isInviteResource } from '@typecase/contract/invites'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { Queries, Session } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import type { Place } from '../place.ts'
import { candidatesQuery, invitesQuery, readTeam } from '../queries.ts'
import { nameOf } from '../words.ts'

/** The place among the arguments so far; it is filled in before anything is asked. */
const placeIn = ({ args }: AskContext): Place => {
  const { resource, resource_id } = args
  const isKnown = isInviteResource(resource)
  if (!isKnown || typeof resource_id !== 'string')
    throw new Error('Open a project or a workspace first.')
  return { resource, resource_id }
}

/** Members whom the caller may change, by name or address. */
export async function memberRows(
  query: string,
  context: AskContext,
): Promise<readonly PickerRow[]> {
  const members = await readTeam(context.services, placeIn(context))
  const me = context.services.get(Session).getSnapshot().data?.id
  return members
    .filter((one) => one.may_change && holdsWords(`${nameOf(one)} ${one.email ?? ''}`, query))
    .map((one) => ({
      id: one.user_id,
      value: one.user_id,
      label: one.user_id === me ? `${nameOf(one)} (you)` : nameOf(one),
      subtitle: [one.role, one.email].filter(Boolean).join(' · '),
      icon: 'user',
    }))
}

/** Those who hold buckets one by one: admins and managers have all of them. */
export async function userRows(query: string, context: AskContext): Promise<readonly PickerRow[]> {
  const members = await readTeam(context.services, placeIn(context))
  const users = new Set(members.filter(({ role }) => role === 'user').map((one) => one.user_id))
  return (await memberRows(query, context)).filter(({ id }) => users.has(id))
}

/** People beside the team, who can be added without an invitation. */
export async function candidateRows(
  query: string,
  context: AskContext,
): Promise<readonly PickerRow[]> {
  const { services } = context
  const { members } = await services
    .get(Queries)
    .fetchQuery(candidatesQuery(services, placeIn(context), query.trim()))
  return members
    .filter(({ is_member }) => !is_member)
    .map((one) => ({
      id: one.user_id,
      value: one.user_id,
      label: nameOf(one),
      ...(one.email !== null && { subtitle: one.email }),
      icon: 'user',
    }))
}

export async function readBuckets(services: Services, project_id: string) {
  const { project } = await services
    .get(Queries)
    .fetchQuery(apiQueryOptions(services, getProject, { query: { project_id } }))
  return project.buckets
}

export async function bucketRows(
  query: string,
  context: AskContext,
): Promise<readonly PickerRow[]> {
  const { resource_id } = placeIn(context)
  const buckets = await readBuckets(context.services, resource_id)
  return buckets
    .filter(({ title }) => holdsWords(title, query))
    .map(({ id, title }) => ({ id, value: id, label: title, icon: 'database' }))
}

export async function inviteRows(
  query: string,
  context: AskContext,
): Promise<readonly PickerRow[]> {
  const { services } = context
  const { invites } = await services
    .get(Queries)
    .fetchQuery(invitesQuery(services, placeIn(context)))
  return invites
    .filter(({ email }) => holdsWords(email, query))
    .map(({ id, email, role, status }) => ({
      id,
      value: id,
      label: email,
      subtitle: status === 'pending' ? role : `${role} · ${status}`,
      icon: 'mail',
    }))
}
