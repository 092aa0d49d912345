import { MediaPicker } from '@typecase/content/media-picker'
import { Focus } from '@typecase/plugin-sdk/focus'
import { Here } from '@typecase/plugin-sdk/here'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Field } from '@typecase/ui/field'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { TextWithTools, Toolbar, ToolbarSpace } from '@typecase/ui/toolbar'
import { Suspense, useEffect, useRef, useState } from 'react'

import { richText } from '../session/editor-page.ts'
import { RichTextFact, useCaretFacts, useFocusFacts } from '../text/text-facts.tsx'
import { SourceEditor, type SourceEditorHandle } from '../text/source-editor.tsx'
import { type FieldProps, textOf, useField } from '../use-session.tsx'
import styles from './fields.module.css'

const markdownTools = [
  { label: 'Bold', icon: 'bold', change: { around: '**' } },
  { label: 'Italic', icon: 'italic', change: { around: '*' } },
  { label: 'Code', icon: 'code', change: { around: '`' } },
  { label: 'Heading', icon: 'heading', change: { before: '## ' } },
  { label: 'List', icon: 'list', change: { before: '- ' } },
  { label: 'Quote', icon: 'quote', change: { before: '> ' } },
]

/** The Markdown that commands and keys insert, by the equivalent tool of a rich text. */
const changes: Readonly<Record<string, Parameters<SourceEditorHandle['insert']>[0]>> = {
  bold: { around: '**' },
  italic: { around: '*' },
  code: { around: '`' },
  strike: { around: '~~' },
  underline: { around: '<u>', end: '</u>' },
  'heading-1': { before: '# ' },
  'heading-2': { before: '## ' },
  'heading-3': { before: '### ' },
  bulletList: { before: '- ' },
  orderedList: { before: '1. ' },
  blockquote: { before: '> ' },
}

const MarkdownPreview = lazyView(
  async () => (await import('../text/markdown-preview.tsx')).MarkdownPreview,
  'The preview',
)

/** The storage key for whether this browser shows a preview beside the Markdown. */
const PREVIEW = 'editor.markdown-preview'

/** Edits Markdown source, with a preview beside it. */
export function MarkdownMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const services = useServices()
  const storage = useService(Storage)
  const [isPreviewed, setPreviewed] = useState(() => storage.get(PREVIEW) === true)
  const editor = useRef<SourceEditorHandle>(null)
  const here = useService(Here)
  const focus = useService(Focus)
  const tools = useRef<HTMLDivElement>(null)
  const [isVisited, setVisited] = useState(false)
  const stateFocus = useFocusFacts()
  const stateCaret = useCaretFacts()
  // Commands format the text that had the focus last.
  const takeBack = useRef<() => void>(undefined)
  useEffect(() => () => takeBack.current?.(), [])

  function handleFocus() {
    stateFocus(false)
    stateCaret(undefined)
    setVisited(true)
    takeBack.current?.()
    takeBack.current = here.offer(richText, {
      format(tool) {
        const change = changes[tool]
        if (change) editor.current?.insert(change)
      },
      openLink: () => editor.current?.link(),
      focusTools: () => focus.moveTo(tools.current?.querySelector('button')),
    })
  }

  function handlePreview() {
    storage.set(PREVIEW, !isPreviewed)
    setPreviewed(!isPreviewed)
  }

  return (
    <Field {...text}>
      {isVisited ? <RichTextFact /> : null}
      <TextWithTools
        ref={tools}
        onType={() => editor.current?.takeFocus()}
        tools={
          <div className={styles.sticky}>
            <Toolbar aria-label={`Formatting of ${field.title}`}>
              {markdownTools.map(({ label, icon, change }) => (
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
                  aria-label="Insert image"
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
          </div>
        }
      >
        <div className={styles.pairFrame}>
          <div className={styles.pair} data-split={isPreviewed || undefined}>
            <div>
              <SourceEditor
                ref={editor}
                label={field.title}
                language="markdown"
                value={textOf(value)}
                onChange={setValue}
                onFocus={handleFocus}
                onBlur={() => stateFocus(undefined)}
                onSelect={stateFocus}
              />
            </div>
            {isPreviewed ? (
              <div>
                <Suspense fallback={<SkeletonLines label="Preview" />}>
                  <MarkdownPreview
                    label={field.title}
                    value={textOf(value)}
                    lineAt={(clientY) => editor.current?.lineAt(clientY) ?? 0}
                  />
                </Suspense>
              </div>
            ) : null}
          </div>
        </div>
      </TextWithTools>
    </Field>
  )
}
