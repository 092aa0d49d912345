import type { StaffJob, StaffProject, StaffStorage, StaffUser } from '@typecase/contract/staff'

import type { Reader } from '../../database/database.ts'
import { countOf, holdsText } from '../../database/expressions.ts'
import { avatarUrl } from '../users/user-view.ts'
import '../buckets/tables.ts'
import '../media/tables.ts'
import '../projects/tables.ts'
import '../users/sessions.ts'
import '../users/tables.ts'

interface Page {
  readonly limit: number
  readonly skip: number
}

const count = 'count' as const

export async function listUsers(
  db: Reader,
  publicUrl: string,
  q: string | undefined,
  { limit, skip }: Page,
): Promise<{ users: StaffUser[]; total: number }> {
  let matching = db.selectFrom('users')
  if (q) matching = matching.where(holdsText(['email', 'first_name', 'last_name'], q))
  const total = await countOf(matching)
  const rows = await matching
    .select(['id', 'email', 'first_name', 'last_name', 'avatar', 'status', 'is_staff'])
    .select(['totp_secret', 'created_at'])
    .select((eb) => [
      eb
        .selectFrom('team_members')
        .select((inner) => inner.fn.countAll<number>().as(count))
        .whereRef('team_members.user_id', '=', 'users.id')
        .where('resource', '=', 'project')
        .as('total_projects'),
      eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('last_seen_at').as('seen'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('support_by', 'is', null)
        .as('seen'),
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  const users = rows.map(({ avatar, totp_secret, seen, ...row }) => ({
    ...row,
    avatar_url: avatarUrl(publicUrl, avatar),
    is_staff: row.is_staff === 1,
    two_factor: totp_secret !== null,
    total_projects: Number(row.total_projects),
    last_seen_at: seen === null ? null : new Date(seen).toISOString(),
  }))
  return { users, total }
}

export async function listProjects(
  db: Reader,
  q: string | undefined,
  { limit, skip }: Page,
): Promise<{ projects: StaffProject[]; total: number }> {
  let matching = db.selectFrom('projects')
  if (q) matching = matching.where(holdsText(['projects.title'], q))
  const total = await countOf(matching)
  const rows = await matching
    .leftJoin('workspaces', 'workspaces.id', 'projects.workspace_id')
    .select(['projects.id', 'projects.title', 'projects.archived'])
    .select(['projects.created_at', 'projects.modified_at', 'workspaces.title as workspace_title'])
    .select((eb) => [
      eb
        .selectFrom('buckets')
        .select((inner) => inner.fn.countAll<number>().as(count))
        .whereRef('buckets.project_id', '=', 'projects.id')
        .as('total_buckets'),
      eb
        .selectFrom('team_roles')
        .select((inner) => inner.fn.countAll<number>().as(count))
        .whereRef('team_id', '=', 'projects.id')
        .as('total_users'),
    ])
    .orderBy('projects.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  const projects = rows.map((row) => ({
    ...row,
    archived: row.archived === 1,
    total_buckets: Number(row.total_buckets),
    total_users: Number(row.total_users),
  }))
  return { projects, total }
}

export async function listJobs(
  db: Reader,
  status: StaffJob['status'] | undefined,
  { limit, skip }: Page,
): Promise<{ jobs: StaffJob[]; total: number }> {
  const failedJobs = db
    .selectFrom('jobs')
    .innerJoin('buckets', 'buckets.id', 'jobs.bucket_id')
    .$if(status !== undefined, (query) => query.where('jobs.status', '=', status ?? 'done'))
  const total = await countOf(failedJobs)
  const jobs = await failedJobs
    .select(['jobs.id', 'jobs.kind', 'jobs.title', 'jobs.status', 'jobs.total', 'jobs.done'])
    .select(['jobs.failed', 'jobs.created_at', 'jobs.finished_at'])
    .select('buckets.title as bucket_title')
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .offset(skip)
    .execute()
  return { jobs, total }
}

export async function listStorage(
  db: Reader,
  { limit, skip }: Page,
): Promise<{ buckets: StaffStorage[]; bytes: number; total: number }> {
  const sums = await db
    .selectFrom('media')
    .innerJoin('buckets', 'buckets.id', 'media.bucket_id')
    .innerJoin('projects', 'projects.id', 'buckets.project_id')
    // Imported media whose bytes remain on another server take up no storage here.
    .where('media.file_id', 'is not', null)
    .select(['buckets.id', 'buckets.title', 'projects.title as project_title'])
    .select((eb) => [
      eb.fn.countAll<number>().as(count),
      eb.fn.sum<number | string>('media.size').as('bytes'),
    ])
    .groupBy(['buckets.id', 'buckets.title', 'projects.title'])
    .execute()
  const buckets = sums
    .map((row) => ({
      bucket_id: row.id,
      bucket_title: row.title,
      project_title: row.project_title,
      files: row.count,
      bytes: Number(row.bytes),
    }))
    .sort((a, b) => b.bytes - a.bytes)
  return {
    buckets: buckets.slice(skip, skip + limit),
    bytes: buckets.reduce((sum, one) => sum + one.bytes, 0),
    total: buckets.length,
  }
}
