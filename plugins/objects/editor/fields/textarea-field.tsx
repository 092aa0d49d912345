import { TextArea } from '@typecase/ui/text-area'

import type { FieldProps } from '../use-session.tsx'
import { textOf, useField } from '../use-session.tsx'

export function TextareaMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return <TextArea {...text} value={textOf(value)} onChange={setValue} rows={3} />
}
