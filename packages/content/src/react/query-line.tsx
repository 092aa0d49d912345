import { Input } from 'react-aria-components/Input'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Focus } from '@typecase/plugin-sdk/focus'
import type { Resource } from '@typecase/content-query/fields'
import type { FilterSchema } from '@typecase/content-query/filter-fields'
import { parseLine } from '@typecase/content-query/line'
import { complete, type Suggestion } from '@typecase/content-query/line-complete'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { isComposing } from '@typecase/ui/keyboard'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'

import { errorsBefore, groupsOf, marksOf, withoutJsonBefore } from '../line-marks.ts'
import { queryOf } from '../line-query.ts'
import styles from './query-line.module.css'
import { SuggestionList } from './suggestion-list.tsx'

/** How many suggestions are shown. */
const MAX_SUGGESTIONS = 8

const looks = {
  space: undefined,
  field: styles.fieldName,
  word: styles.word,
  value: undefined,
  json: styles.json,
} as const

interface QueryLineProps {
  /** Id of the filtered list: another one resets the line. */
  list: string | undefined
  /** The line of the query on screen. */
  applied: string
  schema: FilterSchema
  /** The filtered resource; objects by default. */
  resource?: Resource
  /** Example text. */
  placeholder: string
  inputRef: RefObject<HTMLInputElement | null>
  onApply: (query: ListQuery) => void
}

/** Renders an input for filters as one line: `status is draft year >= 1840`. Enter applies them. */
export function QueryLine(props: QueryLineProps) {
  const {
    list,
    applied,
    schema,
    resource = 'objects',
    placeholder,
    inputRef: input,
    onApply,
  } = props
  const [line, setLine] = useState(applied)
  const [caret, setCaret] = useState<number | undefined>(undefined)
  const [isListOpen, setListOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [isTried, setTried] = useState(applied !== '')
  const [address, setAddress] = useState({ list, applied })
  if (address.list !== list || address.applied !== applied) {
    // Another address replaces the line. Until then, typed text stays until it is applied or discarded.
    setAddress({ list, applied })
    setLine(applied)
    setTried(applied !== '')
  }
  const mirror = useRef<HTMLDivElement>(null)
  const focus = useService(Focus)
  const nextCaret = useRef<number>(undefined)
  const listId = useId()
  const errorId = useId()

  const parsed = parseLine(line, schema)
  const errors = errorsBefore(parsed, isTried ? undefined : (caret ?? undefined))
  const suggestions =
    isListOpen && caret !== undefined ? complete(line, caret, schema).slice(0, MAX_SUGGESTIONS) : []
  const [error] = errors

  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    input.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })

  function change(next: string, at: number): void {
    setLine(next)
    setCaret(at)
    setActive(-1)
    setListOpen(true)
    setTried(false)
  }

  function accept({ text, start, end }: Suggestion): void {
    const rest = line.slice(end)
    const glue = text.endsWith(' ') || text.endsWith('(') || /^[\s,)]/.test(rest) ? '' : ' '
    const next = line.slice(0, start) + text + glue + rest
    nextCaret.current = start + text.length + glue.length
    change(next, nextCaret.current)
  }

  function apply(): void {
    setListOpen(false)
    setTried(true)
    const result = queryOf(line, schema, resource)
    if (result.ok && line.trim() !== applied) onApply(result.query)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const at = event.currentTarget.selectionStart ?? line.length
    const isCaret = at === event.currentTarget.selectionEnd
    const chosen = suggestions[active]
    if (isComposing(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isListOpen) setListOpen(true)
      else if (suggestions.length > 0) {
        const by = event.key === 'ArrowDown' ? 1 : -1
        setActive(
          (active + by + suggestions.length + (active === -1 && by < 0 ? 1 : 0)) %
            suggestions.length,
        )
      }
    } else if (event.key === 'Enter') {
      if (chosen) accept(chosen)
      else apply()
    } else if (event.key === 'Tab' && !event.shiftKey && suggestions[0] && line !== applied) {
      // Completes the word at the caret. Without typed text, Tab moves the focus as usual.
      accept(chosen ?? suggestions[0])
    } else if (event.key === 'Escape' && suggestions.length > 0) setListOpen(false)
    else if (event.key === 'Escape' && line !== applied) {
      change(applied, applied.length)
      setListOpen(false)
    } else if (event.key === 'Backspace' && isCaret) {
      const cut = withoutJsonBefore(line, at, parsed)
      if (!cut) return
      nextCaret.current = cut.caret
      change(cut.line, cut.caret)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const activeId = active >= 0 && active < suggestions.length ? `${listId}-${active}` : undefined
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <div ref={mirror} className={styles.mirror} aria-hidden="true">
        {groupsOf(marksOf(line, { ...parsed, errors }, schema)).map((marks, index) => (
          <span
            key={`${index} ${marks[0].text}`}
            className={marks[0].item === undefined ? undefined : styles.chip}
          >
            {marks.map(({ text, kind, isWrong }, at) => (
              <span key={`${at} ${text}`} className={looks[kind]} data-wrong={isWrong || undefined}>
                {text}
              </span>
            ))}
          </span>
        ))}
      </div>
      <Input
        ref={input}
        type="text"
        aria-label="Filter"
        aria-autocomplete="list"
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-activedescendant={activeId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && suggestions.length === 0 ? errorId : undefined}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        className={styles.input ?? ''}
        value={line}
        onChange={({ target }) =>
          change(target.value, target.selectionStart ?? target.value.length)
        }
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? undefined)}
        onScroll={({ currentTarget }) => {
          if (mirror.current) mirror.current.scrollLeft = currentTarget.scrollLeft
        }}
        onBlur={() => {
          setListOpen(false)
          setTried(true)
        }}
        onKeyDown={handleKeyDown}
      />
      <SuggestionList
        id={listId}
        suggestions={suggestions}
        active={active}
        onChoose={(suggestion) => {
          accept(suggestion)
          focus.moveTo(input.current)
        }}
      />
      {error && suggestions.length === 0 ? (
        <p id={errorId} className={styles.error} role="alert">
          {error.message}
        </p>
      ) : null}
    </div>
  )
}
