import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { Row, RowList } from '@typecase/ui/row-list'
import type { ReactNode } from 'react'

import type { RecordArgs, RecordKind } from '../record/define-record.ts'

/** Context of a row's parts, in addition to the record. */
export interface RecordRow<Arg extends string> {
  /** For the link or button that opens it. */
  readonly opener: { readonly 'data-row': string; readonly excludeFromTabOrder: boolean }
  /** For the buttons of commands about it. */
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
  /** Id of the command that adds one: `n` runs it. */
  creates?: string
  /** Lays the parts of a row out as columns, as that of `Row`. */
  className?: string | undefined
  /** The parts of a row. */
  children: (item: Item, row: RecordRow<Arg>) => ReactNode
}

/** The rows of a list of records, with its keys. Commands are about the row with the keyboard's focus. */
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
