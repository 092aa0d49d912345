import type { AskContext, PickerRow } from './ask.ts'

/** A text as people compare it: lower case, without accents, however it is composed, with single spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * Whether each word of a query is somewhere in a text: how rows of pickers and short lists are filtered.
 *
 * @example
 * ```ts
 * const rows = types.filter(({ title }) => holdsWords(title, query))
 * ```
 */
export function holdsWords(text: string, query: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(' ')
    .every((word) => folded.includes(word))
}

/**
 * The `search` of a picker that lists all of its rows: those whose label or subtitle holds what was typed.
 *
 * @example
 * ```ts
 * ask: { type: { kind: 'picker', title: 'Type', search: filterRows(async (context) => typeRows(context)) } }
 * ```
 */
export const filterRows =
  (list: (context: AskContext) => Promise<readonly PickerRow[]>) =>
  async (query: string, context: AskContext): Promise<readonly PickerRow[]> =>
    (await list(context)).filter(({ label, subtitle = '' }) =>
      holdsWords(`${label} ${subtitle}`, query),
    )
