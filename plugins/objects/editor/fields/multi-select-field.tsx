import { ComboBox } from '@typecase/ui/combo-box'
import { Field } from '@typecase/ui/field'
import { TagGroup } from '@typecase/ui/tag-group'
import { useState } from 'react'

import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'
import { chosenIDs, fieldOptions, withChosen } from './field-options.ts'
import styles from './fields.module.css'

/** Any number of options: the chosen ones as chips, the others found by typing. */
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
