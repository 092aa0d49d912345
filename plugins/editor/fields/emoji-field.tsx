import { Button } from '@typecase/ui/button'
import { EmojiPicker } from '@typecase/ui/emoji-picker'
import { Field } from '@typecase/ui/field'
import { Popover, PopoverTrigger } from '@typecase/ui/popover'
import { useState } from 'react'

import { type FieldProps, textOf, useField } from '../use-session.tsx'
import styles from './fields.module.css'

export function EmojiMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const [isOpen, setOpen] = useState(false)
  const emoji = textOf(value)
  return (
    <Field {...text}>
      <div className={styles.inline}>
        <PopoverTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <Button
            aria-label={emoji ? `Change ${field.title}, now ${emoji}` : `Choose ${field.title}`}
            icon={emoji ? undefined : 'smile'}
          >
            {emoji || 'Choose…'}
          </Button>
          <Popover aria-label={`Emoji for ${field.title}`}>
            <EmojiPicker
              autoFocus
              onPick={(picked) => {
                setValue(picked)
                setOpen(false)
              }}
            />
          </Popover>
        </PopoverTrigger>
        {emoji ? (
          <Button
            variant="quiet"
            icon="x"
            aria-label={`Clear ${field.title}`}
            onPress={() => setValue(undefined)}
          />
        ) : null}
      </div>
    </Field>
  )
}
