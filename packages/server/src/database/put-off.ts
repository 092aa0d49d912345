import type { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

/** Work on rows that costs far less for many at once than for each, such as indexing their titles. */
export type RowWork = (db: Kysely<Tables>, seqs: readonly number[]) => Promise<void>

/** Collects work on rows, each row once, to be done together at the end of a transaction. */
export function putOff() {
  const rows = new Map<RowWork, Set<number>>()

  function add(work: RowWork, seq: number): void {
    const known = rows.get(work)
    if (known) known.add(seq)
    else rows.set(work, new Set([seq]))
  }

  return {
    add,
    /** Hands over what was collected. */
    moveTo(other: { add: typeof add }): void {
      for (const [work, seqs] of rows) for (const seq of seqs) other.add(work, seq)
    },
    /** Does all that was collected since the last time. */
    async settle(db: Kysely<Tables>): Promise<void> {
      const due = [...rows]
      rows.clear()
      for (const [work, seqs] of due) await work(db, [...seqs])
    },
  }
}

export type PutOff = ReturnType<typeof putOff>
