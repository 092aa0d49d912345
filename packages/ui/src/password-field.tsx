import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import control from './control.module.css'
import { Icon } from './icon.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'suffix' | 'look' | 'prefix'>

/** A field for a password, with a button that reveals it, so the user can check it before sending. */
export function PasswordField(props: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      spellCheck="false"
      {...props}
      type={isVisible ? 'text' : 'password'}
      suffix={
        <Button
          className={control.inside ?? ''}
          aria-label={isVisible ? 'Hide password' : 'Show password'}
          onPress={() => setVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} size={14} />
        </Button>
      }
    />
  )
}
