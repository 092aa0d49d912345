import { useFieldKinds } from '@typecase/content/react/field-kinds'
import { Button } from '@typecase/ui/button'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { type FormEvent, useState } from 'react'

import { addField } from '../draft/field-tree.ts'
import { type FieldDraft, newField } from '../draft/type-draft.ts'
import { type ChosenType, chosenType, typeOptions } from '../field-types.ts'
import styles from './type-form.module.css'

interface AddFieldProps {
  parent: string | null
  /** The group or repeater that will contain the new field. */
  within?: Pick<FieldDraft, 'title' | 'type'>
  fields: readonly FieldDraft[]
  onAdd(fields: FieldDraft[], uid: string): void
}

/** Adds fields by keyboard: a name, a type, Enter, and the next name. */
export function AddField({ parent, within, fields, onAdd }: AddFieldProps) {
  const [title, setTitle] = useState('')
  const kinds = useFieldKinds()
  const [chosen, setChosen] = useState<ChosenType>({ type: 'text' })

  function handleAdd(event?: FormEvent) {
    event?.preventDefault()
    event?.stopPropagation()
    if (title.trim() === '') return
    const field = newField(title.trim(), chosen.type, chosen.kind)
    onAdd(addField(fields, parent, field), field.uid)
    setTitle('')
  }

  return (
    <form
      className={styles.add}
      aria-label={within ? `Add field to ${within.title}` : 'Add field'}
      onSubmit={handleAdd}
    >
      <TextField
        aria-label={parent === null ? 'New field' : 'New inner field'}
        placeholder="New field, such as Author"
        value={title}
        onChange={setTitle}
      />
      <Select
        aria-label="Type of the new field"
        options={typeOptions(within?.type ?? null, kinds)}
        value={chosen.kind?.id ?? chosen.type}
        onChange={(id) => setChosen(chosenType(id, kinds) ?? { type: 'text' })}
      />
      <Button
        icon="plus"
        type="submit"
        disabledReason={title.trim() ? undefined : 'Type a name first.'}
      >
        Add field
      </Button>
    </form>
  )
}
