import type { Macro } from '@typecase/contract/macros'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { RowList } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { record } from '../commands/recording.ts'
import { macrosQuery } from '../queries.ts'
import { macrosRoute } from '../routes.ts'
import { MacroRow } from './macro-row.tsx'
import { useNames } from './use-names.ts'

/** One's own macros of the project and those that others share, by title. */
export default function MacroList() {
  const { bucketSlug } = useRouteParams(macrosRoute)
  const services = useServices()
  const query = useQuery(macrosQuery(services, bucketSlug))
  const { data } = query
  // Also while there is none yet.
  useProvideFacts({ 'list.creates': record.id })

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="macros" />
  return (
    <Page>
      <PageHeader title="Macros" detail={data?.total}>
        {data?.total === 0 ? null : <CommandButton command={record} />}
      </PageHeader>
      {!data ? (
        <SkeletonRows label="macros" />
      ) : data.macros.length === 0 ? (
        <EmptyState
          title="No macros yet"
          icon="workflow"
          action={<CommandButton command={record} variant="primary" />}
        >
          A macro is a named series of commands. Record it on one object, then run it on as many as
          you like: it is one change, with one undo.
        </EmptyState>
      ) : (
        <Rows macros={data.macros} bucketSlug={bucketSlug} />
      )}
    </Page>
  )
}

/** The rows; commands of the palette are about the one that the keyboard is on. */
function Rows({ macros, bucketSlug }: { macros: readonly Macro[]; bucketSlug: string }) {
  const names = useNames(
    bucketSlug,
    macros.flatMap(({ steps }) => steps),
  )
  const people = usePeople(bucketSlug)
  const { list, currentID, isTabStop } = useListKeys(macros.map(({ id }) => id))
  useProvideFacts({ 'macros.macro': currentID })

  return (
    <RowList list={list} aria-label="Macros">
      {macros.map((macro) => (
        <MacroRow
          key={macro.id}
          macro={macro}
          names={names}
          maker={people.within(macro.created_by)}
          isCurrent={macro.id === currentID}
          isTabStop={isTabStop(macro.id)}
        />
      ))}
    </RowList>
  )
}
