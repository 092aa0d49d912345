import { MediaPicker } from '@typecase/content/media-picker'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Field } from '@typecase/ui/field'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Toolbar, ToolbarSpace } from '@typecase/ui/toolbar'
import { Suspense, useRef, useState } from 'react'

import { SourceEditor, type SourceEditorHandle } from '../text/source-editor.tsx'
import type { FieldProps } from '../use-session.tsx'
import { textOf, useField } from '../use-session.tsx'
import styles from './fields.module.css'

const tools = [
  { label: 'Bold', icon: 'bold', change: { around: '**' } },
  { label: 'Italic', icon: 'italic', change: { around: '*' } },
  { label: 'Code', icon: 'code', change: { around: '`' } },
  { label: 'Heading', icon: 'heading', change: { before: '## ' } },
  { label: 'List', icon: 'list', change: { before: '- ' } },
  { label: 'Quote', icon: 'quote', change: { before: '> ' } },
]

const MarkdownPreview = lazyView(
  async () => (await import('../text/markdown-preview.tsx')).MarkdownPreview,
  'The preview',
)

/** Whether this browser shows how Markdown will look beside it. */
const PREVIEW = 'objects.markdown-preview'

/** Markdown as it is written, and beside it how it will look. */
export function MarkdownMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const services = useServices()
  const storage = useService(Storage)
  const [isPreviewed, setPreviewed] = useState(() => storage.get(PREVIEW) === true)
  const editor = useRef<SourceEditorHandle>(null)

  function handlePreview() {
    storage.set(PREVIEW, !isPreviewed)
    setPreviewed(!isPreviewed)
  }

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
        <ToolbarSpace />
        <Button
          variant="quiet"
          icon="eye"
          aria-pressed={isPreviewed}
          isActive={isPreviewed}
          onPress={handlePreview}
        >
          Preview
        </Button>
      </Toolbar>
      <div className={styles.pair}>
        <div>
          <SourceEditor
            ref={editor}
            label={field.title}
            language="markdown"
            value={textOf(value)}
            onChange={setValue}
          />
        </div>
        {isPreviewed ? (
          <div>
            <Suspense fallback={<SkeletonLines label="Preview" />}>
              <MarkdownPreview label={field.title} value={textOf(value)} />
            </Suspense>
          </div>
        ) : null}
      </div>
    </Field>
  )
}
