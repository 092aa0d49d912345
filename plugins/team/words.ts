import {
  type BucketGrant,
  describeRole,
  rolesGivenBy,
  type TeamRole,
  teamRoles,
} from '@typecase/contract/roles'
import type { TeamMember } from '@typecase/contract/teams'
import { formatList } from '@typecase/ui/format'

/** Capitalises a text. */

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the name of a person, `Ada Byron`, or the address if there is no name. */
export const nameOf = (person: {
  first_name: string
  last_name: string
  email?: string | null
}): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.email || 'Someone without a name'

/** Describes a grant: `contributor, posts only, with media`. */
export function describeGrant(grant: BucketGrant): string {
  const types = grant.object_types ?? []
  const options = [
    types.length > 0 && `${formatList(types)} only`,
    grant.additional_permissions?.includes('media:write') && 'with media',
  ]
  return [describeRole(grant), ...options].filter(Boolean).join(', ')
}

/** Returns the roles that a user with this role may assign. */
export const rolesToGive = (mine: string | undefined): readonly TeamRole[] => {
  const role = teamRoles.find((one) => one === mine)
  return role ? rolesGivenBy[role] : []
}

/** Returns why the current user cannot change or remove a member; undefined if they can. */
export function whyFixed(
  member: TeamMember,
  members: readonly TeamMember[],
  where: string,
): string | undefined {
  if (member.from_workspace) return 'This role comes from the workspace. Change it there.'
  // Admins of the workspace do not count, because the project may be moved out of it.
  const admins = members.filter((one) => one.role === 'admin' && !one.from_workspace)
  if (member.role === 'admin' && admins.length === 1) {
    return `A ${where} needs at least one admin. Make someone else an admin first.`
  }
  return member.may_change ? undefined : `Your role in this ${where} cannot change this member.`
}
