import { newId } from '@typecase/contract/ids'
import { planOffers } from '@typecase/contract/plans'
import { DEFAULT_WORKSPACE, type Workspace } from '@typecase/contract/workspaces'

import type { App } from '../../app.ts'
import type { Reader } from '../../database/database.ts'
import { heldAt, toSubscription } from '../billing/subscription-store.ts'
import { asciiSlug } from '../buckets/slug-from-title.ts'
import { addOnsHeld } from '../projects/add-ons.ts'
import { addTeamMember, teamRows } from '../teams/store.ts'
import { readProjects } from '../projects/store.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'

type LimitContext = Pick<App, 'settings' | 'clock'>

/** Adds a workspace with its first admin, who pays for it. @returns its id */
export async function insertWorkspace(
  db: Reader,
  { clock }: Pick<App, 'clock'>,
  userId: string,
  { title, logo = null }: { title: string; logo?: string | null },
): Promise<string> {
  const id = newId(clock.now())
  const now = clock.iso()
  await db
    .insertInto('workspaces')
    .values({
      id,
      title,
      slug: asciiSlug(title, 'workspace'),
      logo: logo || null,
      created_by: userId,
      payer_id: userId,
      created_at: now,
      modified_at: now,
    })
    .execute()
  await addTeamMember(db, { resource: 'workspace', id }, userId, 'admin')
  return id
}

/** Reads the workspaces of a user, by title. @param id only this workspace */
export async function readWorkspaces(
  seller: LimitContext,
  db: Reader,
  userId: string,
  id?: string,
): Promise<Workspace[]> {
  const rows = await db
    .selectFrom('workspaces')
    .innerJoin('team_members as own', 'own.team_id', 'workspaces.id')
    .selectAll('workspaces')
    .select('own.role')
    .select((eb) => [
      eb
        .selectFrom('team_members')
        .innerJoin('users', 'users.id', 'team_members.user_id')
        .select((count) => count.fn.countAll<number>().as('total'))
        .whereRef('team_members.team_id', '=', 'workspaces.id')
        .where('users.status', '=', 'active')
        .as('total_users'),
      // The number of projects that the user may open.
      eb
        .selectFrom('projects')
        .select((count) => count.fn.countAll<number>().as('total'))
        .whereRef('projects.workspace_id', '=', 'workspaces.id')
        .where('projects.id', 'in', (of) =>
          of.selectFrom('team_roles').select('team_id').where('user_id', '=', userId),
        )
        .as('total_projects'),
    ])
    .where('own.user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('workspaces.id', '=', id ?? ''))
    .orderBy('workspaces.title')
    .orderBy('workspaces.id')
    .execute()
  const ids = rows.map((row) => row.id)
  const addOnsOf = await addOnsHeld(seller, db, ids)
  const planOf = await plansHeld(seller, db, ids)
  return rows.map(({ created_by: _, payer_id: __, total_users, total_projects, ...row }) => ({
    ...row,
    plan: planOf(row.id),
    add_ons: [...addOnsOf(row.id)],
    total_users: total_users ?? 0,
    total_projects: total_projects ?? 0,
  }))
}

/** Looks up the paid plans of workspaces; null for a workspace without one. */
async function plansHeld({ clock }: LimitContext, db: Reader, ids: readonly string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('subscriptions').selectAll().where('place_id', 'in', ids).execute()
  const purchases = new Map(
    rows.map((row) => [row.place_id, heldAt(toSubscription(row), clock.now())]),
  )
  return (id: string) => {
    const bought = purchases.get(id)
    if (!bought || bought.plan_id === 'free') return null
    const { plan_id, interval } = bought
    return { id: plan_id, name: planOffers[plan_id].name, interval }
  }
}

/** Finds the workspaces with other members that would have no admin without a person, by title. */
export async function soleAdminWorkspaces(
  db: Reader,
  userId: string,
): Promise<{ id: string; title: string }[]> {
  const rows = await db
    .selectFrom('team_members as own')
    .innerJoin('workspaces', 'workspaces.id', 'own.team_id')
    .select(['workspaces.id', 'workspaces.title'])
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'admin')
    .orderBy('workspaces.title')
    .execute()
  const teams = await Promise.all(rows.map(({ id }) => teamRows(db, { resource: 'workspace', id })))
  return rows.filter((_row, at) => {
    const others = teams[at]?.filter(({ user_id }) => user_id !== userId) ?? []
    return others.length > 0 && !others.some(({ role }) => role === 'admin')
  })
}

/** Reads the built-in workspace in the form that a user sees. */
export async function readDefaultWorkspace(
  seller: LimitContext,
  db: Reader,
  userId: string,
): Promise<Workspace> {
  const projects = await readProjects(seller, db, userId, { workspaceId: DEFAULT_WORKSPACE })
  return {
    id: DEFAULT_WORKSPACE,
    title: 'Default workspace',
    slug: DEFAULT_WORKSPACE,
    logo: null,
    plan: null,
    // Projects are billed separately.
    add_ons: [...(await addOnsHeld(seller, db, []))('')],
    // Everyone may add projects to it; no other actions apply.
    role: 'manager',
    total_projects: projects.length,
    total_users: 1,
    created_at: EPOCH,
    modified_at: EPOCH,
    rev: 1,
  }
}
