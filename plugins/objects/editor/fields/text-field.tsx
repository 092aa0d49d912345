import { TextField } from '@typecase/ui/text-field'

import type { FieldProps } from '../use-session.tsx'
import { textOf, useField } from '../use-session.tsx'

export function TextMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return <TextField {...text} value={textOf(value)} onChange={setValue} autoComplete="off" />
}
