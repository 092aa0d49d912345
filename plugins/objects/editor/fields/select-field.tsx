import type { Metafield } from '@typecase/contract/metafields'
import { Select } from '@typecase/ui/select'

import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'
import { chosenID, fieldOptions, withChosen } from './field-options.ts'

const none = { id: '', label: 'None' }

/** One of several options, in a list. */
export function SelectMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  const id = chosenID(value)
  const options = withChosen(fieldOptions(props.field), id === null ? [] : [id])
  return (
    <Select
      {...text}
      options={props.field.required || id === null ? options : [none, ...options]}
      value={id}
      onChange={(next) => setValue(storedOption(props.field, next))}
    />
  )
}

/** The old drop-down stores its options whole. */
function storedOption(field: Metafield, id: string | null): unknown {
  if (!id) return undefined
  if (field.type !== 'select-dropdown') return id
  const option = fieldOptions(field).find((one) => one.id === id)
  return { key: id, value: option?.label ?? id }
}
