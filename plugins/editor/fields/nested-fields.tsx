import { Focus } from '@typecase/plugin-sdk/focus'
import { Field } from '@typecase/ui/field'
import { Here } from '@typecase/plugin-sdk/here'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { Announcer } from '@typecase/plugin-sdk/services'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { PlainButton } from '@typecase/ui/plain-button'
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { getAt, type Path } from '@typecase/content/object/path'
import { repeaterRow } from '../session/editor-page.ts'
import { type FieldProps, useField, useSession, useSessionState } from '../use-session.tsx'
import { FieldList } from './field-list.tsx'
import type { RowActions } from './repeater-row.tsx'
import { RowList } from './row-list.tsx'
import { addRow, duplicateRow, moveRow, nameRows, removeRow, type Rows, summaryOf } from './rows.ts'
import { useEvent } from './use-event.ts'
import { isWithin } from './use-scroll-target.ts'
import styles from './fields.module.css'

/** Edits a group of fields, stored as one value. A collapsed group shows the start of its content. */
export function ParentMetafield({ field, path }: FieldProps) {
  const [isOpen, setOpen] = useState(true)
  const fields = field.children ?? []
  const value = useSessionState(({ draft }) => (isOpen ? undefined : getAt(draft.values, path)))
  const target = useTargetWithin(path)
  const [seen, setSeen] = useState(target)
  if (target !== seen) {
    setSeen(target)
    if (target) setOpen(true)
  }
  const toggle = (
    <PlainButton
      className={styles.fold}
      aria-label={isOpen ? `Collapse ${field.title}` : `Expand ${field.title}`}
      aria-expanded={isOpen}
      onPress={() => setOpen(!isOpen)}
    >
      <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
    </PlainButton>
  )
  return (
    <Field label={field.title} hint={toggle} note={field.type} description={field.helptext}>
      <div className={styles.group}>
        {isOpen ? (
          <FieldList fields={fields} prefix={path} />
        ) : (
          <span className={styles.rowDetail}>{summaryOf(fields, value) || 'Empty'}</span>
        )}
      </div>
    </Field>
  )
}

/** Returns the field within this one that was requested; each request is a new object. */
const useTargetWithin = (path: Path) =>
  useSessionState(({ target }) => (target && isWithin(target.path, path) ? target : undefined))

/** Up to this many rows are open initially. If there are more, all rows show only their summaries. */
const OPEN_AT_FIRST = 3

/** Edits any number of rows with the same fields. */
export function RepeaterMetafield(props: FieldProps) {
  const { field, path } = props
  const { value, text } = useField(props)
  const session = useSession()
  const announcer = useService(Announcer)
  const focus = useService(Focus)
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  const [names, setNames] = useState(() => nameRows(values.length, []))
  const ids = nameRows(values.length, names)
  if (ids !== names) setNames(ids)
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(ids.length <= OPEN_AT_FIRST ? ids : []),
  )
  const fields = field.repeater_fields ?? []
  const rows: Rows = { values, ids }

  // If a field within a closed row is requested, the row opens.
  const focusTarget = useTargetWithin(path)
  const [seen, setSeen] = useState(focusTarget)
  const targetIndex = focusTarget
    ? Number(focusTarget.path.slice(path.length + 1).split('.')[0])
    : -1
  const targetID = ids[targetIndex]
  if (focusTarget !== seen) {
    setSeen(focusTarget)
    if (targetID) setOpen(new Set([...open, targetID]))
  }

  // A removed row passes the focus to its neighbour, and the last row to the add button.
  const [removedRow, setRemovedRow] = useState<number>()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (removedRow === undefined) return
    const row = element.current?.querySelector<HTMLElement>(
      `[data-row="${removedRow}"] [aria-expanded]`,
    )
    const target = row ?? element.current?.querySelector<HTMLElement>('[data-add] button')
    focus.moveTo(target)
    setRemovedRow(undefined)
  }, [removedRow, focus])

  const apply = useEvent((next: Rows, message: string) => {
    setNames(next.ids)
    session.edit(path, next.values)
    announcer.say(message)
  })
  const goTo = (index: number): void => {
    const [first] = fields
    session.focus(first ? `${path}.${index}.${first.key}` : path)
  }
  const positionOf = useEvent((id: string) => ids.indexOf(id))
  const actions: RowActions = {
    toggle: useEvent((id: string) => {
      const next = new Set(open)
      if (!next.delete(id)) next.add(id)
      setOpen(next)
    }),
    move: useEvent((from: number, to: number) => {
      if (to < 0 || to >= values.length || from === to) return
      apply(moveRow(rows, from, to), `Row ${from + 1} is now row ${to + 1} of ${values.length}`)
    }),
    duplicate: useEvent((index: number) => {
      apply(duplicateRow(rows, index), `Row ${index + 1} duplicated`)
      goTo(index + 1)
    }),
    remove: useEvent((index: number) => {
      apply(removeRow(rows, index), `Row ${index + 1} removed`)
      setRemovedRow(Math.min(index, values.length - 2))
    }),
  }

  // Commands act on the row that has the focus, or had it before the palette opened.
  const here = useService(Here)
  const [isInRow, setInRow] = useState(false)
  const takeBack = useRef<() => void>(undefined)
  const leaveRow = useCallback(() => {
    takeBack.current?.()
    takeBack.current = undefined
    setInRow(false)
  }, [])
  useEffect(() => leaveRow, [leaveRow])

  function handleFocus({ target }: FocusEvent) {
    const row = target.closest<HTMLElement>('[data-row]')
    // A row of a nested repeater, which offers the row itself.
    if (row && row.closest('[data-rows]') !== element.current) return
    leaveRow()
    if (!row) return
    const id = ids[Number(row.dataset['row'])] ?? ''
    takeBack.current = here.offer(repeaterRow, {
      duplicate: () => actions.duplicate(positionOf(id)),
      remove: () => actions.remove(positionOf(id)),
      move: (by) => actions.move(positionOf(id), positionOf(id) + by),
    })
    setInRow(true)
  }
  function handleBlur({ relatedTarget: next, currentTarget }: FocusEvent) {
    const isElsewhere = next && !currentTarget.contains(next) && !next.closest('[data-palette]')
    if (isElsewhere) leaveRow()
  }

  const handleAdd = useCallback(() => {
    apply(addRow(rows, fields), `Row ${values.length + 1} added`)
    goTo(values.length)
    // oxlint-disable-next-line react/exhaustive-deps -- rendered again with the rows anyway
  }, [rows])

  return (
    <Field {...text} hint={values.length > 0 ? formatNumber(values.length) : undefined}>
      <div
        ref={element}
        data-rows
        className={styles.chosen}
        onFocus={handleFocus}
        onBlur={handleBlur}
      >
        {isInRow ? <RowFact /> : null}
        <RowList
          label={field.title}
          fields={fields}
          path={path}
          ids={ids}
          open={open}
          actions={actions}
          targetIndex={targetIndex}
        />
        <div data-add className={styles.inline}>
          <Button icon="plus" onPress={handleAdd}>
            {`Add to ${field.title}`}
          </Button>
          {ids.length > 1 ? (
            <Button
              variant="quiet"
              aria-label={`${open.size > 0 ? 'Collapse' : 'Expand'} all rows of ${field.title}`}
              onPress={() => setOpen(new Set(open.size > 0 ? [] : ids))}
            >
              {open.size > 0 ? 'Collapse all' : 'Expand all'}
            </Button>
          ) : null}
        </div>
      </div>
    </Field>
  )
}

function RowFact() {
  useProvideFacts({ 'editor.isInRow': true })
  return null
}
