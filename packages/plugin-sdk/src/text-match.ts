import type { AskContext, PickerRow } from './ask.ts'

/** Normalises a text for comparison: lower case, no accents, one Unicode form, single spaces. */
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
 * Whether a text contains each word of a query. Pickers and short lists filter their rows with it.
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
 * Returns the `search` of a picker that can list all of its rows: it filters them by label and subtitle.
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
