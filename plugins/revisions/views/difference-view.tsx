import { useQuery } from '@tanstack/react-query'
import { objectsByID } from '@typecase/content/objects-by-id'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { DiffText } from '@typecase/ui/diff-text'
import { Fragment, type ReactNode } from 'react'
import { formatCount } from '@typecase/ui/count'

import type { BlockRow } from '../compare/blocks.ts'
import type { Difference, Item } from '../compare/fields.ts'
import type { RowMark } from '../compare/rows.ts'
import styles from './compare.module.css'

/** The difference of a field, with its two sides in separate columns or inline. */
export function DifferenceView({
  difference,
  isInline,
  bucketSlug,
}: {
  difference: Difference
  isInline: boolean
  bucketSlug: string
}) {
  switch (difference.kind) {
    case 'words': {
      const { parts } = difference
      if (isInline)
        return (
          <Cell isWide>
            <DiffText parts={parts} />
          </Cell>
        )
      return (
        <Pair
          left={<DiffText parts={parts.filter(({ kind }) => kind !== 'add')} />}
          right={<DiffText parts={parts.filter(({ kind }) => kind !== 'remove')} />}
        />
      )
    }
    case 'blocks':
      return <BlockRows rows={difference.rows} isInline={isInline} />
    case 'rows':
      return isInline ? (
        <Cell isWide>
          <Rows rows={[...difference.right, ...removedRows(difference.left)]} />
        </Cell>
      ) : (
        <Pair left={<Rows rows={difference.left} />} right={<Rows rows={difference.right} />} />
      )
    default: {
      const Items = difference.kind === 'files' ? Files : RelatedObjects
      const { left, right } = difference
      const removed = left.filter(({ state }) => state === 'removed')
      return isInline ? (
        <Cell isWide>
          <Items items={[...right, ...removed]} bucketSlug={bucketSlug} />
        </Cell>
      ) : (
        <Pair
          left={<Items items={left} bucketSlug={bucketSlug} />}
          right={<Items items={right} bucketSlug={bucketSlug} />}
        />
      )
    }
  }
}

const removedRows = (rows: readonly RowMark[]) => rows.filter(({ state }) => state === 'removed')

function Cell({ children, isWide, state }: CellProps) {
  return (
    <div className={styles.cell} data-wide={isWide || undefined} data-state={state}>
      {children}
    </div>
  )
}

interface CellProps {
  children?: ReactNode
  isWide?: boolean
  state?: 'gone' | 'come' | 'nothing' | undefined
}

const Pair = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <>
    <Cell>{left}</Cell>
    <Cell>{right}</Cell>
  </>
)

function BlockRows({ rows, isInline }: { rows: readonly BlockRow[]; isInline: boolean }) {
  const groups: (BlockRow | number)[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (!row.isSame) groups.push(row)
    else if (typeof last === 'number') groups[groups.length - 1] = last + 1
    else groups.push(1)
  }
  return groups.map((row, index) =>
    typeof row === 'number' ? (
      // oxlint-disable-next-line react/no-array-index-key -- rows of a comparison have no other identity
      <div key={index} className={styles.unchanged}>
        {`${formatCount(row, 'block')} unchanged`}
      </div>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- rows of a comparison have no other identity
      <Fragment key={index}>
        {isInline ? (
          <Cell isWide state={row.left && row.right ? undefined : row.left ? 'gone' : 'come'}>
            <BlockText row={row} side="both" />
          </Cell>
        ) : (
          <>
            <Cell state={row.left ? (row.right ? undefined : 'gone') : 'nothing'}>
              {row.left ? <BlockText row={row} side="left" /> : null}
            </Cell>
            <Cell state={row.right ? (row.left ? undefined : 'come') : 'nothing'}>
              {row.right ? <BlockText row={row} side="right" /> : null}
            </Cell>
          </>
        )}
      </Fragment>
    ),
  )
}

function BlockText({ row, side }: { row: BlockRow; side: 'left' | 'right' | 'both' }) {
  const { left, right, parts, note } = row
  const block = side === 'left' ? left : (right ?? left)
  if (!block) return null
  const hidden = side === 'left' ? 'add' : side === 'right' ? 'remove' : undefined
  const state = left && right ? 'changed' : left ? 'removed' : 'added'
  return (
    <p className={styles.block} data-form={block.form}>
      <span className={styles.mark} role="img" aria-label={state}>
        {{ changed: '~', removed: '−', added: '+' }[state]}
      </span>
      {parts ? <DiffText parts={parts.filter(({ kind }) => kind !== hidden)} /> : block.text}
      {note !== undefined && side !== 'left' ? <span className={styles.note}>{note}</span> : null}
    </p>
  )
}

function Rows({ rows }: { rows: readonly RowMark[] }) {
  if (rows.length === 0) return <span className={styles.empty}>No rows</span>
  return (
    <ol className={styles.rows}>
      {rows.map(({ index, text, parts, state, from }) => (
        <li key={`${state} ${index}`} data-state={state}>
          <span className={styles.place}>{index}</span>
          <span className={styles.rowText}>
            {parts ? <DiffText parts={parts.filter(({ kind }) => kind !== 'remove')} /> : text}
          </span>
          {from === undefined ? null : (
            <span className={styles.moved}>{`${from > index ? '↑' : '↓'} was ${from}`}</span>
          )}
          {state === 'added' ? <span className={styles.added}>+ added</span> : null}
          {state === 'removed' ? <span className={styles.removed}>− removed</span> : null}
        </li>
      ))}
    </ol>
  )
}

interface ItemsProps {
  items: readonly Item[]
  bucketSlug: string
}

const signs = { same: '', added: '+ ', removed: '− ' } as const

/** Related objects, by their titles. */
function RelatedObjects({ items, bucketSlug }: ItemsProps) {
  const services = useServices()
  const ids = items.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['revisions.related', bucketSlug, ...ids],
    queryFn: () => objectsByID(services, bucketSlug, ids),
    enabled: ids.length > 0,
  })
  const titles = new Map(data?.map(({ id, title }) => [id, title || 'Untitled']))
  if (items.length === 0) return <span className={styles.empty}>Nothing</span>
  return (
    <ul className={styles.chips}>
      {items.map(({ id, state }) => (
        <li key={id} data-state={state}>
          {signs[state]}
          {data ? (titles.get(id) ?? 'A deleted object') : '…'}
        </li>
      ))}
    </ul>
  )
}

const isPicture = (name: string) => /\.(avif|gif|jpe?g|png|svg|webp)$/i.test(name)
const addressOf = (name: string) =>
  /^https?:/i.test(name) ? name : `/media/${encodeURIComponent(name)}?w=240&auto=format`

/** Images as thumbnails, other files by name. */
function Files({ items }: ItemsProps) {
  if (items.length === 0) return <span className={styles.empty}>Nothing</span>
  return (
    <ul className={styles.pictures}>
      {items.map(({ id, state }) => (
        <li key={id} data-state={state}>
          {isPicture(id) ? <img src={addressOf(id)} alt="" loading="lazy" /> : null}
          <span title={id}>{`${signs[state]}${id}`}</span>
        </li>
      ))}
    </ul>
  )
}
