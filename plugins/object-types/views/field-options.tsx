import { Select } from '@typecase/ui/select'
import { TextArea } from '@typecase/ui/text-area'
import { useState } from 'react'

import type { FieldDraft } from '../draft/type-draft.ts'
import { has } from '../field-types.ts'

interface FieldOptionsProps {
  field: FieldDraft
  onChange(patch: Partial<FieldDraft>): void
}

/** The options as text, one per line; with keys, `key: Value`. */
export function FieldOptions({ field, onChange }: FieldOptionsProps) {
  const isKeyed = has.keyedOptions(field.type)
  // The state keeps the typed text: parsing and printing it would move the caret at every empty line.
  const [text, setText] = useState(() => printOptions(field.options, isKeyed))

  if (has.switchOptions(field.type)) {
    return (
      <Select
        label="Answers"
        options={[
          { id: 'true,false', label: 'True, False' },
          { id: 'yes,no', label: 'Yes, No' },
        ]}
        value={typeof field.options === 'string' ? field.options : 'true,false'}
        onChange={(options) => onChange({ options: options ?? 'true,false' })}
      />
    )
  }
  if (!has.options(field.type)) return null
  return (
    <TextArea
      label="Options"
      description={isKeyed ? 'One per line, as key: Value' : 'One per line'}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange({ options: readOptions(next, isKeyed) })
      }}
    />
  )
}

interface Option {
  key?: string
  value?: string
}

function printOptions(options: FieldDraft['options'], isKeyed: boolean): string {
  if (!Array.isArray(options)) return ''
  return (options as Option[])
    .map(({ key, value }) => (isKeyed ? `${key ?? ''}: ${value ?? ''}` : (value ?? '')))
    .join('\n')
}

function readOptions(text: string, isKeyed: boolean): Option[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      if (!isKeyed) return { value: line }
      const [key = '', ...rest] = line.split(':')
      return { key: key.trim(), value: rest.join(':').trim() || key.trim() }
    })
}
