import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Parses a query string. A value is parsed as JSON only if it is unmistakable: an id of 24 digits must not be rounded
 * to a number.
 */
export const parseSearch = parseSearchWith((value) => {
  if (!/^[{["]/.test(value)) throw new SyntaxError('Not JSON')
  return JSON.parse(value) as unknown
})

/** Writes a query string. Text that looks like a number or `true` is quoted. */
export const stringifySearch = stringifySearchWith(JSON.stringify, JSON.parse)
