import { newType } from '@typecase/content/commands'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { CountBadge } from '@typecase/ui/count-badge'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { ToolRow } from '@typecase/ui/toolbar'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'

import { newObject } from '../commands/open.ts'
import { toggleSheet } from '../commands/sheet.ts'
import { formatCount } from '@typecase/ui/count'
import { ColumnsMenu } from './columns-menu.tsx'
import styles from './list-head.module.css'
import type { ObjectListState } from './use-object-list.ts'

/** Shows the title, the number of objects and the most frequent actions. */
export function ListHead({ list }: { list: ObjectListState }) {
  const { type, types, total, rest } = list
  const all = type ? type.total_objects : types.reduce((sum, one) => sum + one.total_objects, 0)
  const isFiltered = Object.keys(rest).length > 0
  const singular = type?.singular || undefined

  return (
    <header className={styles.head}>
      <h1 className={styles.title} tabIndex={-1}>
        {type?.title ?? 'Objects'}
      </h1>
      {total === undefined ? null : (
        <span aria-hidden="true">
          <CountBadge value={total} total={isFiltered && all >= total ? all : undefined} />
        </span>
      )}
      <VisuallyHidden>
        <span role="status">{total === undefined ? '' : formatCount(total, 'object')}</span>
      </VisuallyHidden>
      <span className={styles.space} />
      <ToolRow>
        <ListOrSheet list={list} />
        <ColumnsMenu list={list} />
        {list.bucket.isSuccess && types.length === 0 ? (
          <CommandButton command={newType} variant="primary" isPlain />
        ) : (
          <NewButton singular={singular} />
        )}
      </ToolRow>
    </header>
  )
}

/** Switches between rows to select and open, and cells to edit in place. */
function ListOrSheet({ list: { type, isSheet } }: { list: ObjectListState }) {
  const commands = useService(Commands)
  const { isEnabled } = useCommand(toggleSheet)
  if (!type || !isEnabled) return null
  return (
    <SegmentedControl
      aria-label="View"
      segments={[
        { id: 'list', label: 'List' },
        { id: 'sheet', label: 'Sheet' },
      ]}
      value={isSheet ? 'sheet' : 'list'}
      onChange={() => void commands.run(refTo(toggleSheet), { source: 'button' })}
    />
  )
}

/** Names the type that it creates. A hidden text gives assistive technology the same name in every list. */
export function NewButton({ singular }: { singular: string | undefined }) {
  return (
    <CommandButton command={newObject} variant="primary" isPlain>
      {singular ? (
        <>
          New {singular.toLowerCase()}
          <VisuallyHidden> (New object)</VisuallyHidden>
        </>
      ) : (
        'New object'
      )}
    </CommandButton>
  )
}
