import { htmlFormat, markdownFormat } from '../text/text-format.ts'
import { type FieldProps, textOf, useField } from '../use-session.tsx'
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
