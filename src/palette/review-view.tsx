import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'
import { Button } from '@typecase/ui/button'
import { Checkbox } from '@typecase/ui/checkbox'
import { DiffText } from '@typecase/ui/diff-text'
import { TextField } from '@typecase/ui/text-field'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'

import { useCore } from '../shell/core.tsx'
import { Footer } from './footer.tsx'
import { diffOf, durationInWords, remaining, reversibleInWords } from './plan-words.ts'
import styles from './review.module.css'
import type { ReviewPage } from './state.ts'

/** Changes shown at first; a plan may hold thousands. */
const SHOWN = 50

/** A plan: what would happen, before it does. */
export function ReviewView({ page }: { page: ReviewPage }) {
  const { palette } = useCore()
  const { plan, phrase } = page.request
  const [shown, setShown] = useState(SHOWN)
  const table = useRef<HTMLTableElement>(null)
  const isReady = phrase === undefined || page.typed.trim() === phrase
  const changes = plan.changes.slice(0, shown)
  const left = remaining(plan, page.excluded)

  // The dialog is there for this: the keys work without looking for the table first.
  useEffect(() => focusRow(table.current, 0), [])

  function apply() {
    if (isReady && !page.isBusy && left > 0) palette.finish(page.id, { excluded: page.excluded })
  }

  function toggle(change: PlanChange) {
    const ids = change.matches?.map(({ id }) => id) ?? []
    const isExcluded = !ids.every((id) => page.excluded.includes(id))
    if (ids.length > 0) palette.dispatch({ type: 'exclude', ids, isExcluded })
  }

  function handleKeyDown(event: KeyboardEvent) {
    const row = (event.target as HTMLElement).closest('tr')
    const place = row ? Number(row.dataset['place']) : -1
    const change = changes[place]
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      apply()
    } else if (row && step) {
      event.preventDefault()
      focusRow(table.current, place + step)
    } else if (row && change && event.key.toLowerCase() === 'x') {
      event.preventDefault()
      if (plan.excludeArg) toggle(change)
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the table and of Apply
    <div className={styles.review} onKeyDown={handleKeyDown}>
      <header className={styles.head}>
        <h2 className={styles.heading}>Review changes</h2>
        <p className={styles.title}>{plan.title}</p>
      </header>
      <Summary plan={plan} />
      <div className={styles.scroll}>
        <table ref={table} className={styles.table} aria-label="Changes">
          <thead className={styles.columns}>
            <tr>
              {plan.excludeArg ? <th scope="col">Included</th> : null}
              <th scope="col">What</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change, place) => (
              <ChangeRow
                // oxlint-disable-next-line react/no-array-index-key -- a plan's rows never move, and one object may have several
                key={place}
                place={place}
                change={change}
                isOptional={plan.excludeArg !== undefined}
                excluded={page.excluded}
                onToggle={() => toggle(change)}
              />
            ))}
          </tbody>
        </table>
        {plan.changes.length > shown ? (
          <p className={styles.more}>
            <Button variant="quiet" onPress={() => setShown(shown + 500)}>
              Show more
            </Button>
          </p>
        ) : null}
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
          ...(plan.excludeArg ? [{ keys: 'x', text: 'leave out' }] : []),
        ]}
      >
        <span className={styles.shown}>{shownInWords(plan, changes.length)}</span>
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

function ChangeRow({
  place,
  change,
  isOptional,
  excluded,
  onToggle,
}: {
  place: number
  change: PlanChange
  isOptional: boolean
  excluded: readonly string[]
  onToggle: () => void
}) {
  const { label, field, matches = [] } = change
  const isOut = matches.length > 0 && matches.every(({ id }) => excluded.includes(id))
  const parts = matches.length > 0 ? matches : [change]
  return (
    <tr
      data-place={place}
      // Tab leads back to the table; the arrows go on from there.
      tabIndex={place === 0 ? 0 : -1}
      className={styles.row}
      data-out={isOut || undefined}
    >
      {isOptional ? (
        <td className={styles.box}>
          <Checkbox
            aria-label={`Include ${label}`}
            isSelected={!isOut}
            isDisabled={matches.length === 0}
            onChange={onToggle}
          />
        </td>
      ) : null}
      <th scope="row" className={styles.what}>
        {label}
        {field ? <span className={styles.field}>{field}</span> : null}
        {isOut ? <span className={styles.field}>· left out by you</span> : null}
      </th>
      <td className={styles.change}>
        {isOut || (change.before === undefined && change.after === undefined && !matches.length)
          ? null
          : parts.map((part, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a change never move
              <div key={index}>
                <DiffText parts={diffOf(part)} isCode />
              </div>
            ))}
      </td>
    </tr>
  )
}

function focusRow(table: HTMLTableElement | null, place: number): void {
  table?.querySelector<HTMLElement>(`tr[data-place="${place}"]`)?.focus()
}

function shownInWords({ changes, total }: Plan, shown: number): string {
  const all = Math.max(changes.length, total)
  return shown < all ? `Showing ${shown} of ${all.toLocaleString('en')}` : ''
}

function blockedReason(
  isReady: boolean,
  left: number,
  phrase: string | undefined,
): string | undefined {
  if (left === 0) return 'Nothing is left to change.'
  return isReady ? undefined : `Type ${phrase} first.`
}
