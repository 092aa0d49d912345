import { htmlFormat, markdownFormat, type TextFormat } from '../text/text-format.ts'
import { type FieldProps, textOf, useField } from '../use-session.tsx'
import { FormattedText } from './formatted-text.tsx'

export const HtmlMetafield = formattedMetafield(htmlFormat, 'html')

/** Edits rich text, stored as Markdown with `{{…}}` blocks. */
export const RichTextMetafield = formattedMetafield(markdownFormat, 'markdown')

function formattedMetafield(format: TextFormat, language: 'html' | 'markdown') {
  return function FormattedMetafield(props: FieldProps) {
    const { value, setValue, text } = useField(props)
    return (
      <FormattedText
        text={text}
        label={props.field.title}
        value={textOf(value)}
        onChange={setValue}
        format={format}
        language={language}
      />
    )
  }
}
