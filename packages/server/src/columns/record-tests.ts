import type { Leaf } from '@typecase/content-query/ast'
import { type Path, printPath } from '@typecase/content-query/fields'
import { matches } from '@typecase/content-query/match'
import { QueryError } from '@typecase/content-query/query-error'
import { scalarsOf, type StoredRecord, valuesAt } from '@typecase/content-query/stored-values'

import type { ColumnIndex } from './column-index.ts'
import type { PatternBudget } from './pattern-budget.ts'
import type { Plan } from './query-plan.ts'
import { RowSet } from './row-set.ts'
import type { Selecting } from './select-rows.ts'
import { sliceIsOver } from './sorting.ts'

/** Tests records for conditions that no column answers, until the current state of each row is tested. */
export class RecordTests implements Disposable {
  readonly #budget: PatternBudget
  #index: ColumnIndex | undefined
  /** The tested rows, and those among them that meet each condition. */
  #tested = new RowSet(0)
  #met: ReadonlyMap<Leaf, RowSet> = new Map()
  /** Rows under test; a row is removed when it changes. */
  #underTest = new Set<number>()

  constructor(budget: PatternBudget) {
    this.#budget = budget
  }

  /**
   * Starts to watch for changed rows of the index.
   * @returns at most `limit` rows that must be tested before the result of the plan is known
   */
  follow(index: ColumnIndex, plan: Plan, limit: number): number[] {
    const leaves = index.withoutColumn(plan)
    const isSame = index === this.#index && leaves.every((leaf) => this.#met.has(leaf))
    if (!isSame) {
      this[Symbol.dispose]()
      this.#tested = index.live.emptyCopy()
      this.#met = new Map(leaves.map((leaf) => [leaf, index.live.emptyCopy()]))
      this.#index = index
      if (leaves.length > 0) index.watchers.add(this.#forget)
    }
    if (leaves.length === 0) return []
    for (const rows of index.rowsToVerify(plan, this.select)) {
      const untested = rows.subtract(this.#tested).toRows().subarray(0, limit)
      if (untested.length > 0) return [...untested]
    }
    return []
  }

  /** Returns the error for a query whose rows change faster than they can be tested. */
  tooExpensive(): QueryError {
    const [leaf] = this.#met.keys()
    const message = 'searches texts that keep changing: try again later'
    return new QueryError('too_expensive', leaf ? printPath(leaf.path) : 'query', message)
  }

  /** Returns the ids and paths to read for a test of the rows, and starts to track changes of these rows. */
  begin(rows: readonly number[]): [ids: string[], paths: Path[]] {
    this.#underTest = new Set(rows)
    const paths = new Map([...this.#met.keys()].map(({ path }) => [printPath(path), path]))
    return [rows.flatMap((row) => this.#index?.idOf(row) ?? []), [...paths.values()]]
  }

  /** Tests the records that were read; missing ones match nothing. */
  async test(records: readonly StoredRecord[]): Promise<void> {
    const matchedValues = new Map([...this.#met.keys()].map((leaf) => [leaf, [] as unknown[]]))
    for (const record of records) {
      for (const [leaf, ids] of matchedValues) {
        while (sliceIsOver()) await this.#budget.pause()
        if (await this.#meets(leaf, record)) ids.push(record['id'])
      }
    }
    const index = this.#index
    if (!index) return
    // The index may have grown during the test.
    const room = index.live.words.length * 32
    this.#tested = this.#tested.copyWithRoom(room)
    for (const row of this.#underTest) this.#tested.add(row)
    this.#met = new Map(
      [...this.#met].map(([leaf, rows]) => {
        const more = rows.copyWithRoom(room)
        for (const id of matchedValues.get(leaf) ?? []) {
          const row = index.rowOf(String(id))
          if (this.#underTest.has(row)) more.add(row)
        }
        return [leaf, more]
      }),
    )
    this.#underTest.clear()
  }

  async #meets(leaf: Leaf, record: StoredRecord): Promise<boolean> {
    if (leaf.kind !== 'regex') return matches(leaf, record)
    for (const value of valuesAt(record, leaf.path).flatMap(scalarsOf)) {
      if (typeof value === 'string' && (await this.#budget.test(leaf, value))) return true
    }
    return false
  }

  /** Returns the rows that meet a condition. */
  readonly select: Selecting['testRows'] = (leaf, within, unknown) => {
    const rows = within.copy().intersect(this.#met.get(leaf) ?? within.emptyCopy())
    return unknown ? rows.union(within.copy().subtract(this.#tested)) : rows
  };

  [Symbol.dispose](): void {
    this.#index?.watchers.delete(this.#forget)
  }

  readonly #forget = (row: number): void => {
    this.#underTest.delete(row)
    this.#tested.delete(row)
    for (const rows of this.#met.values()) rows.delete(row)
  }
}
