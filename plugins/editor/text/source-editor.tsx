import { useService } from '@typecase/plugin-sdk/react/services'
import { Toasts } from '@typecase/plugin-sdk/services'
import { type Ref, useImperativeHandle, useRef } from 'react'

import { useWriting } from '../use-session.tsx'
import { CodeEditor, type CodeEditorHandle } from './code-editor.tsx'
import { pictureSource, useTextPictures } from './use-text-pictures.tsx'

const FORMATTED =
  /<(h[1-6]|ul|ol|dl|table|blockquote|a|b|strong|i|em|u|sup|sub|mark|ruby|details)[\s>]|MsoListParagraph|font-weight:\s*(bold|[6-9]00)/i
/** HTML from a code editor, which colours its words: the plain text is meant. */
const CODE = /<pre[\s>]|white-space:\s*pre(?!-)/i

export interface SourceEditorHandle extends CodeEditorHandle {
  /** Opens the picker; undefined if no plugin offers pictures. */
  readonly choosePicture: (() => void) | undefined
}

interface SourceEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  language: 'html' | 'markdown'
  onFocus?: () => void
  onBlur?: () => void
  onSelect?: (hasSelection: boolean) => void
  ref?: Ref<SourceEditorHandle>
}

/** Edits the source of a text that takes pictures. */
export function SourceEditor({
  label,
  value,
  onChange,
  language,
  onFocus,
  onBlur,
  onSelect,
  ref,
}: SourceEditorProps) {
  const code = useRef<CodeEditorHandle>(null)
  const toasts = useService(Toasts)
  const pictures = useTextPictures({
    label,
    insert: (all) =>
      code.current?.replaceSelection(all.map((one) => pictureSource(one, language)).join('\n')),
    describe({ src, alt }) {
      const [before, after] = [
        pictureSource({ src, alt: '' }, language),
        pictureSource({ src, alt }, language),
      ]
      onChange(value.replaceAll(before, () => after))
    },
  })
  const insert = (text: string): void => code.current?.replaceSelection(text)

  async function insertMarkdown(html: string, asText: string): Promise<void> {
    const [{ markdownOf }, { cleanPasted, describeLosses }] = await Promise.all([
      import('./text-format.ts'),
      import('./pasted-html.ts'),
    ])
    const { html: clean, files, lost, foreign, embeds } = cleanPasted(html)
    insert(markdownOf(clean) || asText)
    if (pictures.isOffered && files.length > 0) pictures.take(files)
    const missing = pictures.isOffered ? lost : lost + files.length
    const message = describeLosses({ lost: missing, foreign, embeds })
    if (message) toasts.show({ message })
  }

  /** Keeps the headings, lists, tables and marks of pasted text. */
  function pasteHtml(html: string, asText: string): boolean {
    if (language !== 'markdown' || !FORMATTED.test(html) || CODE.test(html)) return false
    insertMarkdown(html, asText).catch(() => insert(asText))
    return true
  }
  useImperativeHandle(ref, () => ({
    insert: (change) => code.current?.insert(change),
    replaceSelection: (text) => code.current?.replaceSelection(text),
    link: () => code.current?.link(),
    takeFocus: () => code.current?.takeFocus(),
    lineAt: (clientY) => code.current?.lineAt(clientY) ?? 0,
    choosePicture: pictures.isOffered ? pictures.choose : undefined,
  }))
  return (
    <>
      <CodeEditor
        ref={code}
        label={label}
        language={language}
        value={value}
        onChange={onChange}
        onPasteHtml={pasteHtml}
        onFiles={pictures.isOffered ? pictures.take : undefined}
        onFocus={() => {
          pictures.visit()
          onFocus?.()
        }}
        onBlur={onBlur}
        onSelect={onSelect}
        writing={useWriting()}
      />
      {pictures.below}
    </>
  )
}
