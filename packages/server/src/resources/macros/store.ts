import type { Macro } from '@typecase/contract/macros'
import { newId } from '@typecase/contract/ids'

import type { Clock } from '../../clock.ts'
import type { Reader } from '../../database/database.ts'
import { countOf } from '../../database/expressions.ts'
import type { BucketAccess } from '../buckets/bucket-access.ts'
import '../buckets/tables.ts'
import './tables.ts'

/** The part of a macro that users edit. */
export type MacroData = Pick<Macro, 'title' | 'steps' | 'arguments' | 'is_shared'>

/** Selects the macros of the bucket's project that the user may see: their own, and shared ones. */
const visible = (db: Reader, access: BucketAccess) =>
  db
    .selectFrom('macros')
    .where('project_id', '=', (eb) =>
      eb.selectFrom('buckets').select('project_id').where('id', '=', access.bucketId),
    )
    .where((eb) => eb.or([eb('is_shared', '=', 1), eb('created_by', '=', access.userId)]))

/** Lists a page of macros by title, and counts them all. */
export async function listMacros(
  db: Reader,
  access: BucketAccess,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ macros: Macro[]; total: number }> {
  const rows = await visible(db, access)
    .selectAll()
    .orderBy((eb) => eb.fn('lower', ['title']))
    .orderBy('id')
    .limit(limit)
    .offset(skip)
    .execute()
  const total = await countOf(visible(db, access))
  return { macros: rows.map(toMacro), total }
}

export async function findMacro(
  db: Reader,
  access: BucketAccess,
  id: string,
): Promise<Macro | undefined> {
  const row = await visible(db, access).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toMacro(row)
}

/** Counts the user's macros in the bucket's project. */
export const countMacros = (db: Reader, access: BucketAccess): Promise<number> =>
  countOf(visible(db, access).where('created_by', '=', access.userId))

/** Adds a macro to the bucket's project. @returns its id */
export async function insertMacro(
  clock: Clock,
  db: Reader,
  { bucketId, userId }: BucketAccess,
  data: MacroData,
): Promise<string> {
  const id = newId(clock.now())
  const now = clock.iso()
  await db
    .insertInto('macros')
    .values((eb) => ({
      id,
      project_id: eb.selectFrom('buckets').select('project_id').where('id', '=', bucketId),
      ...toRow(data),
      created_by: userId,
      created_at: now,
      modified_at: now,
    }))
    .execute()
  return id
}

/** Updates a stored macro. @returns its current state, even if it is no longer visible to the caller */
export async function saveMacro(
  clock: Clock,
  db: Reader,
  before: Macro,
  data: MacroData,
): Promise<Macro> {
  const changed = { modified_at: clock.iso(), rev: before.rev + 1 }
  await db
    .updateTable('macros')
    .set({ ...toRow(data), ...changed })
    .where('id', '=', before.id)
    .execute()
  return { ...before, ...data, ...changed }
}

export async function removeMacro(db: Reader, { id }: Macro): Promise<void> {
  await db.deleteFrom('macros').where('id', '=', id).execute()
}

const toRow = ({ title, steps, arguments: args, is_shared }: MacroData) => ({
  title,
  steps: JSON.stringify(steps),
  arguments: JSON.stringify(args),
  is_shared: Number(is_shared),
})

interface MacroRow {
  id: string
  title: string
  steps: string
  arguments: string
  is_shared: number
  created_by: string | null
  created_at: string
  modified_at: string
  rev: number
}

const toMacro = (row: MacroRow): Macro => ({
  id: row.id,
  title: row.title,
  // The contract's schema validated both columns before they were stored.
  steps: JSON.parse(row.steps) as Macro['steps'],
  arguments: JSON.parse(row.arguments) as Macro['arguments'],
  is_shared: row.is_shared === 1,
  created_by: row.created_by,
  created_at: row.created_at,
  modified_at: row.modified_at,
  rev: row.rev,
})
