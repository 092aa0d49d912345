import { useState } from 'react'

import type { ListRow, ListSection } from './row.ts'

/**
 * The active row. It stays as long as it is there; a new query begins at the first row again, and rows
 * that come later do not move it.
 */
export function useActive<R extends ListRow>(
  sections: readonly ListSection<R>[],
  query: string,
): readonly [R | undefined, (value: string) => void] {
  const [chosen, setChosen] = useState({ query, value: '' })
  const rows = sections.flatMap((section) => section.rows)
  const kept = chosen.query === query ? rows.find(({ value }) => value === chosen.value) : undefined
  const active = kept ?? rows[0]
  return [active, (value) => setChosen({ query, value })]
}
