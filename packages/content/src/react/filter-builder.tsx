import type { FilterSchema } from '@typecase/content-query/filter-fields'
import { filtersToJson } from '@typecase/content-query/filter'
import { filtersFromJson } from '@typecase/content-query/filter-read'
import type { Resource } from '@typecase/content-query/fields'
import { unsupportedIn } from '@typecase/content-query/unsupported'
import { Focus } from '@typecase/plugin-sdk/focus'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { InlineCode } from '@typecase/ui/inline-code'
import { Select } from '@typecase/ui/select'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

import {
  type Draft,
  type DraftGroup,
  type DraftRow,
  draftsOf,
  emptyRow,
  groupOf,
  itemsOf,
  replaceDraft,
  rowIds,
} from '../filter-draft.ts'
import { bucketQuery } from '../bucket.ts'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { formatNumber } from '@typecase/ui/format'
import styles from './filter-builder/filter-builder.module.css'
import { FilterRow } from './filter-builder/filter-row.tsx'

/** How long typing must pause before the count is requested, in ms. */
const REST = 150

export interface FilterBuilderProps {
  bucketSlug: string
  /** The applied filters, in the query language's JSON. */
  query: ListQuery
  schema: FilterSchema
  resource?: Resource
  onApply: (query: ListQuery) => void
  /** Counts the results of a query. */
  count: (query: ListQuery, signal: AbortSignal) => Promise<number>
  /** Noun of the counted items: `objects`. */
  noun: string
  /** Increased by one for each new row that is requested from outside. */
  adding?: number
  /** Buttons in addition to the builder's. */
  children?: ReactNode
}

/** Renders filters as a form. Each finished filter applies at once. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { bucketSlug, query, schema, resource = 'objects', onApply, adding = 0, children } = props
  const focus = useService(Focus)
  const frame = useRef<HTMLDivElement>(null)
  const focusIndex = useRef<number>(undefined)
  const jsonOf = (some: readonly Draft[]) => filtersToJson(itemsOf(some, schema), schema, resource)
  const readDrafts = (from: ListQuery): Draft[] =>
    Object.keys(from).length === 0 ? [] : draftsOf(filtersFromJson(from, schema, resource))

  const [drafts, setDrafts] = useState<readonly Draft[]>(() => {
    const read = readDrafts(query)
    return read.length === 0 && adding === 0 ? [emptyRow()] : read
  })
  const [typing, setTyping] = useState<DraftRow>()
  const [applied, setApplied] = useState(query)
  /** Applied queries that have not yet returned as `query`, in order. */
  const [sent, setSent] = useState<readonly string[]>([])
  if (applied !== query) {
    setApplied(query)
    const read = readDrafts(query)
    const text = textOf(jsonOf(read))
    const at = sent.indexOf(text)
    setSent(at === -1 ? [] : sent.slice(at + 1))
    // The builder's own query may return late: newer and unfinished rows stay.
    if (at === -1 && text !== textOf(jsonOf(drafts))) setDrafts(read)
  }

  useLayoutEffect(() => {
    const id = focusIndex.current
    focusIndex.current = undefined
    if (id === undefined) return
    focus.moveTo(frame.current?.querySelector(`[data-row="${id}"] input`))
  })

  function change(next: readonly Draft[]): void {
    setDrafts(next)
    const json = jsonOf(next)
    const text = textOf(json)
    if (text === (sent.at(-1) ?? textOf(jsonOf(readDrafts(query))))) return
    setSent([...sent, text])
    onApply(json)
  }

  /** Adds a row, or focuses an empty one. */
  function addRow(): void {
    const last = drafts.at(-1)
    if (last?.kind === 'row' && last.field === null) {
      focusIndex.current = last.id
      setDrafts([...drafts])
      return
    }
    const row = emptyRow()
    focusIndex.current = row.id
    setDrafts([...drafts, row])
  }

  const lastRequest = useRef(0)
  useEffect(() => {
    if (lastRequest.current === adding) return
    lastRequest.current = adding
    addRow()
  })

  const visibleDrafts = typing ? replaceDraft(drafts, typing.id, () => [typing]) : drafts
  return (
    <div ref={frame} className={styles.builder}>
      <div className={styles.rows}>
        <Rows
          {...{ bucketSlug, schema, resource }}
          drafts={drafts}
          operator="all"
          isOutermost
          onChange={(id, by) => change(replaceDraft(drafts, id, by))}
          onTyping={setTyping}
          onNext={(id) => {
            const row = emptyRow()
            focusIndex.current = row.id
            setDrafts(replaceDraft(drafts, id, (draft) => [draft, row]))
          }}
          onRowRemove={(id) => {
            const ids = rowIds(drafts)
            const at = ids.indexOf(id)
            focusIndex.current = ids[at + 1] ?? ids[at - 1]
          }}
          moveTo={(target) => void focus.moveTo(target)}
        />
      </div>
      <div className={styles.foot}>
        <Button icon="plus" onPress={addRow}>
          Add filter
        </Button>
        <Button
          icon="plus"
          onPress={() => {
            const row = emptyRow()
            focusIndex.current = row.id
            setDrafts([...drafts, groupOf('any', [row])])
          }}
        >
          Add group
        </Button>
        <Count {...props} json={jsonOf(visibleDrafts)} />
        <span className={styles.space} />
        {children}
      </div>
    </div>
  )
}

const textOf = (json: unknown): string => JSON.stringify(json)

interface RowsProps {
  bucketSlug: string
  schema: FilterSchema
  resource: Resource
  drafts: readonly Draft[]
  operator: DraftGroup['operator']
  isOutermost?: boolean
  onChange: (id: number, by: (draft: Draft) => readonly Draft[]) => void
  onTyping: (row: DraftRow | undefined) => void
  onNext: (id: number) => void
  onRowRemove: (id: number) => void
  moveTo: (target: Element | null | undefined) => void
}

function Rows({ drafts, operator, isOutermost, ...rest }: RowsProps) {
  const { onChange, onRowRemove } = rest
  const word = operator === 'any' ? 'or' : 'and'
  return drafts.map((draft, index) => {
    const joint = index > 0 ? word : isOutermost ? 'Where' : ''
    const remove = () => {
      onRowRemove(draft.id)
      onChange(draft.id, () => [])
    }
    if (draft.kind === 'group') {
      return <Group key={draft.id} {...rest} group={draft} joint={joint} onRemove={remove} />
    }
    if (draft.kind === 'kept') {
      return (
        <PreservedCondition
          key={draft.id}
          {...rest}
          json={draft.json}
          joint={joint}
          onRemove={remove}
        />
      )
    }
    return (
      <div key={draft.id} data-row={draft.id}>
        <FilterRow
          {...rest}
          row={draft}
          joint={joint}
          onChange={(next) => onChange(draft.id, () => [next])}
          onRemove={remove}
          onNext={() => rest.onNext(draft.id)}
        />
      </div>
    )
  })
}

function Group({
  group,
  joint,
  onRemove,
  ...rest
}: Omit<RowsProps, 'drafts' | 'operator'> & {
  group: DraftGroup
  joint: string
  onRemove: () => void
}) {
  return (
    <div role="group" aria-label={`Group of filters, ${group.operator}`}>
      <div className={styles.row}>
        <span className={styles.joint}>{joint}</span>
        <Select
          aria-label="Match"
          isSmall
          options={[
            { id: 'any', label: 'any of these' },
            { id: 'all', label: 'all of these' },
          ]}
          value={group.operator}
          onChange={(next) =>
            rest.onChange(group.id, () => [{ ...group, operator: next === 'all' ? 'all' : 'any' }])
          }
        />
        <Button
          icon="plus"
          variant="quiet"
          aria-label="Add filter to this group"
          onPress={() =>
            rest.onChange(group.id, () => [{ ...group, items: [...group.items, emptyRow()] }])
          }
        />
        <Button icon="x" variant="quiet" aria-label="Remove group" onPress={onRemove} />
      </div>
      <div className={styles.nested}>
        <Rows {...rest} drafts={group.items} operator={group.operator} />
      </div>
    </div>
  )
}

/** Renders a part of the query that the form cannot show, with its error, if any. */
function PreservedCondition({
  bucketSlug,
  resource,
  json,
  joint,
  onRemove,
}: {
  bucketSlug: string
  resource: Resource
  json: unknown
  joint: string
  onRemove: () => void
}) {
  const { data } = useQuery(bucketQuery(useServices(), bucketSlug))
  // Media have no object types.
  const types = resource === 'objects' ? data?.bucket.object_types : undefined
  // It comes from an address or from the server, so it is JSON.
  const [wrong] = types ? unsupportedIn(json as never, types) : []
  return (
    <div className={styles.row}>
      <span className={styles.joint}>{joint}</span>
      <span className={styles.kept} data-wrong={wrong ? true : undefined}>
        <InlineCode>{JSON.stringify(json)}</InlineCode>
        {wrong ? <span> Unsupported: {wrong.message}</span> : null}
      </span>
      <Button icon="x" variant="quiet" aria-label="Remove filter" onPress={onRemove} />
    </div>
  )
}

function Count({
  json,
  count,
  noun,
  bucketSlug,
}: Pick<FilterBuilderProps, 'count' | 'noun' | 'bucketSlug'> & { json: ListQuery }) {
  const settled = useSettled(textOf(json))
  const { data, error } = useQuery({
    queryKey: ['filter.count', { query: { slug: bucketSlug } }, noun, settled],
    // `settled` is the JSON text of a list query.
    queryFn: ({ signal }) => count(JSON.parse(settled) as ListQuery, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <span className={styles.count} role="status" aria-label="Matches">
      {error ? (
        error.message
      ) : data === undefined ? null : (
        <>
          <strong>{formatNumber(data)}</strong> {noun} match
        </>
      )}
    </span>
  )
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), REST)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
