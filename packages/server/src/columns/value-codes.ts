/*
 * Codes of the cells of a `ValueColumn`. A code below 0 is the complement of the offset of a list in the column's pool.
 */

/** The record has no such value. */
export const MISSING = 0
/** A value without scalars, such as a group or an empty list. */
export const OTHER = 1
export const NULL = 2
export const FALSE = 3
export const TRUE = 4
/** The value is in the column's array of numbers. */
export const NUMBER = 5
/** The code of the first text of the column's table; the others follow. */
export const TEXT = 6

/** The code of a scalar that is neither a text nor a number. */
export const codeOfWord = (value: boolean | null): number =>
  value === null ? NULL : value ? TRUE : FALSE
