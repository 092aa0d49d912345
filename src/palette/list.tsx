import { Highlight } from '@typecase/ui/highlight'
import { Icon } from '@typecase/ui/icon'
import { Kbd } from '@typecase/ui/kbd'
import { isComposing } from '@typecase/ui/keyboard'
import { Command } from 'cmdk'
import { Input } from 'react-aria-components/Input'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { useCore } from '../core/core.tsx'
import type { ListRow, ListSection } from './row.ts'
import styles from './list.module.css'

export interface PaletteListProps<R extends ListRow> {
  /** Content before the input, such as chips. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly placeholder: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly sections: readonly ListSection<R>[]
  /** `value` of the active row; if there is no such row, the first one is active. */
  readonly active: string
  readonly onActiveChange: (value: string) => void
  readonly onChoose: (row: R) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** Shown instead of rows. */
  readonly empty?: ReactNode
  /** Shown below the input, such as an error in the answer. */
  readonly note?: ReactNode
  readonly describedBy?: string
  readonly inputType?: 'text' | 'number'
}

/**
 * An input with a list below it. cmdk moves between the rows, and only this file uses it. Disabled are its search, its
 * vim keys, its handling of Home and End, and the activation of rows under a pointer that does not move. The input is
 * our own, because cmdk's sets the active row only after an arrow key.
 */
export function PaletteList<R extends ListRow>(props: PaletteListProps<R>) {
  const { sections, active, onActiveChange, query, onQueryChange, placeholder } = props
  const [hasMoved, setMoved] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const activeRow = useRef<HTMLDivElement>(null)
  useFocusAtStart(input)

  // cmdk creates the ids, which exist only once the rows are in the document.
  useLayoutEffect(() => {
    setAttribute(input.current, 'aria-controls', list.current?.id)
    setAttribute(input.current, 'aria-activedescendant', activeRow.current?.id)
  })

  /** Handles Enter before cmdk, which attaches the handlers of rows only a moment after they are painted. */
  function choose(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    const row = sections.flatMap(({ rows }) => rows).find(({ value }) => value === active)
    if (row) props.onChoose(row)
  }

  return (
    <Command
      label="Search or run a command"
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection={!hasMoved}
      value={active}
      onValueChange={onActiveChange}
      className={styles.list ?? ''}
      onPointerMove={(event) => {
        if (event.movementX !== 0 || event.movementY !== 0) setMoved(true)
      }}
    >
      <div className={styles.head}>
        {props.before}
        <Input
          ref={input}
          type="text"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the effect above sets `aria-controls`: cmdk makes the id of the list as it mounts
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={sections.length > 0}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          value={query}
          placeholder={placeholder}
          aria-label="Search or run a command"
          aria-describedby={props.describedBy}
          className={styles.input ?? ''}
          onChange={({ target }) => onQueryChange(target.value)}
          onKeyDown={(event) => {
            setMoved(false)
            props.onKeyDown?.(event)
            choose(event)
            // Home and End move the caret instead of the active row.
            if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
          }}
        />
        {props.after}
      </div>
      {props.note}
      <Command.List ref={list} label="Results" className={styles.rows}>
        {sections.map((section) => (
          <Command.Group key={section.id} heading={section.heading} value={section.id}>
            {section.rows.map((row) => (
              <Command.Item
                key={row.value}
                ref={row.value === active ? activeRow : undefined}
                value={row.value}
                className={styles.row}
                data-off={row.reason ? true : undefined}
                onSelect={() => props.onChoose(row)}
              >
                <RowContent row={row} />
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {sections.length === 0 && props.empty ? (
        <div className={styles.empty}>{props.empty}</div>
      ) : null}
    </Command>
  )
}

function setAttribute(element: Element | null, name: string, value: string | undefined): void {
  if (value === undefined) element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}

/** The contents of a row: image, title with highlighted matches, subtitle, keys on the right. */
export function RowContent({ row }: { row: ListRow }) {
  const isMany = row.isChosen !== undefined
  return (
    <>
      {isMany ? (
        <span className={styles.check} data-chosen={row.isChosen || undefined}>
          {row.isChosen ? <Icon name="check" size={12} label="Chosen" /> : null}
        </span>
      ) : (
        <Icon name={row.icon ?? 'chevron-right'} size={16} className={styles.icon} />
      )}
      <span className={styles.title}>
        <Highlight text={row.title} ranges={row.ranges ?? []} />
      </span>
      {row.subtitle ? <span className={styles.subtitle}>{row.subtitle}</span> : null}
      {row.keys ? (
        <span className={styles.keys}>
          <Kbd binding={row.keys} isSplit />
        </span>
      ) : null}
    </>
  )
}

/**
 * Returns the active row. It stays active while it exists. A new query activates the first row, and rows that arrive
 * later do not change the active one.
 */
export function useActive<R extends ListRow>(
  sections: readonly ListSection<R>[],
  query: string,
): readonly [R | undefined, (value: string) => void] {
  const [chosen, setChosen] = useState({ query, value: '' })
  const rows = sections.flatMap((section) => section.rows)
  const chosenRow =
    chosen.query === query ? rows.find(({ value }) => value === chosen.value) : undefined
  const active = chosenRow ?? rows[0]
  return [active, (value) => setChosen({ query, value })]
}

/**
 * Returns a function that acts when the results match the query: at once, or later and in order. A change of the query
 * drops the waiting actions.
 * @param query the query that the results must match
 */
export function useOnceCurrent<T>(
  query: string,
  isOutdated: boolean,
  act: (how: T) => void,
): (how: T) => void {
  const queue = useRef<{ query: string; hows: T[]; isActing: boolean }>({
    query,
    hows: [],
    isActing: false,
  })
  const [count, setCount] = useState(0)
  const release = useEffectEvent((how: T) => act(how))

  // The results come from outside of React.
  useEffect(() => {
    const waiting = queue.current
    // A change of the query by the action itself, such as clearing the text, does not cancel the next action.
    if (waiting.query !== query && !waiting.isActing) waiting.hows = []
    waiting.query = query
    waiting.isActing = false
    const [next, ...others] = waiting.hows
    if (isOutdated || next === undefined) return
    waiting.hows = others
    waiting.isActing = true
    release(next)
    setCount((before) => before + 1)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the one after it is next once what it changed is there
  }, [isOutdated, query, count])

  return (how) => {
    if (isOutdated) queue.current.hows.push(how)
    else act(how)
  }
}

/**
 * Focuses a field when it appears. `autoFocus`, which acts before the first letter can be typed, is too early if a
 * dialog is open: that dialog takes the focus back until React Aria has rendered the palette a second time and contains
 * the focus there.
 */
export function useFocusAtStart(field: RefObject<HTMLElement | null>): void {
  const { focus } = useCore()
  useEffect(() => {
    const frame = requestAnimationFrame(() => focus.moveTo(field.current))
    return () => cancelAnimationFrame(frame)
  }, [field, focus])
}
