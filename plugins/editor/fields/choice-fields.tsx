import type { Metafield } from '@typecase/contract/metafields'
import { Select } from '@typecase/ui/select'
import { Radio, RadioGroup } from '@typecase/ui/radio-group'
import { Checkbox } from '@typecase/ui/checkbox'
import { CheckboxGroup } from '@typecase/ui/checkbox-group'
import { ComboBox } from '@typecase/ui/combo-box'
import { Field } from '@typecase/ui/field'
import { TagGroup } from '@typecase/ui/tag-group'
import { useState } from 'react'
import { Switch } from '@typecase/ui/switch'

import { type FieldProps, useField } from '../use-session.tsx'
import { chosenID, chosenIDs, fieldOptions, withChosen } from './field-options.ts'
import styles from './fields.module.css'

const none = { id: '', label: 'None' }

/** Edits one of several options, in a list. */
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

/** Returns the value to store. The old drop-down type stores the whole option. */
function storedOption(field: Metafield, id: string | null): unknown {
  if (!id) return undefined
  if (field.type !== 'select-dropdown') return id
  const option = fieldOptions(field).find((one) => one.id === id)
  return { key: id, value: option?.label ?? id }
}

/** Edits one of a few options, all visible. */
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

/** Edits any number of a few options, all visible. */
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

/** Edits any number of options. The chosen ones are chips; typing finds the others. */
export function MultiSelectMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const [typed, setTyped] = useState('')
  const ids = chosenIDs(value)
  const options = withChosen(fieldOptions(field), ids)
  const labels = new Map(options.map(({ id, label }) => [id, label]))
  return (
    <Field {...text}>
      <div className={styles.chosen}>
        {ids.length > 0 ? (
          <TagGroup
            aria-label={`Chosen for ${field.title}`}
            items={ids.map((id) => ({ id, label: labels.get(id) ?? id }))}
            onRemove={(removed) => setValue(ids.filter((id) => !removed.includes(id)))}
          />
        ) : null}
        <ComboBox
          aria-label={`Add to ${field.title}`}
          placeholder="Add…"
          options={options.filter(({ id }) => !ids.includes(id))}
          value={null}
          inputValue={typed}
          onInputChange={setTyped}
          onChange={(id) => {
            setTyped('')
            if (id !== null) setValue([...ids, id])
          }}
          empty="No other option"
        />
      </div>
    </Field>
  )
}

/** Edits a switch. The field's options name its states: `yes,no`. */
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

/** Returns the names of the states: `yes,no` names them, `true,false` is only how they are stored. */
function wordsOf(field: Metafield): [string, string] {
  return fieldOptions(field)[0]?.label === 'yes' ? ['Yes', 'No'] : ['On', 'Off']
}
