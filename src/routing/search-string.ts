import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Reads a query string: JSON only where it is unmistakable. An id of 24 digits must not become a
 * number that has lost half of them.
 */
export const parseSearch = parseSearchWith((value) => {
  if (!/^[{["]/.test(value)) throw new SyntaxError('Not JSON')
  return JSON.parse(value) as unknown
})

/** Writes it: text that would be read as a number or as `true` is put in quotes. */
export const stringifySearch = stringifySearchWith(JSON.stringify, JSON.parse)
