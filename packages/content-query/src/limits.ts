/** Limits that bound the cost of one query. */
export const limits = {
  /** Nesting of `$and`, `$or`, `$nor` and `$not`. */
  depth: 8,
  /** Comparisons and logical operators; each value of `$all` and each relation counts as a comparison. */
  nodes: 100,
  /** Values of one `$in` or `$nin`. */
  listLength: 500,
  /** UTF-16 units of a string value. */
  stringLength: 1000,
  /** UTF-16 units of a `$regex`. */
  patternLength: 200,
  /** Nesting of objects and arrays in the JSON itself. */
  jsonDepth: 64,
  /** Keys of one path, `metadata` included. */
  pathLength: 10,
  /** Relations that one path follows. */
  relations: 2,
  /** UTF-16 units of one key of a path; the contract allows metafield keys of this length. */
  keyLength: 100,
  /** Paths of one props list. */
  props: 100,
  /** Keys of one sort. */
  sortKeys: 3,
} as const
