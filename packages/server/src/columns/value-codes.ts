/* Codes of the cells of a `ValueColumn`. A negative code is the complement of a list's offset in the column's pool. */

/** The record has no value at the path. */
export const MISSING = 0
/** A value without scalars, such as a group or an empty list. */
export const OTHER = 1
export const NULL = 2
export const FALSE = 3
export const TRUE = 4
/** The column's array of numbers holds the value. */
export const NUMBER = 5
/** The code of the first text in the column's table; the codes of the other texts follow. */
export const TEXT = 6

/** Returns the code of a scalar that is neither a text nor a number. */
export const codeOfWord = (value: boolean | null): number =>
  value === null ? NULL : value ? TRUE : FALSE
