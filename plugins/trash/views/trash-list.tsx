import type { TrashedObject } from '@typecase/contract/trash'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { PagedList } from '@typecase/content/react/paged-list'
import { Peek, usePeek } from '@typecase/content/react/peek'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useSelection } from '@typecase/plugin-sdk/react/selection'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Checkbox } from '@typecase/ui/checkbox'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { Row, RowActions, RowButton, RowList, RowName } from '@typecase/ui/row-list'
import { SplitLayout } from '@typecase/ui/split-layout'
import { Time } from '@typecase/ui/time'
import { Toolbar } from '@typecase/ui/toolbar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { emptyTrash, restoreAll, restoreObjects } from '../commands.ts'
import { PAGE_SIZE, TRASH_SELECTION, trashQuery } from '../record.ts'
import { trashRoute } from '../routes.ts'
import styles from './trash-list.module.css'

/** The deleted objects of the bucket, newest first, with the time left to restore each. */
export default function TrashList() {
  const { bucketSlug } = useRouteParams(trashRoute)
  const { skip = 0 } = useRouteSearch(trashRoute)
  const services = useServices()
  const people = usePeople(bucketSlug)
  const { go } = useService(Navigation)
  const { ids, set, clear } = useSelection(TRASH_SELECTION)
  const selected = new Set(ids)
  const query = useQuery({
    ...trashQuery(services, bucketSlug, skip),
    placeholderData: keepPreviousData,
  })
  const { data } = query

  function toggle(id: string) {
    set(selected.has(id) ? ids.filter((one) => one !== id) : [...ids, id])
  }

  const rows = data?.objects.map(({ id }) => id) ?? []
  const { list, currentID, isTabStop } = useListKeys(rows, { onToggle: toggle })
  const peek = usePeek({
    bucketSlug,
    ids: rows,
    currentID,
    source: 'trash',
    row: () => document.querySelector(`[data-row="${currentID}"]`),
  })
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="trash" />
  return (
    <SplitLayout
      narrow="sheet"
      inspector={
        peek.objectID === undefined ? undefined : (
          <Peek peek={peek}>
            <CommandButton
              command={restoreObjects}
              args={{ object_ids: [peek.objectID] }}
              isPlain
            />
          </Peek>
        )
      }
    >
      <Page>
        <PageHeader title="Trash" detail={data?.total}>
          {data?.total === 0 ? null : (
            <>
              <CommandButton command={restoreAll}>Restore all…</CommandButton>
              <CommandButton command={emptyTrash} />
            </>
          )}
        </PageHeader>
        <PagedList
          query={query}
          what="trash"
          skip={skip}
          size={PAGE_SIZE}
          onSkip={(next) => void go(trashRoute, { search: { skip: next } })}
          empty={
            <EmptyState title="The trash is empty" icon="trash-2">
              Deleted objects stay here for 30 days and can be restored.
            </EmptyState>
          }
        >
          {({ objects }) => (
            <RowList list={list} aria-label="Deleted objects">
              {objects.map((object) => (
                <TrashRow
                  key={object.id}
                  object={object}
                  person={people.within(object.deleted_by)}
                  isCurrent={object.id === currentID}
                  isSelected={selected.has(object.id)}
                  isTabStop={isTabStop(object.id)}
                  onToggle={() => toggle(object.id)}
                  onPeek={(byKey) => (byKey ? peek.toggle() : peek.open())}
                />
              ))}
            </RowList>
          )}
        </PagedList>
        {selected.size > 0 ? (
          <Toolbar aria-label="Selection">
            <strong>{selected.size} selected</strong>
            <CommandButton command={restoreObjects}>Restore</CommandButton>
            <Button variant="quiet" onPress={clear}>
              Clear
            </Button>
          </Toolbar>
        ) : null}
      </Page>
    </SplitLayout>
  )
}

interface TrashRowProps {
  object: TrashedObject
  /** Name of the person who deleted the object, as part of a sentence. */
  person: string
  isCurrent: boolean
  isSelected: boolean
  isTabStop: boolean
  onToggle(): void
  onPeek(byKey: boolean): void
}

function TrashRow({ object, person, isTabStop, onToggle, onPeek, ...row }: TrashRowProps) {
  const { id, title, type, deleted_at } = object
  return (
    <Row {...row} className={styles.row}>
      <RowName
        lead={
          <Checkbox
            aria-label={`Select ${title}`}
            isSelected={row.isSelected}
            onChange={onToggle}
            excludeFromTabOrder={!isTabStop}
          />
        }
        details={
          <>
            <span>{type}</span>
            <span>by {person}</span>
            <Time value={deleted_at} />
          </>
        }
      >
        <RowButton
          data-row={id}
          excludeFromTabOrder={!isTabStop}
          onPress={({ pointerType }) => onPeek(pointerType === 'keyboard')}
        >
          {title}
        </RowButton>
      </RowName>
      <RowActions>
        <CommandButton
          command={restoreObjects}
          args={{ object_ids: [id] }}
          variant="quiet"
          isIconOnly
          excludeFromTabOrder={!isTabStop}
        >
          {`Restore ${title}`}
        </CommandButton>
      </RowActions>
    </Row>
  )
}
