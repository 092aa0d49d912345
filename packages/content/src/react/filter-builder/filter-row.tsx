import type { Scalar } from '@typecase/content-query/ast'
import {
  fieldAt,
  type FilterSchema,
  operatorsFor,
  takesList,
} from '@typecase/content-query/filter-fields'
import { Button } from '@typecase/ui/button'
import { TagGroup } from '@typecase/ui/tag-group'
import { useRef, useState } from 'react'

import { type DraftRow, withField, withOperator, withTyped, withValue } from '../../filter-draft.ts'
import { fieldChoices } from '../../field-choices.ts'
import styles from './filter-builder.module.css'
import { PickBox } from './pick-box.tsx'
import { EMPTY, useValueLabels, useValueOptions } from './value-options.ts'

interface FilterRowProps {
  bucketSlug: string
  row: DraftRow
  schema: FilterSchema
  /** `and`, `or`, `Where`. */
  joint: string
  onChange: (row: DraftRow) => void
  /** Called with the row that the typed text would make; undefined if there is none. */
  onTyping: (row: DraftRow | undefined) => void
  onRemove: () => void
  /** Called on Enter when the row is complete: adds another row. */
  onNext: () => void
  moveTo: (target: Element | null | undefined) => void
}

/** Renders one condition: field, operator, value. */
export function FilterRow(props: FilterRowProps) {
  const { bucketSlug, row, schema, joint, onChange, onTyping, onRemove, onNext, moveTo } = props
  const frame = useRef<HTMLDivElement>(null)
  const [fieldText, setFieldText] = useState('')
  const [valueText, setValueText] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = row.field === null ? undefined : fieldAt(row.field, schema)
  const value = useValueOptions(bucketSlug, field, row.operator, valueText)
  const labelOf = useValueLabels(bucketSlug, field, row.values)
  const isMany = row.operator !== null && takesList(row.operator)
  const [single] = row.values

  const goTo = (part: 'value') =>
    moveTo(frame.current?.querySelector(`[data-part="${part}"] input`))

  function change(next: DraftRow): void {
    setProblem(undefined)
    onTyping(undefined)
    onChange(next)
  }

  function choose(choice: Scalar): void {
    change(withValue(row, choice))
  }

  return (
    <div ref={frame} className={styles.row} role="group" aria-label={`Filter ${joint}`}>
      <span className={styles.joint}>{joint}</span>
      <div className={styles.field}>
        <PickBox
          label="Field"
          placeholder="Field"
          isRemote
          options={fieldChoices(schema, fieldText).map(({ path, title }) => ({
            id: path,
            label: title,
            description: path.replace(/^metadata\./, ''),
          }))}
          displayText={field?.title ?? row.field ?? ''}
          onText={(text = '') => setFieldText(text)}
          onChoose={(path, goesOn) => {
            const chosen = fieldAt(path, schema)
            if (chosen) change(withField(row, chosen))
            if (goesOn) goTo('value')
          }}
          onEnter={() => goTo('value')}
        />
      </div>
      <div className={styles.operator}>
        <PickBox
          label="Operator"
          placeholder="Operator"
          options={(field ? operatorsFor(field) : []).map((id) => ({ id, label: id }))}
          displayText={row.operator ?? ''}
          onChoose={(id, goesOn) => {
            const chosen = field && operatorsFor(field).find((one) => one === id)
            if (chosen) change(withOperator(row, chosen))
            if (goesOn) goTo('value')
          }}
          onEnter={() => goTo('value')}
        />
      </div>
      <div className={styles.value} data-part="value">
        {isMany && row.values.length > 0 ? (
          <TagGroup
            aria-label="Values"
            items={row.values.map((one) => ({ id: String(one), label: labelOf(one) }))}
            onRemove={(ids) =>
              change({ ...row, values: row.values.filter((one) => !ids.includes(String(one))) })
            }
          />
        ) : null}
        <PickBox
          label="Value"
          placeholder={isMany ? 'Add a value' : 'Value'}
          options={value.options}
          isRemote={value.isRemote}
          isLoading={value.isLoading}
          displayText={isMany || single === undefined ? '' : labelOf(single)}
          errorMessage={problem}
          onText={(text) => {
            setValueText(text ?? '')
            const typed = field && text !== undefined ? withTyped(row, text, field) : undefined
            const isValue = typed?.ok && (value.mayBeTyped || value.options.length === 0)
            onTyping(isValue ? typed.row : undefined)
          }}
          onChoose={(id) =>
            choose(id === EMPTY ? null : field?.type === 'switch' ? id === 'true' : id)
          }
          onTyped={(text) => {
            if (!field) return false
            const typed = withTyped(row, text, field)
            // If there are options to choose from, the first match wins.
            const isChoice = value.options.length > 0 && (!value.mayBeTyped || !typed.ok)
            if (isChoice && !/^[<>=!~]/.test(text.trim())) return false
            if (typed.ok) change(typed.row)
            else setProblem(typed.message)
            return true
          }}
          onEnter={onNext}
        />
      </div>
      <Button icon="x" variant="quiet" aria-label="Remove filter" onPress={onRemove} />
    </div>
  )
}
