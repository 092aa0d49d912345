import { type BucketRole, rolesGivenBy, type TeamRole, teamRoles } from '@typecase/contract/roles'
import {
  addInvite,
  deleteInvite,
  resendInvite,
  updateInvite,
  type InviteResource,
} from '@typecase/contract/invites'
import { addProjectWithBucket, moveProject } from '@typecase/contract/projects'
import {
  addProjectMember,
  deleteProjectMember,
  deleteWorkspaceMember,
  updateProjectMember,
  updateWorkspaceMember,
} from '@typecase/contract/teams'
import { addWorkspace } from '@typecase/contract/workspaces'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { codeIn, mailsOf } from '../../testing/outbox.ts'
import { addPerson, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTeamMember } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.remove())

const PEOPLE = 4
const someone = fc.nat({ max: PEOPLE - 1 })
const scope = fc.constantFrom<InviteResource>('project', 'workspace')
const role = fc.constantFrom(...teamRoles)

/** An action of a user. A forbidden action is refused and changes nothing. */
const act = fc.oneof(
  fc.record({ does: fc.constant('invite' as const), by: someone, to: someone, place: scope, role }),
  fc.record({ does: fc.constant('resend' as const), by: someone, to: someone, place: scope, role }),
  fc.record({
    does: fc.constant('take back' as const),
    by: someone,
    to: someone,
    place: scope,
    role,
  }),
  fc.record({ does: fc.constant('answer' as const), by: someone, to: someone, place: scope, role }),
  fc.record({ does: fc.constant('update' as const), by: someone, to: someone, place: scope, role }),
  fc.record({ does: fc.constant('remove' as const), by: someone, to: someone, place: scope, role }),
  fc.record({ does: fc.constant('add' as const), by: someone, to: someone, place: scope, role }),
  fc.record({ does: fc.constant('move' as const), by: someone, to: someone, place: scope, role }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** The initial roles of the other users in the project and the workspace, if they have one. */
const roles = fc.array(fc.record({ project: fc.option(role), workspace: fc.option(role) }), {
  minLength: PEOPLE - 1,
  maxLength: PEOPLE - 1,
})
type Roles = typeof roles extends fc.Arbitrary<infer T> ? T : never

/** Creates a project and a workspace of the first user, and gives the others their roles in them. */
async function begin(others: Roles) {
  const people: Person[] = []
  for (let at = 0; at < PEOPLE; at += 1) people.push(await addPerson(server))
  const [first] = people
  if (!first) throw new Error('There are people.')
  const workspace = (await server.call(addWorkspace, { body: { title: 'W' } }, first)).ok()
    .workspace
  const body = { project_title: 'P', bucket_title: 'B', workspace: workspace.id }
  const { project, bucket } = (await server.call(addProjectWithBucket, { body }, first)).ok()
  const ids = { project: project.id, workspace: workspace.id }
  await server.app.db.write(async ({ db }) => {
    for (const [at, held] of others.entries()) {
      const user_id = people[at + 1]?.id ?? ''
      for (const resource of ['project', 'workspace'] as const) {
        const role = held[resource]
        if (role) await addTeamMember(db, { resource, id: ids[resource] }, user_id, role)
      }
    }
  }, 'serializable')
  return { people, ids, bucket }
}
type World = Awaited<ReturnType<typeof begin>>

interface Held {
  readonly project: ReadonlyMap<string, TeamRole>
  readonly workspace: ReadonlyMap<string, TeamRole>
  readonly buckets: ReadonlyMap<string, BucketRole>
  readonly isInside: boolean
}

/** Reads roles and grants directly from the tables. */
async function heldIn({ ids, bucket }: World): Promise<Held> {
  const { read } = server.app.db
  const inTeam = (id: string) =>
    read.selectFrom('team_members').selectAll().where('team_id', '=', id).execute()
  const project = await inTeam(ids.project)
  const workspace = await inTeam(ids.workspace)
  const buckets = await read
    .selectFrom('bucket_members')
    .selectAll()
    .where('bucket_id', '=', bucket.id)
    .execute()
  const { workspace_id } = await read
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', ids.project)
    .executeTakeFirstOrThrow()
  return {
    project: new Map(project.map((row) => [row.user_id, row.role])),
    workspace: new Map(workspace.map((row) => [row.user_id, row.role])),
    buckets: new Map(buckets.map((row) => [row.user_id, row.role])),
    isInside: workspace_id === ids.workspace,
  }
}

/** Returns the strongest role of a user in a project or workspace. */
function roleOf(entry: Held, where: InviteResource, userId: string): TeamRole | undefined {
  const actorRole = entry[where].get(userId)
  if (where === 'workspace' || !entry.isInside) return actorRole
  const above = entry.workspace.get(userId)
  return teamRoles.find((one) => one === actorRole || (one === above && one !== 'user'))
}

async function perform(world: World, { does, by, to, place: where, role: newRole }: Act) {
  const { people, ids, bucket } = world
  const [actor, other] = [people[by], people[to]]
  if (!actor || !other) throw new Error('There are people.')
  const resource_id = ids[where]
  const invite = await server.app.db.read
    .selectFrom('invites')
    .select('id')
    .where('resource_id', '=', resource_id)
    .where('email', '=', other.email)
    .executeTakeFirst()
  const project = { project_id: ids.project, user_id: other.id }
  const workspace = { workspace_id: ids.workspace, user_id: other.id }
  const grants = newRole === 'user' ? [{ bucket_id: bucket.id, role: 'editor' as const }] : []
  switch (does) {
    case 'invite': {
      const body = { resource: where, resource_id, email: other.email, role: newRole }
      return server.call(addInvite, { body }, actor)
    }
    case 'resend':
      return invite && server.call(resendInvite, { body: { id: invite.id } }, actor)
    case 'take back':
      return invite && server.call(deleteInvite, { query: { id: invite.id } }, actor)
    case 'answer': {
      const sent = mailsOf(server, actor.email).filter(({ links }) =>
        links[0]?.endsWith(`resource=${where}`),
      )
      const mail = sent.at(-1)
      const status = newRole === 'user' ? ('rejected' as const) : ('confirmed' as const)
      const body = { invite_id: mail ? codeIn(mail) : 'none', resource: where, status }
      return server.call(updateInvite, { body }, actor)
    }
    case 'update':
      return where === 'project'
        ? server.call(
            updateProjectMember,
            { body: { ...project, role: newRole, bucket_roles: grants } },
            actor,
          )
        : server.call(updateWorkspaceMember, { body: { ...workspace, role: newRole } }, actor)
    case 'remove':
      return where === 'project'
        ? server.call(deleteProjectMember, { query: project }, actor)
        : server.call(deleteWorkspaceMember, { query: workspace }, actor)
    case 'add':
      return server.call(addProjectMember, { body: { ...project, role: newRole } }, actor)
    default: {
      const workspace_id = where === 'project' ? ('default' as const) : ids.workspace
      const body = { project_id: ids.project, workspace_id }
      return server.call(moveProject, { body }, actor)
    }
  }
}

/** Checks the invariants after every action. */
function check(before: Held, after: Held, done: Act, world: World, status: number | undefined) {
  const actor = world.people[done.by]?.id ?? ''
  for (const where of ['project', 'workspace'] as const) {
    expect([...after[where].values()]).toContain('admin')
    for (const userId of new Set([...before[where].keys(), ...after[where].keys()])) {
      const [was, is] = [before[where].get(userId), after[where].get(userId)]
      if (was === is) continue
      expect(status).toBeLessThan(300)
      const actorRole = roleOf(before, where, actor)
      if (done.does === 'answer') {
        // The user gets the role of their invitation, from someone who may still grant it.
        expect(userId).toBe(actor)
        expect(was).toBeUndefined()
        const senders = [...before[where].keys(), ...before.workspace.keys()]
        expect(
          senders.some((one) => {
            const sender = roleOf(before, where, one)
            return sender && is && rolesGivenBy[sender].includes(is)
          }),
        ).toBe(true)
      } else if (done.does === 'move') {
        // The user who moves the project keeps their access.
        expect([userId, is, actorRole]).toEqual([actor, 'admin', 'admin'])
      } else if (userId === actor && is === undefined) {
        // Any member may leave.
        expect(done.does).toBe('remove')
      } else {
        // An actor must be able to grant every role that they grant or remove; in a workspace, also those in its
        // projects.
        const may = actorRole ? rolesGivenBy[actorRole] : []
        if (is) expect(may).toContain(is)
        if (was && userId !== actor) expect(may).toContain(was)
      }
    }
  }
  // Only the role `user` has grants for single buckets, and only from people who may change the team.
  for (const [userId, now] of after.buckets) {
    expect(after.project.get(userId)).toBe('user')
    if (before.buckets.get(userId) !== now) {
      const actorRole = roleOf(before, 'project', actor)
      expect(actorRole && actorRole !== 'user').toBeTruthy()
    }
  }
}

test('after any actions on teams, an admin remains and no one has granted more than their role allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      roles,
      fc.array(act, { minLength: 5, maxLength: 25 }),
      async (initialRoles, acts) => {
        const world = await begin(initialRoles)
        let before = await heldIn(world)
        for (const one of acts) {
          const answer = await perform(world, one)
          const after = await heldIn(world)
          if (answer) expect([200, 201, 400, 403, 404, 409]).toContain(answer.status)
          check(before, after, one, world, answer?.status)
          before = after
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('an admin remains after any simultaneous changes and removals', async () => {
  const leaving = fc.record({
    does: fc.constantFrom('update' as const, 'remove' as const),
    by: someone,
    to: someone,
    place: scope,
    role,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(leaving, { minLength: 4, maxLength: 12 }), async (acts) => {
      const all = { project: 'admin', workspace: 'admin' } as const
      const world = await begin([all, all, all])
      const answers = await Promise.all(acts.map((one) => perform(world, one)))
      for (const answer of answers) expect([200, 403, 404, 409, 503]).toContain(answer?.status)
      const after = await heldIn(world)
      expect([...after.project.values()]).toContain('admin')
      expect([...after.workspace.values()]).toContain('admin')
    }),
    { numRuns: 15 },
  )
})
