import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'
import { Button } from '@typecase/ui/button'
import { TextField } from '@typecase/ui/text-field'
import type { FocusEvent, KeyboardEvent } from 'react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'

import { useCore } from '../shell/core.tsx'
import { ChangeRows } from './change-rows.tsx'
import { Footer } from './footer.tsx'
import { PlanWarnings } from './plan-warnings.tsx'
import { durationInWords, remaining, reversibleInWords } from './plan-words.ts'
import styles from './review.module.css'
import type { ReviewPage } from './state.ts'

/** Of more rows only those in sight are in the document; a plan may hold thousands. */
const ALL_AT_ONCE = 50

const VirtualChangeRows = lazy(async () => ({
  default: (await import('./virtual-change-rows.tsx')).VirtualChangeRows,
}))

/** A plan: what would happen, before it does. */
export function ReviewView({ page }: { page: ReviewPage }) {
  const { palette } = useCore()
  const { plan, phrase } = page.request
  const { changes, loadMore, failure } = useChanges(plan)
  // The dialog is there for this: the keys work without looking for the table first.
  const [at, setAt] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const isReady = phrase === undefined || page.typed.trim() === phrase
  const left = remaining({ total: plan.total, changes }, page.excluded)

  function apply() {
    if (isReady && !page.isBusy && left > 0) palette.finish(page.id, { excluded: page.excluded })
  }

  function toggle(...some: readonly PlanChange[]) {
    const ids = some.flatMap(({ matches = [] }) => matches.map(({ id }) => id))
    const isExcluded = !ids.every((id) => page.excluded.includes(id))
    if (ids.length > 0) palette.dispatch({ type: 'exclude', ids, isExcluded })
  }

  function handleKeyDown(event: KeyboardEvent) {
    const isInRow = placeOf(event.target) !== undefined
    const change = changes[at]
    const next = placeAfter(event.key, at, changes.length)
    if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      apply()
    } else if (isInRow && next !== undefined) {
      event.preventDefault()
      setAt(next)
    } else if (isInRow && change && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      if (!plan.excludeArg) return
      if (event.shiftKey) toggle(...changes.filter(({ id }) => id === change.id))
      else toggle(change)
    }
  }

  function handleFocus(event: FocusEvent) {
    const place = placeOf(event.target)
    if (place !== undefined) setAt(place)
  }

  const Rows = changes.length > ALL_AT_ONCE ? VirtualChangeRows : ChangeRows
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the table and of Apply
    <div className={styles.review} onKeyDown={handleKeyDown} onFocus={handleFocus}>
      <header className={styles.head}>
        <h2 className={styles.heading}>Review changes</h2>
        <p className={styles.title}>{plan.title}</p>
      </header>
      <Summary plan={plan} />
      <PlanWarnings plan={plan} />
      <div ref={setBox} className={styles.scroll}>
        <table
          ref={table}
          className={styles.table}
          aria-label="Changes"
          aria-rowcount={countOf(plan) + 1}
        >
          <thead className={styles.columns}>
            <tr>
              {plan.excludeArg ? <th scope="col">Included</th> : null}
              <th scope="col">What</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <Suspense>
            <Rows
              table={table}
              box={box}
              changes={changes}
              at={at}
              isOptional={plan.excludeArg !== undefined}
              excluded={page.excluded}
              onToggle={toggle}
              onEnd={loadMore}
            />
          </Suspense>
        </table>
      </div>
      {phrase === undefined ? null : (
        <div className={styles.phrase}>
          <TextField
            label={`This cannot be undone. Type ${phrase} to go on.`}
            value={page.typed}
            onChange={(typed) => palette.dispatch({ type: 'type', typed })}
            autoComplete="off"
            isCode
          />
        </div>
      )}
      <Footer
        hints={[
          { keys: 'ArrowUp', text: '' },
          { keys: 'ArrowDown', text: 'move' },
          ...(plan.excludeArg
            ? [
                { keys: 'x', text: 'leave out' },
                { keys: 'Shift+x', text: 'whole object' },
              ]
            : []),
        ]}
      >
        <span className={styles.shown}>{failure ?? shownInWords(plan, changes.length)}</span>
        <Button kbd="Escape" onPress={() => palette.dispatch({ type: 'pop' })}>
          Cancel
        </Button>
        <Button
          variant={plan.isReversible ? 'primary' : 'danger'}
          aria-label="Apply"
          kbd="Enter"
          isPending={page.isBusy}
          disabledReason={blockedReason(isReady, left, phrase)}
          onPress={apply}
        >
          {`Apply to ${left.toLocaleString('en')}`}
        </Button>
      </Footer>
    </div>
  )
}

function Summary({ plan }: { plan: Plan }) {
  const duration = durationInWords(plan.duration)
  return (
    <div className={styles.summary}>
      {plan.counts.map(({ label, value }) => (
        <Count key={label} label={label} value={value} />
      ))}
      {plan.skipped.map(({ reason, count }) => (
        <Count key={reason} label={`skipped: ${reason}`} value={count} />
      ))}
      <p className={styles.terms}>
        {reversibleInWords(plan)}
        {duration ? (
          <>
            <br />
            {duration}
          </>
        ) : null}
      </p>
    </div>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <p className={styles.count}>
      <b>{value.toLocaleString('en')}</b> {label}
    </p>
  )
}

/** The row that holds an element, by its place. */
function placeOf(element: EventTarget): number | undefined {
  const place = (element as HTMLElement).closest<HTMLElement>('tr[data-place]')?.dataset['place']
  return place === undefined ? undefined : Number(place)
}

/** Where a key leads from a row; undefined for one that leads nowhere. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    Home: 0,
    End: count - 1,
  }
  const place = places[key]
  return place === undefined ? undefined : Math.min(count - 1, Math.max(0, place))
}

function shownInWords(plan: Plan, shown: number): string {
  const all = countOf(plan)
  return shown < all ? `Showing ${shown.toLocaleString('en')} of ${all.toLocaleString('en')}` : ''
}

/** How many changes there are, shown or not. */
const countOf = ({ changeCount, total, changes }: Plan): number =>
  changeCount ?? Math.max(total, changes.length)

/** The changes read so far; the others come as one scrolls. */
function useChanges(plan: Plan) {
  const [changes, setChanges] = useState(plan.changes)
  const [failure, setFailure] = useState<string>()
  const isReading = useRef(false)
  const loadMore = useCallback(() => {
    if (!plan.more || isReading.current || failure || changes.length >= countOf(plan)) return
    isReading.current = true
    plan
      .more(changes.length)
      .then(
        (next) => setChanges((now) => [...now, ...next]),
        (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => (isReading.current = false))
  }, [plan, changes.length, failure])
  return { changes, loadMore, failure }
}

function blockedReason(
  isReady: boolean,
  left: number,
  phrase: string | undefined,
): string | undefined {
  if (left === 0) return 'Nothing is left to change.'
  return isReady ? undefined : `Type ${phrase} first.`
}
