import type { Leaf, Scalar } from '@typecase/content-query/ast'
import { ANY_TEXT, type Path, printPath } from '@typecase/content-query/fields'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { Column } from './column.ts'
import { IdColumn, type Ids } from './id-column.ts'
import type { PatternBudget } from './pattern-budget.ts'
import type { Loading } from './loading.ts'
import { KEYS_PATH, MetadataKeys } from './metadata-keys.ts'
import { leavesOf, type Plan, relatedIn, relationsIn } from './query-plan.ts'
import { RelationRows } from './relation-rows.ts'
import { type OrderedSort, RowOrders } from './row-orders.ts'
import { RowSet } from './row-set.ts'
import { type Selecting, selectRows } from './select-rows.ts'
import { slicedSort } from './sorting.ts'
import { isTime, TimeColumn } from './time-column.ts'
import { ValueColumn } from './value-column.ts'
import { LONG_TEXTS, WordColumn } from './word-column.ts'

/** The current state of a row. No record means that the row was deleted. */
export interface Change {
  id: string
  record: StoredRecord | undefined
}

/** Fields whose values are times written by the server. */
const TIMES = new Set(['created_at', 'modified_at', 'published_at', 'deleted_at'])

/** Factor for the limit on a row's combined texts, which replace the columns of several fields. */
const ALL_TEXTS = 4

/** Initial row capacity of an index. The id lookup requires a power of two. */
const FIRST_ROWS = 1024

/** Limits for the columns of metadata keys, and for empty ones among them: a query can name any key. */
const KEY_COLUMNS = 64
const EMPTY_COLUMNS = 32

/**
 * The rows of one bucket in one version (newest or published), stored column by column. Its methods are synchronous
 * unless they say otherwise; `LiveIndex` loads the rows and keeps them up to date.
 */
export class ColumnIndex {
  #capacity = FIRST_ROWS
  #live = new RowSet(FIRST_ROWS)
  readonly #ids = new IdColumn(FIRST_ROWS)
  /** Columns by path. Metadata columns are in the order of their last use. */
  readonly #columns = new Map<string, Column>([['id', this.#ids]])
  /** The words at paths with long texts, once a query searches them. */
  readonly #words = new Map<string, WordColumn>()
  /** The metadata keys that rows have; loaded after a query names a key that no row has. */
  #keys: MetadataKeys | undefined
  #wantsKeys = false
  readonly #loads = new Set<Loading>()
  readonly #longTexts: typeof LONG_TEXTS
  /** Paths with long texts, and those among them whose words take too much memory, too. */
  readonly #long = new Set<string>()
  readonly #wordless = new Set<string>()
  /** Fields from `TIMES` that also hold other texts. */
  readonly #notTimes = new Set<string>()
  readonly #orders = new RowOrders((path) => this.#columns.get(printPath(path)))
  /** The rows to which relations refer, by the path of the relation, once a query follows it. */
  readonly #relations = new Map<string, RelationRows>()
  readonly #free: number[] = []
  #end = 0
  /** Called for each row that changes. */
  readonly watchers = new Set<(row: number) => void>()

  constructor(longTexts = LONG_TEXTS) {
    this.#longTexts = longTexts
  }

  /** Memory in bytes. */
  get bytes(): number {
    const parts = [this.#columns, this.#words, this.#relations].flatMap((part) => [
      ...part.values(),
    ])
    const others = this.#live.words.byteLength + this.#orders.bytes + (this.#keys?.bytes ?? 0)
    return parts.reduce((sum, { bytes }) => sum + bytes, others)
  }

  get live(): RowSet {
    return this.#live
  }

  idOf(row: number): string {
    return this.#ids.idOf(row)
  }

  /** Snapshot of the ids of rows; each becomes a string on access. */
  idsOf(rows: ArrayLike<number>): Ids {
    return this.#ids.idsOf(rows)
  }

  /** The row of an id, or -1. */
  rowOf(id: string): number {
    return this.#ids.rowOf(id)
  }

  /** Returns the row in this index of the object at `row` in another index, or -1. */
  rowLike(other: ColumnIndex, row: number): number {
    return this.#ids.rowLike(other.#ids, row)
  }

  /** Applies the current states of rows. */
  apply(changes: Iterable<Change>): void {
    for (const { id, record } of changes) {
      const existing = this.#ids.rowOf(id)
      if (!record && existing < 0) continue
      const row = existing < 0 ? this.#add(id) : existing
      if (record) this.#setAll(row, record)
      else this.#remove(row)
      for (const { changed } of this.#loads) changed.add(row)
      this.#orders.note(row)
      for (const watcher of this.watchers) watcher(row)
    }
    for (const [path, column] of this.#columns) {
      if (column.isWasteful) this.#drop(this.#columns, path)
    }
    for (const [path, words] of this.#words) if (words.isWasteful) this.#words.delete(path)
  }

  /**
   * Returns the paths of a plan whose columns must be loaded. A path without values gets an empty column immediately.
   * @param required paths that must be loaded even without values: for the sort, for relations and for values to read
   * @param isInUse whether a running query needs the column of a path
   */
  missing(plan: Plan, required: readonly Path[], isInUse = (_: string) => true): Path[] {
    const leaves = leavesOf(plan)
    for (const path of [...leaves.map((leaf) => leaf.path), ...required]) this.#noteUse(path)
    const unindexed = leaves.filter((leaf) => !this.#hasIndex(leaf) && this.#mayHaveIndex(leaf))
    const others = required.filter((path) => !this.#columns.has(printPath(path)))
    const paths = [...unindexed.map(({ path }) => path), ...others]
    const missing = new Map(paths.map((path) => [printPath(path), path]))
    if (this.#wantsKeys && !this.#keys && paths.some(([field]) => field === 'metadata'))
      return [KEYS_PATH]
    const absent = [...missing].filter(([, path]) => this.#keys?.lacks(path))
    for (const [name, path] of absent) {
      this.#columns.set(name, this.#newColumn(path))
      missing.delete(name)
    }
    if (absent.length > 0) this.dropUnused(isInUse)
    return [...missing.values()]
  }

  #noteUse(path: Path): void {
    if (path[0] !== 'metadata') return
    const name = printPath(path)
    const column = this.#columns.get(name)
    // A map keeps the order of insertion.
    if (column && this.#columns.delete(name)) this.#columns.set(name, column)
  }

  #hasIndex({ kind, path }: Leaf): boolean {
    const name = printPath(path)
    return this.#columns.has(name) || (kind === 'regex' && this.#words.has(name))
  }

  /** Long texts only have an index of words, which only helps with patterns. */
  #mayHaveIndex({ kind, path }: Leaf): boolean {
    const name = printPath(path)
    return !this.#long.has(name) || (kind === 'regex' && !this.#wordless.has(name))
  }

  /** The paths to read for a changed row: those of all columns, including columns that are loading. */
  get paths(): Path[] {
    const columns = [...this.#columnSets().flatMap((set) => [...set.values()]), ...this.#wordSets()]
    const paths = columns.map(({ path }) => path)
    if (this.#keySets().length > 0) paths.push(KEYS_PATH)
    return [...new Map(paths.map((path) => [printPath(path), path])).values()]
  }

  /** The values of a row at a path with a loaded column. */
  valuesAt(path: Path, row: number): readonly Scalar[] {
    return this.#columns.get(printPath(path))?.valuesOf(row) ?? []
  }

  /** Returns the rows that have one of the texts at a path with a loaded column; yields to other work in between. */
  async rowsHolding(path: Path, texts: ReadonlySet<string>): Promise<RowSet> {
    const column = this.#columns.get(printPath(path))
    if (!(column instanceof ValueColumn)) return this.#live.emptyCopy()
    const codes = await column.codesIn(texts)
    return column.selectTexts((code) => codes[code] === 1, this.#live)
  }

  /** Returns the column of a path, if it is a `ValueColumn`. */
  valueColumn(path: Path): ValueColumn | undefined {
    const column = this.#columns.get(printPath(path))
    return column instanceof ValueColumn ? column : undefined
  }

  /** Row counts by value at a path that has a column. */
  countValues(path: Path, rows: RowSet): ReadonlyMap<Scalar, number> {
    return this.#columns.get(printPath(path))?.countValues(rows) ?? new Map()
  }

  /** Starts to load columns. Later changes go into them as well. */
  startLoading(
    paths: readonly Path[],
    options: Pick<Loading, 'isFirst' | 'fullTextPaths' | 'searched'>,
  ): Loading {
    const columns = new Map<string, Column>()
    const words = new Map<string, WordColumn>()
    const keys = paths.includes(KEYS_PATH) ? new MetadataKeys() : undefined
    for (const path of paths) {
      if (path === KEYS_PATH) continue
      const name = printPath(path)
      const isLong = this.#long.has(name) && !options.fullTextPaths.has(name)
      if (isLong) words.set(name, new WordColumn(path, this.#capacity))
      else columns.set(name, this.#newColumn(path))
    }
    const loading = { columns, words, keys, rows: 0, changed: new Set<number>(), ...options }
    this.#loads.add(loading)
    return loading
  }

  /** Fills the loading columns with a page of rows. */
  fill(loading: Loading, changes: readonly Change[]): void {
    for (const { id, record } of changes) {
      if (!record) continue
      const existing = this.#ids.rowOf(id)
      const row = existing < 0 && loading.isFirst ? this.#add(id) : existing
      if (row < 0 || loading.changed.has(row)) continue
      this.#set(loading.columns, row, record)
      for (const words of loading.words.values()) words.set(row, record)
      loading.keys?.note(record)
    }
    loading.rows += changes.length
  }

  /**
   * Drops columns whose texts are too long. If a query searches them, a column of their words is built row by row
   * instead.
   */
  *replaceLong(loading: Loading): Generator<undefined, void> {
    const { inAll, eachRow } = this.#longTexts
    for (const [path, column] of loading.columns) {
      const times = path === ANY_TEXT ? ALL_TEXTS : 1
      const most = Math.max(inAll, eachRow * loading.rows) * times
      if (column.bytes <= most || loading.fullTextPaths.has(path)) continue
      this.#long.add(path)
      if (loading.searched.has(path)) {
        const words = new WordColumn(column.path, this.#capacity)
        // Later changes go into both.
        loading.words.set(path, words)
        for (const row of this.#live.toRows()) {
          const values = column.valuesOf(row)
          if (values.length > 0) words.setValues(row, values)
          yield
        }
      }
      loading.columns.delete(path)
    }
  }

  /** Drops the word columns of a load to save memory. @returns whether there were any */
  giveUpWords({ words }: Loading): boolean {
    for (const path of words.keys()) this.#wordless.add(path)
    const isLess = words.size > 0
    words.clear()
    return isLess
  }

  /** Ends a load: queries use its columns from here on. */
  finishLoading(loading: Loading): void {
    this.#loads.delete(loading)
    for (const [path, column] of loading.columns) {
      this.#columns.set(path, column)
      this.#relations.delete(path)
      const isOfKey = column instanceof ValueColumn && column.path[0] === 'metadata'
      if (isOfKey && column.isEmpty) this.#wantsKeys = true
    }
    for (const [path, words] of loading.words) this.#words.set(path, words)
    this.#keys ??= loading.keys
  }

  /** Drops the least recently used metadata columns beyond the limits, but none in use. */
  dropUnused(isInUse: (path: string) => boolean): void {
    const columns = [...this.#columns].filter(([, column]) => column.path[0] === 'metadata')
    const idle = columns.filter(([path]) => !isInUse(path))
    const empty = idle.filter(([, column]) => column instanceof ValueColumn && column.isEmpty)
    const dropped = new Set(empty.slice(0, Math.max(0, empty.length - EMPTY_COLUMNS)))
    for (const one of idle) if (columns.length - dropped.size > KEY_COLUMNS) dropped.add(one)
    for (const [path] of dropped) this.#drop(this.#columns, path)
  }

  /** Abandons a load. */
  cancelLoading(loading: Loading): void {
    this.#loads.delete(loading)
  }

  /** Returns the conditions of a plan that no column answers exactly, so that records must be tested. */
  withoutColumn(plan: Plan): readonly Leaf[] {
    return leavesOf(plan).filter(
      (leaf) =>
        !this.#columnOf(leaf) && !(leaf.kind === 'regex' && this.#wordsOf(leaf)?.isExact(leaf)),
    )
  }

  /**
   * Returns the rows that match a plan, whose columns must all be loaded.
   * @param testRows finds the rows that meet a condition without a column; by default none
   */
  select(plan: Plan, testRows: Selecting['testRows'] = holdsOfNone): RowSet {
    return selectRows(plan, this.#selecting(testRows), this.#live, false)
  }

  /** Yields sets of rows whose records must be tested before `select` is exact, those of related objects first. */
  *rowsToVerify(plan: Plan, testRows: Selecting['testRows']): Generator<RowSet> {
    const by = this.#selecting(testRows)
    const doubt = (part: Plan, within: RowSet) =>
      selectRows(part, by, within, true)
        .copy()
        .subtract(selectRows(part, by, within, false))
    for (const { relation, of } of relatedIn(plan)) {
      const candidates = this.#relation(relation).possibleRows(this.#live)
      if (this.withoutColumn(of).length > 0) yield doubt(of, candidates)
    }
    yield doubt(plan, this.#live)
  }

  #selecting(testRows: Selecting['testRows']): Selecting {
    return {
      live: this.#live,
      columnOf: (leaf) => this.#columnOf(leaf),
      testRows: (leaf, within, unknown) => {
        const words = leaf.kind === 'regex' ? this.#wordsOf(leaf) : undefined
        if (leaf.kind !== 'regex' || !words) return testRows(leaf, within, unknown)
        const rows = words.select(leaf, within)
        return words.isExact(leaf) ? rows : testRows(leaf, rows, unknown)
      },
      pointingAt: (relation, targets, within) =>
        this.#relation(relation).pointingAt(targets, within),
      broken: (relation, within) => this.#relation(relation).broken(within),
    }
  }

  #relation(path: Path): RelationRows {
    const name = printPath(path)
    const relationRows = this.#relations.get(name)
    if (relationRows) return relationRows
    const column = this.#columns.get(name)
    if (!(column instanceof ValueColumn)) throw new Error(`The relation ${name} is not loaded.`)
    const relation = new RelationRows(column, (id) => this.#ids.rowOf(id))
    this.#relations.set(name, relation)
    return relation
  }

  /** Does the slow work of `select` in advance and yields to other work in between; undefined if there is none. */
  prepare(plan: Plan, budget: PatternBudget): Promise<void> | undefined {
    for (const leaf of leavesOf(plan)) {
      const column = this.#columnOf(leaf)
      const words = leaf.kind === 'regex' && !column ? this.#wordsOf(leaf) : undefined
      const work = column
        ? this.#prepareColumn(column, leaf, budget)
        : leaf.kind === 'regex' && words?.searchAhead(leaf, budget)
      if (work) return work
    }
    for (const relation of relationsIn(plan)) {
      const work = this.#relation(relation).lookUpAhead()
      if (work) return work
    }
    return undefined
  }

  #prepareColumn(column: Column, leaf: Leaf, budget: PatternBudget): Promise<void> | undefined {
    if (leaf.kind === 'regex')
      return column instanceof ValueColumn ? column.testAhead(leaf, budget) : undefined
    if (leaf.kind !== 'compare' || leaf.op === 'eq') return undefined
    const isText = typeof leaf.value === 'string' && !(column instanceof TimeColumn)
    return isText ? column.rank(slicedSort) : column.orderNumbers?.(slicedSort)
  }

  /** Whether rows can be sorted immediately: the order is cached, or there are few rows. */
  canOrder(rows: RowSet, sort: OrderedSort): boolean {
    return this.#orders.canOrder(rows, sort, this.#end)
  }

  /** Sorts all rows and yields to other work in between, which may include `apply`. */
  makeOrder(sort: OrderedSort): Promise<void> {
    return this.#orders.make(sort, () => this.#live)
  }

  /** Returns up to `limit` rows in order, starting at `skip`; see `canOrder`. */
  page(rows: RowSet, sort: OrderedSort, skip: number, limit: number): number[] {
    const page: number[] = []
    let remaining = skip
    for (const row of this.#orders.inOrder(rows, sort, skip + limit, this.#live, this.#end)) {
      if (!rows.has(row)) continue
      if (remaining > 0) remaining--
      else if (page.push(row) >= limit) break
    }
    return page
  }

  /**
   * Returns the 1-based position of a live row in the order of `rows`; for a row outside of them, the number of rows
   * before it.
   */
  positionOf(row: number, rows: RowSet, sort: OrderedSort): number {
    const all = rows.has(row) ? rows : rows.copy()
    all.add(row)
    let index = 0
    for (const other of this.#orders.inOrder(all, sort, Infinity, this.#live, this.#end)) {
      if (rows.has(other)) index++
      if (other === row) break
    }
    return index
  }

  /**
   * Returns the column that answers a condition. Patterns for times and ids are tested on the records, because those
   * columns would have to format each value.
   */
  #columnOf({ kind, path }: Leaf): Column | undefined {
    const column = this.#columns.get(printPath(path))
    return kind !== 'regex' || column instanceof ValueColumn ? column : undefined
  }

  #wordsOf({ path }: Leaf): WordColumn | undefined {
    return this.#words.get(printPath(path))
  }

  #add(id: string): number {
    const row = this.#free.pop() ?? this.#end++
    if (row === this.#capacity) this.#grow()
    this.#live.add(row)
    this.#ids.set(row, { id })
    for (const relation of this.#relations.values()) relation.note(id, row)
    return row
  }

  #remove(row: number): void {
    const id = this.#ids.idOf(row)
    for (const relation of this.#relations.values()) relation.note(id, undefined)
    for (const columns of this.#columnSets())
      for (const column of columns.values()) column.clear(row)
    for (const words of this.#wordSets()) words.clear(row)
    this.#live.delete(row)
    this.#free.push(row)
  }

  #setAll(row: number, record: StoredRecord): void {
    for (const columns of this.#columnSets()) this.#set(columns, row, record)
    for (const words of this.#wordSets()) words.set(row, record)
    for (const keys of this.#keySets()) keys.note(record)
  }

  #set(columns: Map<string, Column>, row: number, record: StoredRecord): void {
    for (const [path, column] of columns) {
      const value = record[path]
      if (column instanceof TimeColumn && typeof value === 'string' && !isTime(value)) {
        // The next load creates a column for any kind of value.
        this.#notTimes.add(path)
        this.#drop(columns, path)
      } else column.set(row, record)
    }
  }

  #drop(columns: Map<string, Column>, path: string): void {
    columns.delete(path)
    this.#relations.delete(path)
    this.#orders.drop(path)
  }

  #newColumn(path: Path): Column {
    const [field] = path
    return TIMES.has(field) && !this.#notTimes.has(field)
      ? new TimeColumn(field, this.#capacity)
      : new ValueColumn(path, this.#capacity)
  }

  #columnSets(): Map<string, Column>[] {
    return [this.#columns, ...[...this.#loads].map(({ columns }) => columns)]
  }

  #wordSets(): WordColumn[] {
    return [this.#words, ...[...this.#loads].map(({ words }) => words)].flatMap((set) => [
      ...set.values(),
    ])
  }

  #keySets(): MetadataKeys[] {
    return [this.#keys, ...[...this.#loads].map(({ keys }) => keys)].flatMap((keys) => keys ?? [])
  }

  #grow(): void {
    this.#capacity *= 2
    this.#live = this.#live.copyWithRoom(this.#capacity)
    for (const columns of this.#columnSets()) {
      for (const column of columns.values()) column.grow(this.#capacity)
    }
    for (const words of this.#wordSets()) words.grow(this.#capacity)
  }
}

const holdsOfNone: Selecting['testRows'] = (_, within) => within.emptyCopy()
