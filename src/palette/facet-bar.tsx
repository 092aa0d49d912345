import { isComposing } from '@typecase/ui/keyboard'
import { PlainButton } from '@typecase/ui/plain-button'
import { Button } from '@typecase/ui/button'
import { Toolbar } from '@typecase/ui/toolbar'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '@typecase/ui/format'

import type { Review } from '../commands/review.ts'
import type { ReviewFacet } from '../commands/review-list.ts'
import styles from './review.module.css'

/** Limit of values of a facet that have a button: the most frequent ones. */
const MAX_VALUES = 30

interface FacetBarProps {
  facets: readonly ReviewFacet[]
  review: Review
  /** Whether the plan is complete: until then it cannot be divided. */
  isReady: boolean
}

/** The parts of a plan. Choosing a part shows it alone; X leaves it out. */
export function FacetBar({ facets, review, isReady }: FacetBarProps) {
  const selected = facets.flatMap(({ title, values }) =>
    values.flatMap((value) => (value.isSelected ? [{ facet: title, ...value }] : [])),
  )[0]
  if (facets.length === 0) return null

  function handleKeyDown(event: KeyboardEvent) {
    const { facet, facetValue: value } = (event.target as HTMLElement).dataset
    const isX = event.key.toLowerCase() === 'x' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isComposing(event) || !isReady || !isX || facet === undefined || value === undefined) return
    event.preventDefault()
    event.stopPropagation()
    review.toggleValue(facet, value)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the buttons inside
    <div className={styles.facets} onKeyDown={handleKeyDown}>
      <Toolbar aria-label="Parts">
        {facets.map(({ title, values }) => (
          <div key={title} role="group" aria-label={title} className={styles.facet}>
            <span aria-hidden="true">{title}</span>
            {values.slice(0, MAX_VALUES).map(({ value, label, count, isSelected, isOut }) => (
              <PlainButton
                key={value}
                className={styles.value}
                aria-pressed={isSelected}
                isBlocked={!isReady}
                keys="x"
                data-facet={title}
                data-facet-value={value}
                data-out={isOut || undefined}
                onPress={() => {
                  if (isOut) review.toggleValue(title, value)
                  else review.show(title, value)
                }}
              >
                {label} <b>{formatNumber(count)}</b>
                {isOut ? <span className={styles.out}>left out</span> : null}
              </PlainButton>
            ))}
          </div>
        ))}
        {selected ? (
          <Button
            kbd="x"
            disabledReason={isReady ? undefined : 'Still counting.'}
            onPress={() => review.toggleValue(selected.facet, selected.value)}
          >
            {`Leave out all of ${selected.label}`}
          </Button>
        ) : null}
      </Toolbar>
    </div>
  )
}
