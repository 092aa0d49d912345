import { PASSWORD_MIN } from '@typecase/contract/users'
import { TextField, type TextFieldProps } from '@typecase/ui/text-field'

import styles from './form-parts.module.css'

/** Shown under password fields. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters; a sentence is best.`

/** An error of the form as a whole. Screen readers announce it at once. */
export function FormFailure({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className={styles.failure}>
      {message}
    </p>
  )
}

/** A field for an authenticator app's code, with a numeric keyboard on phones and autofill by password managers. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck="false"
      isCode
      isRequired
      {...props}
    />
  )
}
