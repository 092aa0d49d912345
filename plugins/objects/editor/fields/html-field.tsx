import { htmlFormat } from '../text/text-format.ts'
import type { FieldProps } from '../use-session.tsx'
import { textOf, useField } from '../use-session.tsx'
import { FormattedText } from './formatted-text.tsx'

export function HtmlMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return (
    <FormattedText
      text={text}
      label={props.field.title}
      value={textOf(value)}
      onChange={setValue}
      format={htmlFormat}
      language="html"
    />
  )
}
