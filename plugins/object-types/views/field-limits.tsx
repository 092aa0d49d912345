import { FormRow } from '@typecase/ui/form'
import { NumberField } from '@typecase/ui/number-field'
import { TextField } from '@typecase/ui/text-field'

import type { FieldDraft } from '../draft/type-draft.ts'
import { has } from '../field-types.ts'

interface FieldLimitsProps {
  field: FieldDraft
  onChange(patch: Partial<FieldDraft>): void
}

/** The limits of a field's values: lengths, bounds, a pattern. */
export function FieldLimits({ field, onChange }: FieldLimitsProps) {
  const number = (key: 'minlength' | 'maxlength' | 'min' | 'max', label: string) => (
    <NumberField
      label={label}
      value={field[key] ?? null}
      onChange={(value) => onChange({ [key]: Number.isNaN(value) ? null : value })}
    />
  )
  return (
    <>
      {has.length(field.type) ? (
        <FormRow>
          {number('minlength', 'Minimum characters')}
          {number('maxlength', 'Maximum characters')}
        </FormRow>
      ) : null}
      {has.bounds(field.type) ? (
        <FormRow>
          {number('min', 'Minimum')}
          {number('max', 'Maximum')}
        </FormRow>
      ) : null}
      {has.count(field.type) ? (
        <FormRow>
          {number('min', 'Minimum')}
          {number('max', 'Maximum')}
        </FormRow>
      ) : null}
      {has.pattern(field.type) ? (
        <>
          <TextField
            label="Pattern"
            isCode
            description="A regular expression that the whole text must match."
            value={field.regex ?? ''}
            onChange={(regex) => onChange({ regex })}
          />
          <TextField
            label="Error message"
            value={field.regex_message ?? ''}
            onChange={(regex_message) => onChange({ regex_message })}
          />
        </>
      ) : null}
    </>
  )
}
