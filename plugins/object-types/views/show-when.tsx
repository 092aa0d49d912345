import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'

import type { FieldDraft } from '../draft/type-draft.ts'

interface ShowWhenProps {
  field: FieldDraft
  /** The top-level fields, which a condition can refer to. */
  fields: readonly FieldDraft[]
  onChange(patch: Partial<FieldDraft>): void
}

const OPERATORS = [
  { id: 'eq', label: 'is' },
  { id: 'neq', label: 'is not' },
  { id: 'exists', label: 'has a value' },
  { id: 'not_exists', label: 'has no value' },
]

const operatorOf = (id: string | null) =>
  id === 'neq' || id === 'exists' || id === 'not_exists' ? id : 'eq'

/** The condition on another field under which this field is shown. A hidden field is not required. */
export function ShowWhen({ field, fields, onChange }: ShowWhenProps) {
  const condition = field.show_when ?? null
  const others = fields.filter(({ uid }) => uid !== field.uid)
  return (
    <>
      <Select
        label="Show only when"
        options={[
          { id: '', label: 'Always' },
          ...others.map(({ key, title }) => ({ id: key, label: title })),
        ]}
        value={condition?.key ?? ''}
        onChange={(key) =>
          onChange({ show_when: key ? { op: 'eq', value: '', ...condition, key } : null })
        }
      />
      {condition ? (
        <>
          <Select
            label="Condition"
            options={OPERATORS}
            value={condition.op}
            onChange={(id) => onChange({ show_when: { ...condition, op: operatorOf(id) } })}
          />
          {condition.op === 'eq' || condition.op === 'neq' ? (
            <TextField
              label="Condition value"
              value={
                typeof condition.value === 'string'
                  ? condition.value
                  : JSON.stringify(condition.value ?? '')
              }
              onChange={(value) => onChange({ show_when: { ...condition, value } })}
            />
          ) : null}
        </>
      ) : null}
    </>
  )
}
