import { markdownFormat } from '../text/text-format.ts'
import type { FieldProps } from '../use-session.tsx'
import { textOf, useField } from '../use-session.tsx'
import { FormattedText } from './formatted-text.tsx'

/** Rich text, stored as Markdown with `{{…}}` blocks. */
export function RichTextMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  return (
    <FormattedText
      text={text}
      label={props.field.title}
      value={textOf(value)}
      onChange={setValue}
      format={markdownFormat}
      language="markdown"
    />
  )
}
