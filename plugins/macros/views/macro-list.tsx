import type { Macro } from '@typecase/contract/macros'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePeople } from '@typecase/plugin-sdk/react/people'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'

import { record } from '../commands/recording.ts'
import { macrosQuery } from '../queries.ts'
import { macrosRoute } from '../routes.ts'
import { MacroRow } from './macro-row.tsx'
import styles from './macro-list.module.css'
import { useNames } from './use-names.ts'

/** One's own macros of the project and those that others share, by title. */
export default function MacroList() {
  const { bucketSlug } = useRouteParams(macrosRoute)
  const services = useServices()
  const { data, error, refetch, isFetching } = useQuery(macrosQuery(services, bucketSlug))

  if (isApiError(error, 'forbidden')) {
    return <NoPermissionState title="You may not see macros">{error.message}</NoPermissionState>
  }
  if (error && !data) {
    return (
      <FailureState
        isPage
        title="The macros could not be loaded"
        requestId={isApiError(error) ? error.requestId : undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </FailureState>
    )
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>Macros</h1>
        {data ? <span className={styles.count}>{data.total}</span> : null}
        <span className={styles.space} />
        {data?.total === 0 ? null : <CommandButton command={record} />}
      </header>
      {!data ? (
        <SkeletonRows label="macros" />
      ) : data.macros.length === 0 ? (
        <EmptyState
          title="No macro yet"
          icon="workflow"
          action={<CommandButton command={record} variant="primary" />}
        >
          A macro is a run of commands with a name. Record it on one object, run it on any number:
          one change, one undo.
        </EmptyState>
      ) : (
        <Rows macros={data.macros} bucketSlug={bucketSlug} />
      )}
    </div>
  )
}

/** The rows; arrows go from one to the next, and what is done from the palette is about the one they are on. */
function Rows({ macros, bucketSlug }: { macros: readonly Macro[]; bucketSlug: string }) {
  const list = useRef<HTMLUListElement>(null)
  const names = useNames(
    bucketSlug,
    macros.flatMap(({ steps }) => steps),
  )
  const people = usePeople(bucketSlug)
  const [currentID, setCurrentID] = useState<string>()
  const index = macros.findIndex(({ id }) => id === currentID)
  useProvideFacts({ 'macros.macro': macros[index]?.id })

  function handleKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    const { key, target } = event
    if (event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return
    // Buttons of a row keep their own keys.
    if (!(target instanceof HTMLElement) || target.dataset['macro'] === undefined) return
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(index + 1, macros.length - 1),
      ArrowUp: Math.max(index - 1, 0),
      Home: 0,
      End: macros.length - 1,
    }
    const next = macros[steps[key] ?? -1]
    if (!next) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>(`[data-macro="${next.id}"]`)?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows go between the links inside
    <ul ref={list} className={styles.list} aria-label="Macros" onKeyDown={handleKeyDown}>
      {macros.map((macro) => (
        <MacroRow
          key={macro.id}
          macro={macro}
          names={names}
          maker={people.within(macro.created_by)}
          isCurrent={macro.id === currentID}
          onCurrent={() => setCurrentID(macro.id)}
        />
      ))}
    </ul>
  )
}
