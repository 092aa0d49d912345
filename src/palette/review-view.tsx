import type { FocusService } from '@typecase/plugin-sdk/focus'
import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { isComposing } from '@typecase/ui/keyboard'
import { TextField } from '@typecase/ui/text-field'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatNumber } from '@typecase/ui/format'

import type { ReviewState } from '../commands/review.ts'
import { useCore } from '../core/core.tsx'
import { PaletteControl } from './controller.ts'
import { ChangeRows, positionOf, rowAfter, VirtualChangeRows } from './change-rows.tsx'
import { FacetBar } from './facet-bar.tsx'
import { Footer } from './footer.tsx'
import { PlanChips } from './argument-chips.tsx'
import { PlanSummary, PlanWarnings } from './plan-summary.tsx'
import { PlanQuestion } from './plan-question.tsx'
import type { ReviewPage } from './state.ts'
import { useEnterGuard } from './enter-guard.ts'
import { useAnnouncePlan } from './announce.ts'
import styles from './review.module.css'

/** With more rows than this, only those in view are in the document; a plan may have thousands. */
const ALL_AT_ONCE = 50

/** The review of a plan, which shows what would happen. */
export function ReviewView({ page }: { page: ReviewPage }) {
  const { focus } = useCore()
  const palette = useService(PaletteControl)
  const { review, isPhraseNeeded = false } = page.request
  const state = useSyncExternalStore(review.subscribe, review.get)
  const { plan, totals, rows } = state
  // The dialog exists for the table, so keys move in it wherever the focus is in the dialog.
  const [chosen, setAt] = useState(0)
  // The cursor stays in range while rows are being counted, and at the end when the last ones are left out.
  const at = Math.max(0, Math.min(chosen, rows - 1))
  const root = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const isNew = useRef(true)
  const isBegun = useRef(false)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const phrase = isPhraseNeeded ? String(totals.total) : undefined
  const blocked = blockedReason(state, phrase, page.typed)
  const isOptional = plan.excludeArg !== undefined || plan.scopeArg !== undefined
  useAnnouncePlan(state)
  const { notePlan, ...guard } = useEnterGuard(review, apply)
  // Takes the focus at first and when the focused row is removed, so that keys are not lost until a row has the focus.
  useLayoutEffect(() => {
    const { activeElement: active } = document
    const isLost = isNew.current ? !root.current?.contains(active) : active === document.body
    isNew.current = false
    if (isLost) focus.moveTo(root.current)
  })
  const handleRow = useCallback(
    (row: HTMLElement) => {
      if (isBegun.current) return focusRow(focus, row, table.current)
      isBegun.current = true
      // The plan counts as seen when the first row is painted with the focus.
      afterPaint(() => {
        notePlan()
        const now = table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
        if (now) focusRow(focus, now, table.current)
      })
    },
    [notePlan, focus],
  )
  const isBare = state.isWhole && rows === 0
  useEffect(() => {
    if (isBare) afterPaint(notePlan)
  }, [isBare, notePlan])

  function apply() {
    const reason = blockedReason(review.get(), phrase, page.typed)
    if (reason === undefined && !page.isBusy) palette.finish(page.id, true)
  }

  function toggle(change: PlanChange, isWhole: boolean) {
    guard.cancel()
    if (isWhole) review.toggleObject(change.id)
    else review.toggle(change)
  }

  function answer(value: boolean) {
    guard.cancel()
    review.answer(value)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const { target, key } = event
    const isInRow = positionOf(target) !== undefined || target === root.current
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    const change = review.changeAt(at)
    const next = rowAfter(key, at)
    if (key === 'Enter' && !(target instanceof HTMLButtonElement)) {
      event.preventDefault()
      if (blocked === undefined || blocked === COUNTING) guard.onEnter(event.nativeEvent)
    } else if (isInRow && next !== undefined) {
      event.preventDefault()
      setAt(next)
    } else if (isInRow && isPlain && isOptional && change && key.toLowerCase() === 'x') {
      event.preventDefault()
      toggle(change, event.shiftKey)
    } else if (isInRow && isPlain && state.choice && key.toLowerCase() === 'p') {
      event.preventDefault()
      answer(!state.choice.value)
    } else if (isInRow && isPlain && state.facets.length > 0 && key.toLowerCase() === 'f') {
      event.preventDefault()
      focus.moveTo(root.current?.querySelector('[data-facet-value]'))
    }
  }

  function handleFocus(event: FocusEvent) {
    const row = positionOf(event.target)
    if (row !== undefined && row !== at) setAt(row)
  }

  const isRow = !guard.isWaiting && state.failure === undefined
  const Rows = rows > ALL_AT_ONCE ? VirtualChangeRows : ChangeRows
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the table and of Apply
    <div
      ref={root}
      tabIndex={-1}
      className={styles.review}
      onKeyDown={handleKeyDown}
      onFocus={handleFocus}
    >
      <header className={styles.head}>
        <VisuallyHidden>
          <h2>Review changes</h2>
        </VisuallyHidden>
        <p className={styles.heading}>{totals.title}</p>
        <PlanChips request={page.request} />
      </header>
      <PlanSummary state={state} />
      <PlanQuestion choice={state.choice} onAnswer={answer} />
      <PlanWarnings plan={plan} />
      <FacetBar facets={state.facets} review={review} isReady={state.isWhole} />
      <div ref={setBox} className={styles.scroll}>
        <table
          ref={table}
          className={styles.table}
          aria-label="Changes"
          aria-rowcount={state.allRows + 1}
          aria-busy={!state.isWhole}
        >
          <thead className={styles.columns}>
            <tr>
              {isOptional ? <th scope="col">Included</th> : null}
              <th scope="col">What</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <Rows
            table={table}
            onRow={handleRow}
            box={box}
            review={review}
            state={state}
            at={at}
            isOptional={isOptional}
            onToggle={toggle}
          />
        </table>
      </div>
      {phrase === undefined ? null : (
        <div className={styles.phrase}>
          <TextField
            label={`This cannot be undone. Type ${phrase} to continue.`}
            value={page.typed}
            onChange={(typed) => palette.dispatch({ type: 'type', typed })}
            autoComplete="off"
            isCode
          />
        </div>
      )}
      <Footer hints={hintsFor(state)}>
        <span className={styles.shown} data-row={isRow || undefined}>
          {state.failure ??
            (guard.isWaiting ? 'Applies once everything is counted.' : describePosition(state, at))}
        </span>
        {state.failure === undefined ? null : <Button onPress={review.retry}>Retry</Button>}
        <Button kbd="Escape" onPress={() => palette.dispatch({ type: 'pop' })}>
          Cancel
        </Button>
        <Button
          variant={plan.isReversible ? 'primary' : 'danger'}
          aria-label="Apply"
          kbd="Enter"
          isPending={page.isBusy || guard.isWaiting}
          disabledReason={blocked}
          onPress={apply}
        >
          {`Apply to ${formatNumber(totals.total)}`}
        </Button>
      </Footer>
    </div>
  )
}

/** Focuses a row, unless the user's focus is on a button or an input: rows that appear or vanish must not take it. */
function focusRow(focus: FocusService, row: HTMLElement, table: HTMLElement | null): void {
  const { activeElement: active } = document
  const isElsewhere = !table?.contains(active) && active?.matches('button, input')
  if (!isElsewhere && !row.contains(active)) focus.moveTo(row)
}

function hintsFor({ plan, facets, choice }: ReviewState) {
  return [
    { keys: ['ArrowUp', 'ArrowDown'], text: 'move' },
    ...(plan.excludeArg || plan.scopeArg ? [{ keys: 'x', text: 'leave out' }] : []),
    ...(plan.excludeArg && plan.scopeArg ? [{ keys: 'Shift+x', text: 'whole object' }] : []),
    ...(facets.length > 0 ? [{ keys: 'f', text: 'parts' }] : []),
    ...(choice && choice.reason === undefined ? [{ keys: 'p', text: 'drafts or public' }] : []),
  ]
}

/** Describes the position of the cursor in a long table. */
function describePosition({ isWhole, rows, allRows }: ReviewState, at: number): string {
  if (!isWhole || rows <= ALL_AT_ONCE) return ''
  return `${formatNumber(at + 1)} of ${formatNumber(allRows)}`
}

const COUNTING = 'Still counting.'

/** Returns why the plan cannot be applied now. */
function blockedReason(
  { isWhole, failure, totals }: ReviewState,
  phrase: string | undefined,
  typed: string,
): string | undefined {
  if (!isWhole) return failure === undefined ? COUNTING : 'Not everything could be counted.'
  if (totals.total === 0) return 'Nothing is left to change.'
  return phrase === undefined || typed.trim() === phrase ? undefined : `Type ${phrase} first.`
}

/** Runs a function when the current document has been painted. */
export function afterPaint(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    run()
  })
  port1.start()
  // A message sent in the frame callback is handled after the frame has been painted.
  requestAnimationFrame(() => port2.postMessage(null))
}
