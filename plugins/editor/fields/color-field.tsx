import { ColorField } from '@typecase/ui/color-field'

import { type FieldProps, textOf, useField } from '../use-session.tsx'

export function ColorMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return (
    <ColorField
      {...text}
      value={textOf(value) || null}
      onChange={(color) => setValue(color ?? undefined)}
    />
  )
}
