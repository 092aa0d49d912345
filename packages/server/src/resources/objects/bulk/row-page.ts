import type { Reader } from '../../../database/database.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import type { StoredObject } from '../state.ts'
import { readObjects } from '../store.ts'
import { type TypeModel, typeModelsOf } from '../type-model.ts'
import type { RowIndex } from './row-index.ts'

/** Which rows of a plan are shown. */
export interface Page {
  skip: number
  limit: number
}

type Rows<Row> = readonly Row[] | Promise<readonly Row[]>

/** Things that are read at once: one row of each is the least. */
const SOME = 50

/**
 * A page of rows by an index: only what they are of is read.
 * @param read reads some of it, and says how to make the rows of one
 */
export async function readPage<Row>(
  index: RowIndex,
  { skip, limit }: Page,
  read: (ids: string[]) => Promise<(id: string, page: Page, at: number) => Rows<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let { place, before } = index.placeOf(skip)
  while (rows.length < limit) {
    const ids = index.idsFrom(place, Math.min(SOME, limit - rows.length))
    if (ids.length === 0) break
    const rowsOf = await read(ids)
    for (const [at, id] of ids.entries()) {
      const own = { skip: before, limit: limit - rows.length }
      if (own.limit > 0) rows.push(...(await rowsOf(id, own, place + at)))
      before = 0
    }
    place += ids.length
    await new Promise(setImmediate)
  }
  return rows
}

/**
 * The same of objects.
 * @param rowsOf makes the rows of one; `place` is its own in the index
 */
export const readObjectRows = <Row>(
  db: Reader,
  access: BucketAccess,
  index: RowIndex,
  page: Page,
  rowsOf: (
    object: StoredObject,
    model: TypeModel | undefined,
    page: Page,
    place: number,
  ) => Rows<Row>,
): Promise<Row[]> =>
  readPage(index, page, async (ids) => {
    const objects = await readObjects(db, access, ids)
    const types = [...objects.values()].map(({ type }) => type)
    const models = await typeModelsOf(db, access, types)
    return (id, own, place) => {
      const object = objects.get(id)
      return object ? rowsOf(object, models.get(object.type), own, place) : []
    }
  })
