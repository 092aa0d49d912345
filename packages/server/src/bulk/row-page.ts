import type { RowIndex } from './row-index.ts'

/** A page of a plan's rows. */
export interface Page {
  skip: number
  limit: number
}

export type Rows<Row> = readonly Row[] | Promise<readonly Row[]>

/** Maximum number of items to read at once; each has at least one row. */
const SOME = 50

/**
 * Returns a page of rows by an index. Reads only the items on the page.
 * @param read reads some items, and returns a function that returns the rows of one
 */
export async function readPage<Row>(
  index: RowIndex,
  { skip, limit }: Page,
  read: (ids: string[]) => Promise<(id: string, page: Page, at: number) => Rows<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let { index: position, before } = index.positionOf(skip)
  while (rows.length < limit) {
    const ids = index.idsFrom(position, Math.min(SOME, limit - rows.length))
    if (ids.length === 0) break
    const rowsOf = await read(ids)
    for (const [at, id] of ids.entries()) {
      const page = { skip: before, limit: limit - rows.length }
      if (page.limit > 0) rows.push(...(await rowsOf(id, page, position + at)))
      before = 0
    }
    position += ids.length
    await new Promise(setImmediate)
  }
  return rows
}
