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
  /** Above the list, next to the input: chips. */
  readonly before?: ReactNode
  readonly after?: ReactNode
  readonly placeholder: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly sections: readonly ListSection<R>[]
  /** `value` of the active row; the first one when there is no such row. */
  readonly active: string
  readonly onActiveChange: (value: string) => void
  readonly onChoose: (row: R) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** In place of rows. */
  readonly empty?: ReactNode
  /** Below the input, such as what is wrong with the answer. */
  readonly note?: ReactNode
  readonly describedBy?: string
  readonly inputType?: 'text' | 'number'
}

/**
 * An input with a list under it. cmdk moves between the rows, and is known in this file alone.
 * Configured away: its search, its vim keys, its Home and End, and that rows become active under a
 * pointer that does not move. The input is not cmdk's, which names the active row only after an arrow key.
 */
export function PaletteList<R extends ListRow>(props: PaletteListProps<R>) {
  const { sections, active, onActiveChange, query, onQueryChange, placeholder } = props
  const [hasMoved, setMoved] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const activeRow = useRef<HTMLDivElement>(null)
  useFocusAtStart(input)

  // The ids are cmdk's, and known once the rows are in the document.
  useLayoutEffect(() => {
    setAttribute(input.current, 'aria-controls', list.current?.id)
    setAttribute(input.current, 'aria-activedescendant', activeRow.current?.id)
  })

  /** Before cmdk does, whose rows hear of an Enter only a moment after they are painted. */
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
            // The caret's, not the list's.
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

/** A row's contents: image, title with its matches, subtitle, keys at the right. */
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
 * The active row. It stays as long as it is there; a new query begins at the first row again, and rows
 * that come later do not move it.
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
 * Does things once what is on screen is current: at once, or as soon as it is, one after the other, unless something else
 * was asked for by then.
 * @param query what was asked for
 */
export function useOnceCurrent<T>(
  query: string,
  isOutdated: boolean,
  act: (how: T) => void,
): (how: T) => void {
  const held = useRef<{ query: string; hows: T[]; isActing: boolean }>({
    query,
    hows: [],
    isActing: false,
  })
  const [count, setCount] = useState(0)
  const release = useEffectEvent((how: T) => act(how))

  // The answer comes from outside.
  useEffect(() => {
    const waiting = held.current
    // A change that a press makes itself, such as clearing the text, does not cancel the press after it.
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
    if (isOutdated) held.current.hows.push(how)
    else act(how)
  }
}

/**
 * Puts the focus into a field as it appears. `autoFocus` alone, which does so before the first letter can be typed,
 * is too early where a dialog is open: that one takes the focus back until React Aria has rendered the palette a
 * second time, and holds the focus there instead.
 */
export function useFocusAtStart(field: RefObject<HTMLElement | null>): void {
  const { focus } = useCore()
  useEffect(() => {
    const frame = requestAnimationFrame(() => focus.moveTo(field.current))
    return () => cancelAnimationFrame(frame)
  }, [field, focus])
}
