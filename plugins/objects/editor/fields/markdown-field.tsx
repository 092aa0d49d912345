import { MediaPicker } from '@typecase/content/media-picker'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Field } from '@typecase/ui/field'
import { Toolbar } from '@typecase/ui/toolbar'
import { useRef } from 'react'

import { SourceEditor, type SourceEditorHandle } from '../text/source-editor.tsx'
import type { FieldProps } from '../use-session.tsx'
import { textOf, useField } from '../use-session.tsx'

const tools = [
  { label: 'Bold', icon: 'bold', change: { around: '**' } },
  { label: 'Italic', icon: 'italic', change: { around: '*' } },
  { label: 'Code', icon: 'code', change: { around: '`' } },
  { label: 'Heading', icon: 'heading', change: { before: '## ' } },
  { label: 'List', icon: 'list', change: { before: '- ' } },
  { label: 'Quote', icon: 'quote', change: { before: '> ' } },
]

/** Markdown as it is written. */
export function MarkdownMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const services = useServices()
  const editor = useRef<SourceEditorHandle>(null)
  return (
    <Field {...text}>
      <Toolbar aria-label={`Formatting of ${field.title}`}>
        {tools.map(({ label, icon, change }) => (
          <Button
            key={label}
            variant="quiet"
            icon={icon}
            aria-label={label}
            onPress={() => editor.current?.insert(change)}
          />
        ))}
        {services.has(MediaPicker) ? (
          <Button
            variant="quiet"
            icon="image"
            aria-label="Insert picture"
            onPress={() => editor.current?.choosePicture?.()}
          />
        ) : null}
      </Toolbar>
      <SourceEditor
        ref={editor}
        label={field.title}
        language="markdown"
        value={textOf(value)}
        onChange={setValue}
      />
    </Field>
  )
}
