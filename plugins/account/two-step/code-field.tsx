import { TextField, type TextFieldProps } from '@typecase/ui/text-field'

/** A code of an authenticator app: digits on a phone's keyboard, filled in by password managers. */
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
