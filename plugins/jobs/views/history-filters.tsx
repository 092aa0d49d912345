import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Select } from '@typecase/ui/select'

import type { Entry } from '../history/entries.ts'
import { type HistoryFilter, kindsIn, people, states } from '../history/filter.ts'
import { historyRoute } from '../routes.ts'
import styles from './history.module.css'

interface HistoryFiltersProps {
  entries: readonly Entry[]
  filter: HistoryFilter
}

/** Which rows are shown; it stands in the address, so that a filtered history can be linked to. */
export function HistoryFilters({ entries, filter }: HistoryFiltersProps) {
  const { go } = useService(Navigation)
  function choose(key: keyof HistoryFilter, value: string | null): void {
    const { [key]: _, ...others } = filter
    const search = value === null || value === 'all' ? others : { ...others, [key]: value }
    void go(historyRoute, { search, isReplace: true })
  }
  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      <Select
        aria-label="Kind of change"
        isSmall
        options={kindsIn(entries, filter.kind)}
        value={filter.kind ?? 'all'}
        onChange={(value) => choose('kind', value)}
      />
      <Select
        aria-label="Person"
        isSmall
        options={people}
        value={filter.by ?? 'all'}
        onChange={(value) => choose('by', value)}
      />
      <Select
        aria-label="State"
        isSmall
        options={states}
        value={filter.state ?? 'all'}
        onChange={(value) => choose('state', value)}
      />
    </div>
  )
}
