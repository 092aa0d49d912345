import type { Project } from '@typecase/contract/projects'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { listBucketSummaries } from '../buckets/store.ts'
import { addTeamMember } from '../teams/store.ts'
import { addOnsHeld } from './add-ons.ts'
import type { ProjectAccess } from './project-access.ts'
import './tables.ts'

/** A rank after all those that people assign. */
const LAST_RANK = 1_000_000_000

/** Filter of a person's projects. */
export interface ProjectFilter {
  projectId?: string
  /** `default` for projects in none of the person's workspaces. */
  workspaceId?: string
  archived?: boolean
}

/** Reads a person's projects in their own order, each with the buckets that they may open. */
export async function readProjects(
  seller: Pick<App, 'settings' | 'clock'>,
  db: Reader,
  userId: string,
  { projectId, workspaceId, archived }: ProjectFilter,
): Promise<Project[]> {
  const rows = await db
    .selectFrom('projects')
    .selectAll('projects')
    .select((eb) => [
      // The strongest role.
      eb
        .selectFrom('team_roles')
        .select((of) => of.fn.min('role').as('role'))
        .whereRef('team_id', '=', 'projects.id')
        .where('user_id', '=', userId)
        .as('role'),
      // Projects accessible only through the workspace have no personal order.
      eb.fn
        .coalesce(
          eb
            .selectFrom('team_members')
            .select('rank')
            .whereRef('team_id', '=', 'projects.id')
            .where('user_id', '=', userId),
          eb.lit(LAST_RANK),
        )
        .as('rank'),
      eb
        .selectFrom('team_roles')
        .select((count) => count.fn.count<number>('user_id').distinct().as('total'))
        .whereRef('team_id', '=', 'projects.id')
        .as('total_users'),
    ])
    .where('projects.id', 'in', (eb) =>
      eb.selectFrom('team_roles').select('team_id').where('user_id', '=', userId),
    )
    .$if(projectId !== undefined, (query) => query.where('projects.id', '=', projectId ?? ''))
    .$if(workspaceId !== undefined && workspaceId !== DEFAULT_WORKSPACE, (query) =>
      query.where('projects.workspace_id', '=', workspaceId ?? ''),
    )
    .$if(workspaceId === DEFAULT_WORKSPACE, (query) =>
      query.where((eb) =>
        eb.or([
          eb('projects.workspace_id', 'is', null),
          // A guest, who is not a member of the project's workspace, finds the project here.
          eb(
            'projects.workspace_id',
            'not in',
            eb.selectFrom('team_members').select('team_id').where('user_id', '=', userId),
          ),
        ]),
      ),
    )
    .$if(archived !== undefined, (query) => query.where('archived', '=', Number(archived)))
    .orderBy('rank')
    .orderBy('projects.id')
    .execute()
  const buckets = await listBucketSummaries(
    db,
    rows.map((row) => row.id),
  )
  const bucketNames = await namedBuckets(db, userId)
  const payer = ({ id, workspace_id }: (typeof rows)[number]) => workspace_id ?? id
  const addOnsOf = await addOnsHeld(seller, db, rows.map(payer))
  return rows.map((row) => {
    const { role } = row
    if (!role) throw new Error('A project was read for someone without a role in it.')
    const visible = buckets
      .filter(({ projectId: owner }) => owner === row.id)
      .map(({ bucket }) => bucket)
      .filter(({ id }) => role !== 'user' || bucketNames.has(id))
    return {
      id: row.id,
      title: row.title,
      slug: row.slug,
      description: row.description,
      workspace: row.workspace_id,
      workspace_id: row.workspace_id,
      archived: row.archived === 1,
      add_ons: [...addOnsOf(payer(row))],
      role,
      order: row.rank,
      total_buckets: visible.length,
      total_users: row.total_users ?? 0,
      created_at: row.created_at,
      modified_at: row.modified_at,
      rev: row.rev,
      // Only `saveProject` writes this column, so the cast is safe.
      ...(role === 'admin' && { billing: JSON.parse(row.billing) as object }),
      buckets: visible,
    }
  })
}

/** Returns the buckets with a grant for a user. Members with the role `user` see only these (decisions §4). */
async function namedBuckets(db: Reader, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('bucket_members')
    .select('bucket_id')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map((row) => row.bucket_id))
}

export interface NewProject {
  id: string
  title: string
  slug: string
  description: string
  workspaceId: string | null
}

/** Inserts a project with its first admin, at the end of that person's list of projects. */
export async function insertProject(
  db: Reader,
  userId: string,
  { workspaceId, ...project }: NewProject,
  now: string,
): Promise<void> {
  await db
    .insertInto('projects')
    .values({
      ...project,
      workspace_id: workspaceId,
      created_by: userId,
      payer_id: userId,
      created_at: now,
      modified_at: now,
    })
    .execute()
  await addTeamMember(db, { resource: 'project', id: project.id }, userId, 'admin')
}

/** Stores changes of a project and raises its `rev`. */
export async function saveProject(
  db: Reader,
  { projectId }: ProjectAccess,
  { billing, ...change }: ProjectChange,
  now: string,
): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({
      ...change,
      ...(billing && { billing: JSON.stringify(billing) }),
      modified_at: now,
      rev: eb('rev', '+', 1),
    }))
    .where('id', '=', projectId)
    .execute()
}

export interface ProjectChange {
  title?: string | undefined
  description?: string | undefined
  archived?: 0 | 1 | undefined
  billing?: object | undefined
  workspace_id?: string | null
}

/** Returns the ids of all of a person's projects in their order, including archived ones. */
export async function projectOrder(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('resource', '=', 'project')
    .orderBy('rank')
    .orderBy('team_id')
    .execute()
  return rows.map((row) => row.team_id)
}

/** Stores a person's order of all their projects. */
export async function rankProjects(
  db: Reader,
  userId: string,
  projectIds: readonly string[],
): Promise<void> {
  for (const [rank, id] of projectIds.entries()) {
    await db
      .updateTable('team_members')
      .set({ rank })
      .where('user_id', '=', userId)
      .where('team_id', '=', id)
      .execute()
  }
}

/** A project whose only admin is this person. */
export interface SoleAdminProject {
  id: string
  title: string
  /** Number of other active accounts in it. */
  other_members: number
}

/**
 * Finds the projects that would have no admin without a person, by title.
 * @param workspaceId only the projects of this workspace
 */
export async function soleAdminProjects(
  db: Reader,
  userId: string,
  workspaceId?: string,
): Promise<SoleAdminProject[]> {
  const rows = await db
    .selectFrom('team_members as own')
    .innerJoin('projects', 'projects.id', 'own.team_id')
    .select((eb) => {
      const others = eb
        .selectFrom('team_members as member')
        .innerJoin('users', 'users.id', 'member.user_id')
        .whereRef('member.team_id', '=', 'projects.id')
        .where('member.user_id', '!=', userId)
        .where('users.status', '!=', 'deactivated')
      const count = eb.fn.countAll<number>().as('count')
      return [
        'projects.id',
        'projects.title',
        others.select(count).as('other_members'),
        others.where('member.role', '=', 'admin').select(count).as('other_admins'),
      ]
    })
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'admin')
    .$if(workspaceId !== undefined, (query) =>
      query.where('projects.workspace_id', '=', workspaceId ?? ''),
    )
    .orderBy('projects.title')
    .execute()
  return rows
    .filter(({ other_admins }) => other_admins === 0)
    .map(({ id, title, other_members }) => ({ id, title, other_members: other_members ?? 0 }))
}

/** Archives projects when their last member leaves. */
export async function archiveProjects(
  db: Reader,
  projectIds: readonly string[],
  now: string,
): Promise<void> {
  if (projectIds.length === 0) return
  await db
    .updateTable('projects')
    .set((eb) => ({ archived: 1, modified_at: now, rev: eb('rev', '+', 1) }))
    .where('id', 'in', projectIds)
    .execute()
}
