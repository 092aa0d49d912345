import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { usePeople } from '@typecase/content/react/people'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { RowList } from '@typecase/ui/row-list'

import { factsOf } from '../facts.ts'
import type { Entry } from '../history/entries.ts'
import { describeAuthor } from '../history/entry-words.ts'
import { historyRoute } from '../routes.ts'
import { HistoryRow } from './history-row.tsx'

/** The rows. Commands of the palette apply to the row with the keyboard focus. */
export function HistoryList({ entries }: { entries: readonly Entry[] }) {
  const people = usePeople(useRouteParams(historyRoute).bucketSlug)
  const { list, currentID, isTabStop } = useListKeys(entries.map(({ id }) => id))
  useProvideFacts(factsOf(entries.find(({ id }) => id === currentID)))

  return (
    <RowList list={list} aria-label="Changes">
      {entries.map((entry) => (
        <HistoryRow
          key={entry.id}
          entry={entry}
          person={describeAuthor(entry, people)}
          undoneBy={entry.change?.undone_by ? people.within(entry.change.undoer) : undefined}
          isCurrent={entry.id === currentID}
          isTabStop={isTabStop(entry.id)}
        />
      ))}
    </RowList>
  )
}
