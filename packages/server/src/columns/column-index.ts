import type { Leaf, Scalar } from '@typecase/content-query/ast'
import { ANY_TEXT, type Path, printPath } from '@typecase/content-query/fields'
import { printSort, type Sort, withId } from '@typecase/content-query/sort'
import type { StoredRecord } from '@typecase/content-query/stored-values'

import type { Column, Sortable } from './column.ts'
import { IdColumn, type Ids } from './id-column.ts'
import { leavesOf, type Plan, relatedIn } from './query-plan.ts'
import { RelationRows } from './relation-rows.ts'
import { comparerOf, RowOrder } from './row-order.ts'
import { RowSet } from './row-set.ts'
import { type Selecting, selectRows } from './select-rows.ts'
import { type Compare, slicedSort } from './sorting.ts'
import { isTime, TimeColumn } from './time-column.ts'
import { ValueColumn } from './value-column.ts'
import { LONG_TEXTS, WordColumn } from './word-column.ts'

/** A row as it is now; without a record it is gone. */
export interface Change {
  id: string
  record: StoredRecord | undefined
}

/** A sort that compares records, which `random` does not. */
export type OrderedSort = Extract<Sort, { kind: 'keys' }>

/** Fields whose values are times that the server wrote. */
const TIMES = new Set(['created_at', 'modified_at', 'published_at', 'deleted_at'])

/** How much longer all texts of a row may be together: they take the place of the columns of several fields. */
const ALL_TEXTS = 4

/** Room for rows in a new index. A power of two, as the lookup of ids asks for. */
const FIRST_ROWS = 1024

/** A part of all rows so small is sorted by itself; for more, the order of all rows is kept. */
const SMALL_PART = 1 / 64

/** How much longer it takes to compare two rows than to pass one. */
const COMPARE = 8

/** Sorts whose order is kept. */
const ORDERS = 16

/** Columns that are being filled. */
export interface Loading {
  readonly columns: Map<string, Column>
  readonly words: Map<string, WordColumn>
  /** Rows that were read. */
  rows: number
  /** Rows that changed since the load began: what it reads of them may be out of date. */
  readonly changed: Set<number>
  /** Whether it brings in the rows themselves. */
  readonly isFirst: boolean
  /** Paths whose texts are kept, however long they are. */
  readonly kept: ReadonlySet<string>
}

/**
 * The rows of one bucket in one version (newest or published), column by column. Everything here happens at once;
 * `LiveIndex` brings in the rows and keeps them up to date.
 */
export class ColumnIndex {
  #capacity = FIRST_ROWS
  #live = new RowSet(FIRST_ROWS)
  readonly #ids = new IdColumn(FIRST_ROWS)
  readonly #columns = new Map<string, Column>([['id', this.#ids]])
  /** The words at paths that lead to long texts, once a query searches them. */
  readonly #words = new Map<string, WordColumn>()
  readonly #loads = new Set<Loading>()
  readonly #longTexts: typeof LONG_TEXTS
  /** Paths that lead to long texts, and those of them whose words take too much memory, too. */
  readonly #long = new Set<string>()
  readonly #wordless = new Set<string>()
  /** Fields of times that hold other texts, too. */
  readonly #notTimes = new Set<string>()
  /** The one used last stands last. */
  readonly #orders = new Map<string, RowOrder>()
  readonly #building = new Set<RowOrder>()
  /** The rows that relations lead to, by the path of the relation, once a query follows it. */
  readonly #relations = new Map<string, RelationRows>()
  readonly #free: number[] = []
  #end = 0
  /** Told of each row that changes. */
  readonly watchers = new Set<(row: number) => void>()

  constructor(longTexts = LONG_TEXTS) {
    this.#longTexts = longTexts
  }

  /** Memory in bytes. */
  get bytes(): number {
    const parts = [this.#columns, this.#words, this.#orders, this.#relations].flatMap((part) => [
      ...part.values(),
    ])
    return parts.reduce((sum, { bytes }) => sum + bytes, this.#live.words.byteLength)
  }

  get live(): RowSet {
    return this.#live
  }

  idOf(row: number): string {
    return this.#ids.idOf(row)
  }

  /** The ids of rows as they are now; they become texts when they are asked for. */
  idsOf(rows: ArrayLike<number>): Ids {
    return this.#ids.idsOf(rows)
  }

  /** The row of an id, or -1. */
  rowOf(id: string): number {
    return this.#ids.rowOf(id)
  }

  /** The row of the object that stands in another index at a row, or -1. */
  rowLike(other: ColumnIndex, row: number): number {
    return this.#ids.rowLike(other.#ids, row)
  }

  /** Brings rows to their present state. */
  apply(changes: Iterable<Change>): void {
    for (const { id, record } of changes) {
      const known = this.#ids.rowOf(id)
      if (!record && known < 0) continue
      const row = known < 0 ? this.#add(id) : known
      if (record) this.#setAll(row, record)
      else this.#remove(row)
      for (const { changed } of this.#loads) changed.add(row)
      for (const order of [...this.#orders.values(), ...this.#building]) order.note(row)
      for (const watcher of this.watchers) watcher(row)
    }
    for (const [path, column] of this.#columns) {
      if (column.isWasteful) this.#drop(this.#columns, path)
    }
    for (const [path, words] of this.#words) if (words.isWasteful) this.#words.delete(path)
  }

  /**
   * The paths of a plan that have no column yet.
   * @param kept paths that have to be there whatever they hold: of the sort, of relations, and of values to be read
   */
  missing(plan: Plan, kept: readonly Path[]): Path[] {
    const asked = leavesOf(plan).filter((leaf) => !this.#hasIndex(leaf) && this.#mayHaveIndex(leaf))
    const others = kept.filter((path) => !this.#columns.has(printPath(path)))
    const paths = [...asked.map(({ path }) => path), ...others]
    return [...new Map(paths.map((path) => [printPath(path), path])).values()]
  }

  #hasIndex({ kind, path }: Leaf): boolean {
    const name = printPath(path)
    return this.#columns.has(name) || (kind === 'regex' && this.#words.has(name))
  }

  /** Of long texts the words help with patterns only. */
  #mayHaveIndex({ kind, path }: Leaf): boolean {
    const name = printPath(path)
    return !this.#long.has(name) || (kind === 'regex' && !this.#wordless.has(name))
  }

  /** The paths that a changed row is read with: of all columns, and of those that are loading. */
  get paths(): Path[] {
    const columns = [...this.#columnSets().flatMap((set) => [...set.values()]), ...this.#wordSets()]
    return [...new Map(columns.map(({ path }) => [printPath(path), path])).values()]
  }

  /** The values of a row at a path whose column is there. */
  valuesAt(path: Path, row: number): readonly Scalar[] {
    return this.#columns.get(printPath(path))?.valuesOf(row) ?? []
  }

  /** The rows that hold one of some texts at a path whose column is there; lets other work in between. */
  async rowsHolding(path: Path, texts: ReadonlySet<string>): Promise<RowSet> {
    const column = this.#columns.get(printPath(path))
    if (!(column instanceof ValueColumn)) return this.#live.emptied()
    const codes = await column.codesIn(texts)
    return column.selectTexts((code) => codes[code] === 1, this.#live)
  }

  /** The column of a path, where it is one for any values. */
  valueColumn(path: Path): ValueColumn | undefined {
    const column = this.#columns.get(printPath(path))
    return column instanceof ValueColumn ? column : undefined
  }

  /** How many of the rows have each value at a path whose column is there. */
  countValues(path: Path, rows: RowSet): ReadonlyMap<Scalar, number> {
    return this.#columns.get(printPath(path))?.countValues(rows) ?? new Map()
  }

  /** Begins to fill columns. What changes from now on goes into them as well. */
  startLoading(paths: readonly Path[], options: Pick<Loading, 'isFirst' | 'kept'>): Loading {
    const columns = new Map<string, Column>()
    const words = new Map<string, WordColumn>()
    for (const path of paths) {
      const name = printPath(path)
      const isLong = this.#long.has(name) && !options.kept.has(name)
      if (isLong) words.set(name, new WordColumn(path, this.#capacity))
      else columns.set(name, this.#newColumn(path))
    }
    const loading = { columns, words, rows: 0, changed: new Set<number>(), ...options }
    this.#loads.add(loading)
    return loading
  }

  /** Fills the columns with rows as they were read. */
  fill(loading: Loading, changes: readonly Change[]): void {
    for (const { id, record } of changes) {
      if (!record) continue
      const known = this.#ids.rowOf(id)
      const row = known < 0 && loading.isFirst ? this.#add(id) : known
      if (row < 0 || loading.changed.has(row)) continue
      this.#set(loading.columns, row, record)
      for (const words of loading.words.values()) words.set(row, record)
    }
    const { inAll, eachRow } = this.#longTexts
    loading.rows += changes.length
    for (const [path, column] of loading.columns) {
      const times = path === ANY_TEXT ? ALL_TEXTS : 1
      const most = Math.max(inAll, eachRow * loading.rows) * times
      if (column.bytes <= most || loading.kept.has(path)) continue
      // What was read of it is little: its words are a load of their own.
      this.#long.add(path)
      loading.columns.delete(path)
    }
  }

  /** Gives up the words that are loading, for want of memory. @returns whether there were any */
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
    }
    for (const [path, words] of loading.words) this.#words.set(path, words)
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
   * The rows that match a plan. All columns of the plan have to be there.
   * @param tested what is known of conditions without a column; without it they hold of no row
   */
  select(plan: Plan, tested: Selecting['tested'] = holdsOfNone): RowSet {
    return selectRows(plan, this.#selecting(tested), this.#live, false)
  }

  /** Sets of rows whose records have to be tested before `select` is right: those of related objects first. */
  *doubtful(plan: Plan, tested: Selecting['tested']): Generator<RowSet> {
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
    }
  }

  #relation(path: Path): RelationRows {
    const name = printPath(path)
    const known = this.#relations.get(name)
    if (known) return known
    const column = this.#columns.get(name)
    if (!(column instanceof ValueColumn)) throw new Error(`The relation ${name} is not loaded.`)
    const relation = new RelationRows(column, (id) => this.#ids.rowOf(id))
    this.#relations.set(name, relation)
    return relation
  }

  /** Does what would take `select` long, with other work in between; nothing when it is done. */
  prepare(plan: Plan): Promise<void> | undefined {
    for (const leaf of leavesOf(plan)) {
      const column = this.#columnOf(leaf)
      const work = column && this.#prepareColumn(column, leaf)
      if (work) return work
    }
    for (const { relation } of relatedIn(plan)) {
      const work = this.#relation(relation).lookUpAhead()
      if (work) return work
    }
    return undefined
  }

  #prepareColumn(column: Column, leaf: Leaf): Promise<void> | undefined {
    if (leaf.kind === 'regex')
      return column instanceof ValueColumn ? column.testAhead(leaf) : undefined
    if (leaf.kind !== 'compare' || leaf.op === 'eq') return undefined
    if (typeof leaf.value === 'string') return column.rank(slicedSort)
    return column instanceof ValueColumn ? column.orderNumbers(slicedSort) : undefined
  }

  /** Whether rows can be put in order at once: the order is there, or there are few of them. */
  canOrder(rows: RowSet, sort: OrderedSort): boolean {
    const order = this.#orders.get(printSort(sort))
    return (order !== undefined && !order.isOutdated) || this.#isSmallPart(rows.count)
  }

  /** Sorts all rows, and lets other work in between: `apply` too. */
  async makeOrder(sort: OrderedSort): Promise<void> {
    for (const { path } of sort.keys) await this.#columns.get(printPath(path))?.rank(slicedSort)
    const name = printSort(sort)
    const order = new RowOrder(this.#comparer(sort, (column) => column))
    this.#building.add(order)
    const frozen = this.#comparer(sort, (column) => column.frozen())
    order.build(await slicedSort(this.#live.toRows(), frozen))
    // A column that was dropped meanwhile left the order behind.
    if (!this.#building.delete(order)) return
    this.#orders.delete(name)
    for (const oldest of this.#orders.keys()) {
      if (this.#orders.size < ORDERS) break
      this.#orders.delete(oldest)
    }
    this.#orders.set(name, order)
  }

  /** Rows in order, from `skip` on, `limit` at most; see `canOrder`. */
  page(rows: RowSet, sort: OrderedSort, skip: number, limit: number): number[] {
    const page: number[] = []
    let left = skip
    for (const row of this.#inOrder(rows, sort, skip + limit)) {
      if (!rows.has(row)) continue
      if (left > 0) left--
      else if (page.push(row) >= limit) break
    }
    return page
  }

  /** How many of the rows come before one of them in the order, and with it; 0 where it is none of them. */
  placeOf(row: number, rows: RowSet, sort: OrderedSort): number {
    if (row < 0 || !rows.has(row)) return 0
    let place = 0
    for (const other of this.#inOrder(rows, sort, Infinity)) {
      if (rows.has(other)) place++
      if (other === row) break
    }
    return place
  }

  /**
   * The rows in order; others may stand between them.
   * @param wanted how many are read, from the first on
   */
  #inOrder(rows: RowSet, sort: OrderedSort, wanted: number): Uint32Array {
    const name = printSort(sort)
    const order = this.#orders.get(name)
    const { count } = rows
    // Where the rows lie scattered in the order of all, those between them are passed as well.
    const passed = Math.min(this.#end, (Math.min(wanted, count) * this.#end) / count)
    if (!order || count === 0 || passed > count * Math.log2(count + 1) * COMPARE)
      return rows.toRows().sort(this.#comparer(sort, (column) => column))
    this.#orders.delete(name)
    this.#orders.set(name, order)
    return order.follow(this.#live)
  }

  /** The column that answers a condition. Patterns for times and ids are left to the rows: each would have to be put in words. */
  #columnOf({ kind, path }: Leaf): Column | undefined {
    const column = this.#columns.get(printPath(path))
    return kind !== 'regex' || column instanceof ValueColumn ? column : undefined
  }

  #wordsOf({ path }: Leaf): WordColumn | undefined {
    return this.#words.get(printPath(path))
  }

  #isSmallPart(count: number): boolean {
    return count <= 100 || count < this.#end * SMALL_PART
  }

  #comparer({ keys }: OrderedSort, sortableOf: (column: Column) => Sortable): Compare {
    const compares = withId(keys).map(({ path, descending }) => {
      const column = this.#columns.get(printPath(path))
      if (!column) throw new Error(`The column ${printPath(path)} is not loaded.`)
      return comparerOf(sortableOf(column), descending)
    })
    return (a, b) => {
      for (const compare of compares) {
        const order = compare(a, b)
        if (order !== 0) return order
      }
      return 0
    }
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
    this.#building.clear()
    for (const name of this.#orders.keys()) {
      const paths = name.split(',').map((key) => key.replace(/^-/, ''))
      if (paths.includes(path)) this.#orders.delete(name)
    }
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
