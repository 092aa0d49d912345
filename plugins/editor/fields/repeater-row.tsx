import type { Metafield } from '@typecase/contract/metafields'
import { Icon } from '@typecase/ui/icon'
import { currentPlatform, isComposing } from '@typecase/ui/keyboard'
import type { KeyboardEvent } from 'react'
import { memo } from 'react'
import { formatCount } from '@typecase/ui/count'

import type { Path } from '@typecase/content/object/path'
import { getAt } from '@typecase/content/object/path'
import { problemsWithin } from '@typecase/content/object/validate'
import { useSession, useSessionState } from '../use-session.tsx'
import { FieldList } from './field-list.tsx'
import styles from './repeater.module.css'
import { summaryOf } from './rows.ts'
import type { StartDrag } from './use-row-drag.ts'
import { isWithin } from './use-scroll-target.ts'

export interface RowActions {
  toggle(id: string): void
  move(from: number, to: number): void
  duplicate(index: number): void
  remove(index: number): void
}

export interface RepeaterRowProps {
  id: string
  index: number
  count: number
  fields: readonly Metafield[]
  /** The path of the repeater. */
  path: Path
  isOpen: boolean
  actions: RowActions
  drag: StartDrag
}

/** A row of a repeater: a line with its first text, and its fields if it is open. */
export const RepeaterRow = memo(
  function RepeaterRow({
    id,
    index,
    count,
    fields,
    path,
    isOpen,
    actions,
    drag,
  }: RepeaterRowProps) {
    const rowPath = `${path}.${index}`
    const summary = useSessionState(({ draft }) => summaryOf(fields, getAt(draft.values, rowPath)))
    const { kindProblem } = useSession()
    const broken = useSessionState(({ draft, touched, problems }) => {
      const isTried = [...touched].some((one) => isWithin(one, rowPath))
      if (!isTried) return 0
      const row = getAt(draft.values, rowPath)
      const problemCount = problemsWithin(fields, row, rowPath, { kindProblem }).length
      return problemCount || problems.filter((problem) => isWithin(problem.path, rowPath)).length
    })
    const name = `Row ${index + 1}`

    function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (isComposing(event) || !event.altKey) return
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      actions.move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
    }

    const modifier = currentPlatform() === 'mac' ? 'Option' : 'Alt'
    return (
      <div className={styles.row}>
        {/* The keys move the row from any button on its line. */}
        <div role="presentation" data-movable className={styles.line} onKeyDown={handleKeyDown}>
          <button
            type="button"
            className={styles.handle}
            aria-label={`Move row ${index + 1} of ${count}: ${modifier} and the arrow keys`}
            onPointerDown={(event) => drag(index, event)}
          >
            <Icon name="grip-vertical" size={14} />
          </button>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={summary ? `${name}: ${summary}` : name}
            onClick={() => actions.toggle(id)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={12} />
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.summary}>{summary || 'Empty'}</span>
            {broken > 0 ? <span className={styles.broken}>{problemWords(broken)}</span> : null}
          </button>
          <button
            type="button"
            className={styles.action}
            aria-label={`Duplicate row ${index + 1}`}
            onClick={() => actions.duplicate(index)}
          >
            <Icon name="copy" size={14} />
          </button>
          <button
            type="button"
            className={styles.action}
            aria-label={`Remove row ${index + 1}`}
            onClick={() => actions.remove(index)}
          >
            <Icon name="x" size={14} />
          </button>
        </div>
        {isOpen ? (
          <div className={styles.content}>
            <FieldList fields={fields} prefix={rowPath} />
          </div>
        ) : null}
      </div>
    )
  },
  // The handlers are stable, but each render creates a new object that contains them.
  (before, after) =>
    before.id === after.id &&
    before.index === after.index &&
    before.count === after.count &&
    before.fields === after.fields &&
    before.path === after.path &&
    before.isOpen === after.isOpen &&
    before.drag === after.drag,
)

function problemWords(count: number): string {
  return formatCount(count, 'problem')
}
