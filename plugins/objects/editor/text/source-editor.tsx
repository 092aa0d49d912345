import { type Ref, useImperativeHandle, useRef } from 'react'

import { useWriting } from '../use-session.tsx'
import { CodeEditor, type CodeEditorHandle } from './code-editor.tsx'
import { pictureSource, useTextPictures } from './use-text-pictures.tsx'

const FORMATTED =
  /<(h[1-6]|ul|ol|table|blockquote|a|b|strong|i|em)[\s>]|MsoListParagraph|font-weight:\s*(bold|[6-9]00)/i
/** A code editor colours its words; they are meant as they stand. */
const CODE = /<pre[\s>]|white-space:\s*pre(?!-)/i

export interface SourceEditorHandle extends CodeEditorHandle {
  /** Opens the picker; undefined where nobody offers pictures. */
  readonly choosePicture: (() => void) | undefined
}

interface SourceEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  language: 'html' | 'markdown'
  ref?: Ref<SourceEditorHandle>
}

/** A text as it is written, that takes pictures. */
export function SourceEditor({ label, value, onChange, language, ref }: SourceEditorProps) {
  const code = useRef<CodeEditorHandle>(null)
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
  /** What was copied with headings, lists, tables or marks keeps them. */
  function pasteHtml(html: string, plain: string): boolean {
    if (language !== 'markdown' || !FORMATTED.test(html) || CODE.test(html)) return false
    const insert = (text: string): void => code.current?.replaceSelection(text)
    import('./text-format.ts').then(
      ({ markdownOf }) => insert(markdownOf(html) || plain),
      () => insert(plain),
    )
    return true
  }
  useImperativeHandle(ref, () => ({
    insert: (change) => code.current?.insert(change),
    replaceSelection: (text) => code.current?.replaceSelection(text),
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
        onFocus={pictures.visit}
        writing={useWriting()}
      />
      {pictures.below}
    </>
  )
}
