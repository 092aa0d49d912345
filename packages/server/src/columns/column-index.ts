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

/** The current state of a row; without a record it was deleted. */
export interface Change {
  id: string
  record: StoredRecord | undefined
}

/** Fields whose values are times that the server wrote. */
const TIMES = new Set(['created_at', 'modified_at', 'published_at', 'deleted_at'])

/** Factor for the text limit of a row's combined texts: they replace the columns of several fields. */
const ALL_TEXTS = 4

/** Room for rows in a new index. A power of two, as the lookup of ids asks for. */
const FIRST_ROWS = 1024

/** Limits for columns of metadata keys, and for those among them without any value: a query can name any key. */
const KEY_COLUMNS = 64
const EMPTY_COLUMNS = 32

/**
 * The rows of one bucket in one version (newest or published), column by column. Everything here happens at once;
 * `LiveIndex` brings in the rows and keeps them up to date.
 */
export class ColumnIndex {
  #capacity = FIRST_ROWS
  #live = new RowSet(FIRST_ROWS)
  readonly #ids = new IdColumn(FIRST_ROWS)
  /** Columns by path. Those of metadata are in the order of their last use. */
  readonly #columns = new Map<string, Column>([['id', this.#ids]])
  /** The words at paths that lead to long texts, once a query searches them. */
  readonly #words = new Map<string, WordColumn>()
  /** Keys that rows have; loaded when a query names a key that no row has. */
  #keys: MetadataKeys | undefined
  #wantsKeys = false
  readonly #loads = new Set<Loading>()
  readonly #longTexts: typeof LONG_TEXTS
  /** Paths that lead to long texts, and those of them whose words take too much memory, too. */
  readonly #long = new Set<string>()
  readonly #wordless = new Set<string>()
  /** Fields of times that hold other texts, too. */
  readonly #notTimes = new Set<string>()
  readonly #orders = new RowOrders((path) => this.#columns.get(printPath(path)))
  /** The rows that relations lead to, by the path of the relation, once a query follows it. */
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

  /** The row here of an object that has row `row` in another index, or -1. */
  rowLike(other: ColumnIndex, row: number): number {
    return this.#ids.rowLike(other.#ids, row)
  }

  /** Brings rows to their present state. */
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
   * The paths of a plan whose columns must be loaded. A path without values gets an empty column immediately.
   * @param required paths that must be loaded even without values: for the sort, for relations and for values to read
   * @param isInUse whether a query needs the column of a path
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

  /** Long texts only have an index of words, which helps with patterns. */
  #mayHaveIndex({ kind, path }: Leaf): boolean {
    const name = printPath(path)
    return !this.#long.has(name) || (kind === 'regex' && !this.#wordless.has(name))
  }

  /** Paths for reading a changed row: those of all columns, also of loading ones. */
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

  /** The rows that have one of some texts at a path with a loaded column; lets other work in between. */
  async rowsHolding(path: Path, texts: ReadonlySet<string>): Promise<RowSet> {
    const column = this.#columns.get(printPath(path))
    if (!(column instanceof ValueColumn)) return this.#live.emptied()
    const codes = await column.codesIn(texts)
    return column.selectTexts((code) => codes[code] === 1, this.#live)
  }

  /** The column of a path, if it takes any values. */
  valueColumn(path: Path): ValueColumn | undefined {
    const column = this.#columns.get(printPath(path))
    return column instanceof ValueColumn ? column : undefined
  }

  /** Row counts by value at a path that has a column. */
  countValues(path: Path, rows: RowSet): ReadonlyMap<Scalar, number> {
    return this.#columns.get(printPath(path))?.countValues(rows) ?? new Map()
  }

  /** Starts to fill columns. Later changes go into them as well. */
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

  /** Fills the columns with rows as they were read. */
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

  /** Drops columns whose texts are too long, row by row for columns of their words where these are wanted. */
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

  /** Drops the words that are loading, for want of memory. @returns whether there were any */
  giveUpWords({ words }: Loading): boolean {
    for (const path of words.keys()) this.#wordless.add(path)
    const isLess = words.size > 0
    words.clear()
    return isLess
  }

  /** Ends a load: from now on queries use its columns. */
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

  /** Drops the least recently used columns of metadata beyond the limit, and none in use. */
  dropUnused(isInUse: (path: string) => boolean): void {
    const columns = [...this.#columns].filter(([, column]) => column.path[0] === 'metadata')
    const idle = columns.filter(([path]) => !isInUse(path))
    const empty = idle.filter(([, column]) => column instanceof ValueColumn && column.isEmpty)
    const dropped = new Set(empty.slice(0, Math.max(0, empty.length - EMPTY_COLUMNS)))
    for (const one of idle) if (columns.length - dropped.size > KEY_COLUMNS) dropped.add(one)
    for (const [path] of dropped) this.#drop(this.#columns, path)
  }

  /** Gives a load up. */
  cancelLoading(loading: Loading): void {
    this.#loads.delete(loading)
  }

  /** The conditions of a plan that only the rows themselves answer: their texts are too long to be kept. */
  withoutColumn(plan: Plan): readonly Leaf[] {
    return leavesOf(plan).filter(
      (leaf) =>
        !this.#columnOf(leaf) && !(leaf.kind === 'regex' && this.#wordsOf(leaf)?.isExact(leaf)),
    )
  }

  /**
   * The rows that match a plan, whose columns must all be loaded.
   * @param tested results of conditions without a column; by default they match no row
   */
  select(plan: Plan, tested: Selecting['tested'] = holdsOfNone): RowSet {
    return selectRows(plan, this.#selecting(tested), this.#live, false)
  }

  /** Sets of rows whose records must be tested before `select` is right: those of related objects first. */
  *rowsToVerify(plan: Plan, tested: Selecting['tested']): Generator<RowSet> {
    const by = this.#selecting(tested)
    const doubt = (part: Plan, within: RowSet) =>
      selectRows(part, by, within, true)
        .copy()
        .subtract(selectRows(part, by, within, false))
    for (const { relation, of } of relatedIn(plan)) {
      const named = this.#relation(relation).named(this.#live)
      if (this.withoutColumn(of).length > 0) yield doubt(of, named)
    }
    yield doubt(plan, this.#live)
  }

  #selecting(tested: Selecting['tested']): Selecting {
    return {
      live: this.#live,
      columnOf: (leaf) => this.#columnOf(leaf),
      tested: (leaf, within, unknown) => {
        const words = leaf.kind === 'regex' ? this.#wordsOf(leaf) : undefined
        if (leaf.kind !== 'regex' || !words) return tested(leaf, within, unknown)
        const rows = words.select(leaf, within)
        return words.isExact(leaf) ? rows : tested(leaf, rows, unknown)
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

  /** Does the slow work of `select` in advance, with other work in between; returns undefined when it is done. */
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

  /** Whether rows can be sorted at once: the order is cached, or there are few of them. */
  canOrder(rows: RowSet, sort: OrderedSort): boolean {
    return this.#orders.canOrder(rows, sort, this.#end)
  }

  /** Sorts all rows, and lets other work in between: `apply` too. */
  makeOrder(sort: OrderedSort): Promise<void> {
    return this.#orders.make(sort, () => this.#live)
  }

  /** Rows in order, from `skip` on, `limit` at most; see `canOrder`. */
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
   * The 1-based position of a live row in the order of `rows`; for a row outside of them, the number of rows before it.
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
   * The column that answers a condition. Patterns for times and ids are tested on the rows: columns would have to
   * format each value.
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
        // Loaded again, it is a column for any values.
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
    this.#live = this.#live.grown(this.#capacity)
    for (const columns of this.#columnSets()) {
      for (const column of columns.values()) column.grow(this.#capacity)
    }
    for (const words of this.#wordSets()) words.grow(this.#capacity)
  }
}

const holdsOfNone: Selecting['tested'] = (_, within) => within.emptied()
