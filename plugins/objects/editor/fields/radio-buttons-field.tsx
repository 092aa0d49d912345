import { Radio, RadioGroup } from '@typecase/ui/radio-group'

import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'
import { chosenID, fieldOptions, withChosen } from './field-options.ts'

/** One of a few choices, all in view. */
export function RadioButtonsMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  const id = chosenID(value)
  return (
    <RadioGroup {...text} value={id} onChange={setValue} orientation="horizontal">
      {withChosen(fieldOptions(props.field), id === null ? [] : [id]).map((option) => (
        <Radio key={option.id} value={option.id}>
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
