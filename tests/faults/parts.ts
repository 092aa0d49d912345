import {
  bucketRoles,
  type Grant,
  type Permission,
  permissionsIn,
  permissionsOf,
  permissionWords,
  type TeamPermission,
  teamPermissionsOf,
  type TeamRole,
  teamRoles,
} from '@typecase/contract/roles'
import {
  addPerson,
  join,
  joinProject,
  joinWorkspace,
  type Owner,
  type Person,
} from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'

import type { Row } from './authorization-rows.ts'
import type { Tenant } from './tenant.ts'

/** A role in the owner's project and workspace. */
export interface Part {
  readonly name: string
  /** The direct role in the project. */
  readonly project?: TeamRole
  readonly workspace?: TeamRole
  /** The grant in the bucket, with the role `user` in the project. */
  readonly bucket?: Grant
  /** Creates a person with this role in a tenant. */
  join(server: TestServer, tenant: Tenant, owner: Owner): Promise<Person>
}

const part = (name: string, fields: Omit<Part, 'name' | 'join'>): Part => ({
  name,
  ...fields,
  async join(server, where, owner) {
    const person = await addPerson(server)
    if (fields.bucket) {
      const { role, ...options } = fields.bucket
      await join(server, person, owner, role, options)
    } else if (fields.project) await joinProject(server, person, owner, fields.project)
    if (fields.workspace)
      await joinWorkspace(server, person, { id: where.workspaceId }, fields.workspace)
    if (name === 'staff') await makeStaff(server, person.id)
    return person
  },
})

const makeStaff = (server: TestServer, id: string) =>
  server.app.db.write(
    ({ db }) => db.updateTable('users').set({ is_staff: 1 }).where('id', '=', id).execute(),
    'serializable',
  )

/** Everything that a person can be in a tenant. */
export const parts: readonly Part[] = [
  ...bucketRoles.map((role) => part(`bucket ${role}`, { project: 'user', bucket: { role } })),
  part('editor of drafts only', {
    project: 'user',
    bucket: { role: 'editor', publishing_restrictions: 'draft_only' },
  }),
  part('contributor who may change media', {
    project: 'user',
    bucket: { role: 'contributor', additional_permissions: ['media:write'] },
  }),
  ...teamRoles.map((project) => part(`project ${project}`, { project })),
  ...teamRoles.map((workspace) => part(`workspace ${workspace}`, { workspace })),
  part('staff', {}),
]

/** Returns the role in the project, direct or through the workspace. */
const inProject = ({ project, workspace }: Part): TeamRole | undefined =>
  project ?? (workspace === 'user' ? undefined : workspace)

/** Whether the contract allows a call for a role. */
export function allows(one: Part, { needs, of }: Row): boolean {
  if (needs === undefined) return false
  if (needs in permissionWords) {
    const isOverAll = ['admin', 'manager'].includes(inProject(one) ?? '')
    const permissions = isOverAll ? permissionsOf.admin : one.bucket && permissionsIn(one.bucket)
    return permissions?.includes(needs as Permission) ?? false
  }
  const role = of === 'workspace' ? one.workspace : inProject(one)
  return role !== undefined && teamPermissionsOf[role].includes(needs as TeamPermission)
}

/** Whether the project or workspace of a call does not exist for a role. */
export const isOutside = (one: Part, { of }: Row): boolean =>
  (of === 'workspace' ? one.workspace : inProject(one)) === undefined
