import { Checkbox } from '@typecase/ui/checkbox'
import { CheckboxGroup } from '@typecase/ui/checkbox-group'

import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'
import { chosenIDs, fieldOptions, withChosen } from './field-options.ts'

/** Any number of a few choices, all in view. */
export function CheckBoxesMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  const ids = chosenIDs(value)
  return (
    <CheckboxGroup {...text} value={ids} onChange={setValue} orientation="horizontal">
      {withChosen(fieldOptions(props.field), ids).map((option) => (
        <Checkbox key={option.id} value={option.id}>
          {option.label}
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}
