import type { Metafield } from '@typecase/contract/metafields'
import { Field } from '@typecase/ui/field'
import { Switch } from '@typecase/ui/switch'

import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'
import { fieldOptions } from './field-options.ts'
import styles from './fields.module.css'

/** On or off; the field's options name the two: `yes,no`. */
export function SwitchMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  const isOn = value === true || value === 'true'
  return (
    <Field {...text}>
      <div className={styles.switch}>
        <Switch aria-label={props.field.title} isSelected={isOn} onChange={setValue}>
          <span aria-hidden="true">{wordsOf(props.field)[isOn ? 0 : 1]}</span>
        </Switch>
      </div>
    </Field>
  )
}

/** `yes,no` names the two; `true,false` is only how it is stored. */
function wordsOf(field: Metafield): [string, string] {
  return fieldOptions(field)[0]?.label === 'yes' ? ['Yes', 'No'] : ['On', 'Off']
}
