import { getObject } from '@typecase/contract/objects'
import { listPeople } from '@typecase/contract/people'
import { usePeople } from '@typecase/content/react/people'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Select } from '@typecase/ui/select'

import { type HistoryFilter, kindOptions, states, times } from '../history/filter.ts'
import { historyRoute } from '../routes.ts'
import styles from './history.module.css'

/** The filter of the rows. It is stored in the address, so that a filtered history can be linked to. */
export function HistoryFilters({ filter }: { filter: HistoryFilter }) {
  const { go } = useService(Navigation)
  function choose(key: keyof HistoryFilter, value: string | null): void {
    const { [key]: _, ...others } = filter
    const search = value === null || value === 'all' ? others : { ...others, [key]: value }
    void go(historyRoute, { search, isReplace: true })
  }
  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      {filter.object === undefined ? null : (
        <ObjectFilter id={filter.object} onClear={() => choose('object', null)} />
      )}
      <Select
        aria-label="Kind of change"
        isSmall
        options={kindOptions(filter.kind)}
        value={filter.kind ?? 'all'}
        onChange={(value) => choose('kind', value)}
      />
      <Select
        aria-label="Person"
        isSmall
        options={usePersonOptions(filter.by)}
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
      <Select
        aria-label="Time"
        isSmall
        options={times}
        value={filter.since ?? 'all'}
        onChange={(value) => choose('since', value)}
      />
    </div>
  )
}

/**
 * Returns the options: everyone, the user, and others by name. Includes the chosen person even while the name is
 * unknown.
 */
function usePersonOptions(chosen: string | undefined) {
  const { bucketSlug: slug } = useRouteParams(historyRoute)
  const me = useUser().data?.id
  const people = usePeople(slug)
  const { data } = useApiQuery(listPeople, { query: { slug } })
  const others = (data?.people ?? [])
    .filter(({ id, status }) => id !== me && status !== 'closed')
    .map(({ id }) => id)
  const isOdd = chosen !== undefined && chosen !== 'me' && !others.includes(chosen)
  return [
    { id: 'all', label: 'Everyone' },
    { id: 'me', label: 'You' },
    ...[...others, ...(isOdd ? [chosen] : [])].map((id) => ({ id, label: people.name(id) })),
  ]
}

/** Names the object that the history is filtered by, and clears the filter. */
function ObjectFilter({ id, onClear }: { id: string; onClear(): void }) {
  const { bucketSlug: slug } = useRouteParams(historyRoute)
  const { data } = useApiQuery(getObject, { query: { slug, object_id: id } }, { retry: false })
  const name = data ? `“${data.object.title || 'Untitled'}”` : 'one object'
  return (
    <Button
      icon="x"
      variant="quiet"
      aria-label={`Only ${name}: show changes of all objects`}
      onPress={onClear}
    >
      Only {name}
    </Button>
  )
}
