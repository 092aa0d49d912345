import {
  type BucketGrant,
  rolesGivenBy,
  type TeamRole,
  whyNotInTeam,
} from '@typecase/contract/roles'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import type { Write } from '../../database/write-queue.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/failure.ts'
import type { Caller } from '../../http/principal.ts'
import { removedMail, roleChangedMail } from '../../mail/team-mails.ts'
import { type Actor, audit } from '../audit/audit-log.ts'
import { releasePayer } from '../billing/payers.ts'
import { soleAdminProjects } from '../projects/store.ts'
import { findUser, type UserRow } from '../users/store.ts'
import { nameOf, toMailReader } from '../users/user-view.ts'
import { isCandidate } from './candidates.ts'
import { assertGrants, readGrants, setGrants } from './grants.ts'
import { addTeamMember, bucketsOf, dropMember, hasAdmin, directRole, setRole } from './store.ts'
import {
  auditScope,
  openTeam,
  roleIn,
  type TeamAccess,
  type TeamScope,
  titleOf,
} from './team-scope.ts'

/** The requested role and grants of a member. */
export interface MemberWish {
  readonly role: TeamRole
  readonly bucket_roles?: readonly BucketGrant[] | undefined
}

/**
 * Opens a team in order to grant or remove roles, within the write that does so: when two members change each other
 * concurrently, the later write sees the earlier one.
 * @throws Failure `forbidden` for roles that the caller may not grant
 */
export async function openToChange(
  db: Reader,
  caller: Caller,
  scope: TeamScope,
  ...roles: readonly TeamRole[]
): Promise<TeamAccess> {
  const access = await openTeam(db, caller, scope, 'team:write')
  for (const role of roles) assertMayGive(access, role)
  return access
}

/** Checks that a member may grant and remove a role. @throws Failure `forbidden` */
function assertMayGive({ role: actorRole, resource }: TeamAccess, role: TeamRole): void {
  if (rolesGivenBy[actorRole].includes(role)) return
  throw forbidden(
    `Your role in this ${resource} (${actorRole}) cannot grant or remove the role ${role}.`,
  )
}

/** Checks requested grants. @throws Failure `invalid` for grants that the scope or the role does not allow */
export async function assertWish(
  db: Reader,
  scope: TeamScope,
  { role, bucket_roles = [] }: MemberWish,
): Promise<void> {
  if (bucket_roles.length === 0) return
  if (scope.resource === 'workspace') {
    throw invalid('bucket_roles', 'bucket_roles are given in a project', 'role')
  }
  if (role !== 'user') {
    const message = `bucket_roles must not be sent for the role ${role}, which holds every bucket`
    throw invalid('bucket_roles', message, 'role')
  }
  await assertGrants(db, scope.id, bucket_roles)
}

/** Adds a new member. The caller has already checked who may grant these roles. */
export async function insertMember(
  app: App,
  write: Write,
  scope: TeamScope,
  userId: string,
  { role, bucket_roles = [] }: MemberWish,
): Promise<void> {
  const { db } = write
  await addTeamMember(db, scope, userId, role)
  await setGrants(db, scope.id, userId, bucket_roles)
  await tellStreams(app, write, scope, userId)
}

/**
 * Adds a user with whom the caller shares another team, without an invitation.
 * @throws Failure `not_found` for any other user, `conflict` for a member
 */
export async function addMember(
  app: App,
  write: Write,
  actor: Actor,
  scope: TeamScope,
  userId: string,
  wish: MemberWish,
): Promise<void> {
  const { db } = write
  await openToChange(db, actor, scope, wish.role)
  await assertWish(db, scope, wish)
  const user = await findUser(db, userId)
  const isEligible = await isCandidate(db, actor.userId, scope, userId)
  if (user?.status !== 'active' || !isEligible) throw notFound('Person')
  if (await directRole(db, scope, userId)) throw alreadyMember('user_id', scope)
  await insertMember(app, write, scope, userId, wish)
  await audit(write, app, actor, {
    kind: 'team.add',
    ...auditScope(scope),
    subject: subjectOf(user),
    details: wish,
  })
}

export const alreadyMember = (path: string, { resource }: TeamScope) =>
  conflict(`This person is already a member of the ${resource}.`, [
    { path, message: `${path} is already a member`, rule: 'member' },
  ])

/**
 * Changes the role of a member, or their grants in buckets.
 * @throws Failure `conflict`, rule `last_admin`, for the last admin, and `from_workspace` for a role of the workspace
 */
export async function updateMember(
  app: App,
  write: Write,
  actor: Actor,
  scope: TeamScope,
  userId: string,
  changes: Partial<MemberWish>,
): Promise<void> {
  const { db } = write
  const access = await openTeam(db, actor, scope)
  const { user, role: before } = await memberOf(db, scope, userId)
  const isSelf = userId === actor.userId
  if (!access.can('team:write'))
    throw forbidden(whyNotInTeam(access.role, 'team:write', scope.resource))
  const role = changes.role ?? before
  // Members may lower their own role, even if they cannot grant it back.
  for (const one of isSelf ? [role] : [before, role]) assertMayGive(access, one)
  const wish = { role, bucket_roles: changes.bucket_roles }
  await assertWish(db, scope, wish)
  if (role !== before) await setRole(db, scope, userId, role)
  const currentGrants = (await readGrants(db, scope.id)).get(userId) ?? []
  // Grants that a stronger role made redundant must not return with a weaker one.
  const holds = role === 'user' ? (changes.bucket_roles ?? currentGrants) : []
  await setGrants(db, scope.id, userId, holds)
  if (!(await hasAdmin(db, scope))) throw lastAdmin([{ ...scope, title: await titleOf(db, scope) }])
  await audit(write, app, actor, {
    kind: 'team.update',
    ...auditScope(scope),
    subject: subjectOf(user),
    details: {
      ...(role !== before && { role: { from: before, to: role } }),
      ...(changes.bucket_roles && {
        bucket_roles: { from: currentGrants, to: changes.bucket_roles },
      }),
    },
  })
  await releasePayer(app, write, scope, userId)
  await tellStreams(app, write, scope, userId)
  if (isSelf) return
  const title = await titleOf(db, scope)
  const mail = roleChangedMail(toMailReader(user), app.settings.PUBLIC_URL, {
    ...scope,
    title,
    role,
  })
  write.afterCommit(() => app.mailer.send(mail))
}

/**
 * Removes a member, or lets them leave. Leaving a workspace includes leaving its projects.
 * @throws Failure `conflict`, rule `last_admin`, that names the scopes that would be left without an admin
 */
export async function removeMember(
  app: App,
  write: Write,
  actor: Actor,
  scope: TeamScope,
  userId: string,
): Promise<void> {
  const { db } = write
  const access = await openTeam(db, actor, scope)
  const isSelf = userId === actor.userId
  if (!isSelf && !access.can('team:write'))
    throw forbidden(whyNotInTeam(access.role, 'team:write', scope.resource))
  const { user, role } = await memberOf(db, scope, userId)
  if (!isSelf) assertMayGive(access, role)
  const within = await memberProjects(db, scope.id, userId)
  if (!isSelf) for (const project of within) assertMayGive(access, project.role)
  const orphans = await soleAdminProjects(db, userId, scope.id)
  if (orphans.length > 0) {
    throw lastAdmin(orphans.map(({ id, title }) => ({ resource: 'project', id, title })))
  }
  // Record this before the removal, since the entry's scope depends on the membership.
  await audit(write, app, actor, {
    kind: 'team.remove',
    ...auditScope(scope),
    subject: subjectOf(user),
    details: { role },
  })
  await tellStreams(app, write, scope, userId)
  const scopes = [...within.map(({ id }): TeamScope => ({ resource: 'project', id })), scope]
  for (const one of scopes) await dropMember(db, one, userId)
  if (!(await hasAdmin(db, scope))) throw lastAdmin([{ ...scope, title: await titleOf(db, scope) }])
  for (const one of scopes) await releasePayer(app, write, one, userId)
  if (isSelf) return
  const title = await titleOf(db, scope)
  const mail = removedMail(toMailReader(user), app.settings.PUBLIC_URL, { ...scope, title })
  write.afterCommit(() => app.mailer.send(mail))
}

/** Selects the projects of a workspace of which a user is a direct member, with their role there. */
const memberProjects = (db: Reader, workspaceId: string, userId: string) =>
  db
    .selectFrom('team_members')
    .innerJoin('projects', 'projects.id', 'team_id')
    .select(['projects.id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()

async function memberOf(
  db: Reader,
  scope: TeamScope,
  userId: string,
): Promise<{ user: UserRow; role: TeamRole }> {
  const user = await findUser(db, userId)
  const role = await directRole(db, scope, userId)
  if (user?.status === 'active' && role) return { user, role }
  if (!(await roleIn(db, scope, userId))) throw notFound('Member')
  const message = 'This person has their role through the workspace. Change it there.'
  throw conflict(message, [{ path: 'user_id', message, rule: 'from_workspace' }])
}

function lastAdmin(scopes: readonly (TeamScope & { title: string })[]) {
  const titles = scopes.map(({ title }) => `“${title}”`).join(', ')
  return conflict(
    `${titles} would have no admin. Make someone else an admin first.`,
    scopes.map(({ resource, id, title }) => ({
      path: `${resource}s.${id}`,
      message: `“${title}” would have no admin`,
      rule: 'last_admin',
    })),
  )
}

const subjectOf = (user: UserRow) => ({ id: user.id, title: nameOf(user) })

/** Makes a user's open streams check their permissions again once the write is committed. */
export async function tellStreams(
  { events }: Pick<App, 'events'>,
  { db, afterCommit }: Write,
  scope: TeamScope,
  userId: string,
): Promise<void> {
  const buckets = await bucketsOf(db, scope)
  afterCommit(() => {
    for (const id of buckets) events.publish(id, { kind: 'access', user_ids: [userId] })
  })
}
