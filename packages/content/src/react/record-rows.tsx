import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { Row, RowList } from '@typecase/ui/row-list'
import type { ReactNode } from 'react'

import type { RecordArgs, RecordKind } from '../record/define-record.ts'

/** The props of a row's parts, passed in addition to the record. */
export interface RecordRow<Arg extends string> {
  /** Props for the link or button that opens the record. */
  readonly opener: { readonly 'data-row': string; readonly excludeFromTabOrder: boolean }
  /** Props for the buttons of commands about the record. */
  readonly button: {
    readonly args: RecordArgs<Arg>
    readonly variant: 'quiet'
    readonly excludeFromTabOrder: boolean
  }
}

interface RecordRowsProps<Item extends { readonly id: string }, Arg extends string> {
  record: RecordKind<Item, Arg>
  items: readonly Item[]
  'aria-label': string
  /** Id of the command that creates a record; `n` runs it. */
  creates?: string
  /** CSS class that lays out the parts of a row as columns, as in `Row`. */
  className?: string | undefined
  /** Returns the parts of a row. */
  children: (item: Item, row: RecordRow<Arg>) => ReactNode
}

/** Renders the rows of a list of records, with the list's keys. Commands apply to the row with the keyboard's focus. */
export function RecordRows<Item extends { readonly id: string }, Arg extends string>({
  record,
  items,
  creates,
  className,
  children,
  ...props
}: RecordRowsProps<Item, Arg>) {
  const { list, currentID, isTabStop } = useListKeys(
    items.map(({ id }) => id),
    { ...(creates !== undefined && { creates }) },
  )
  useProvideFacts({ [record.fact]: currentID })
  return (
    <RowList {...props} list={list}>
      {items.map((item) => {
        const { id } = item
        const excludeFromTabOrder = !isTabStop(id)
        return (
          <Row key={id} isCurrent={id === currentID} className={className}>
            {children(item, {
              opener: { 'data-row': id, excludeFromTabOrder },
              button: { args: record.argsOf(id), variant: 'quiet', excludeFromTabOrder },
            })}
          </Row>
        )
      })}
    </RowList>
  )
}
