import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { SortableList } from '@typecase/ui/sortable-list'

import {
  type DraftStep,
  type MacroDraft,
  reorderSteps,
  withArgument,
  withoutStep,
  withFixedValue,
} from '../draft/macro-draft.ts'
import { type StepValue, stepValues } from '../draft/step-values.ts'
import { argumentIn } from '../words/field-edits.ts'
import { problemsIn } from '../words/problems.ts'
import { stepWords, valueWords } from '../words/step-words.ts'
import styles from './macro-form.module.css'
import type { StepNames } from './use-names.ts'

interface StepListProps {
  draft: MacroDraft
  names: StepNames
  isReadOnly: boolean
  onChange(draft: MacroDraft): void
}

/** Maximum number of arguments in a macro (contract). */
const MAX_ARGUMENTS = 10

/** Lists the steps. Alt with the arrow keys moves one, and its values can become arguments. */
export function StepList({ draft, names, isReadOnly, onChange }: StepListProps) {
  const all = { ...names, arguments: draft.arguments }
  const items = draft.steps.map((step) => ({ ...step, label: stepWords(step, all) }))
  return (
    <SortableList
      aria-label="Steps"
      items={items}
      isSortDisabled={isReadOnly || items.length < 2}
      onReorder={({ order }) => onChange(reorderSteps(draft, order))}
      // The descriptions depend on more than the items.
      dependencies={[draft, names]}
    >
      {(item) => (
        <div className={styles.step}>
          <span className={styles.number}>{items.findIndex(({ id }) => id === item.id) + 1}</span>
          <span className={styles.words}>{item.label}</span>
          {isReadOnly ? null : (
            <Button
              variant="quiet"
              icon="x"
              aria-label={`Remove step: ${item.label}`}
              disabledReason={items.length < 2 ? 'A macro has at least one step.' : undefined}
              onPress={() => onChange(withoutStep(draft, item.id))}
            />
          )}
          <StepProblems {...{ draft, names }} step={item} />
          <Values {...{ draft, names, isReadOnly, onChange }} step={item} />
        </div>
      )}
    </SortableList>
  )
}

/** Shows the deleted fields and options that a step needs. */
function StepProblems({
  draft,
  names,
  step,
}: Pick<StepListProps, 'draft' | 'names'> & { step: DraftStep }) {
  const problems = names.areLoaded ? problemsIn(step, names, draft.arguments) : []
  return problems.map((sentence) => (
    <p key={sentence} className={styles.gone}>
      <Icon name="triangle-alert" />
      {sentence}
    </p>
  ))
}

function Values({ draft, names, isReadOnly, onChange, step }: StepListProps & { step: DraftStep }) {
  const values = stepValues(step, names)
  if (values.length === 0) return null
  return (
    <ul className={styles.values} aria-label="Values">
      {values.map((value) => (
        <li key={value.path.join('.')}>
          <span className={styles.valueTitle}>{value.suggestion.title}</span>
          <span className={styles.value}>
            {valueWords(value.value, { ...names, arguments: draft.arguments })}
          </span>
          {isReadOnly ? null : (
            <ValueButton value={value} stepID={step.id} draft={draft} onChange={onChange} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ValueButtonProps {
  value: StepValue
  stepID: string
  draft: MacroDraft
  onChange(draft: MacroDraft): void
}

function ValueButton({
  value: { path, value, suggestion },
  stepID,
  draft,
  onChange,
}: ValueButtonProps) {
  if (argumentIn(value) !== undefined) {
    return (
      <Button
        variant="quiet"
        onPress={() => onChange(withFixedValue(draft, stepID, path))}
        aria-label={`Do not ask for ${suggestion.title}`}
      >
        Do not ask
      </Button>
    )
  }
  const isFull = draft.arguments.length >= MAX_ARGUMENTS
  return (
    <Button
      variant="quiet"
      disabledReason={isFull ? `A macro asks for at most ${MAX_ARGUMENTS} values.` : undefined}
      onPress={() => onChange(withArgument(draft, stepID, path, suggestion))}
      aria-label={`Ask each time for ${suggestion.title}`}
    >
      Ask each time
    </Button>
  )
}
