import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useWriting } from '../use-session.tsx'
import styles from './rich-editor.module.css'
import { follow, linesOfBlocks } from './source-lines.ts'
import { markdownFormat } from './text-format.ts'

/** Milliseconds after the last key until the preview follows: reading a long text costs time by its length. */
const FOLLOW_AFTER = 150

interface MarkdownPreviewProps {
  label: string
  value: string
  /** The line of the source at a height of the window. */
  lineAt: (clientY: number) => number
}

/**
 * How Markdown will look, at the line where its source is. Only what our texts know is shown, so that no script or style of
 * a text runs.
 */
export function MarkdownPreview({ label, value, lineAt }: MarkdownPreviewProps) {
  const box = useRef<HTMLElement>(null)
  const [content] = useState(() => markdownFormat.read(value))
  const editor = useEditor({
    extensions: markdownFormat.extensions,
    content,
    editable: false,
    // Its style sheet would be an inline one, which the content security policy refuses.
    injectCSS: false,
    editorProps: { attributes: { role: 'document', class: styles.text ?? '' } },
  })
  const followSource = useEffectEvent(() => {
    if (box.current) box.current.scrollTop = scrollTopFor(editor, box.current, lineAt)
  })
  // The editor is outside React.
  useEffect(() => {
    const late = setTimeout(() => {
      editor.commands.setContent(markdownFormat.read(value))
      followSource()
    }, FOLLOW_AFTER)
    return () => clearTimeout(late)
  }, [editor, value])
  // Any element that scrolls the text, except the preview.
  useEffect(() => {
    let frame = 0
    function handleScroll({ target }: Event) {
      if (target === box.current) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => followSource())
    }
    const options = { capture: true, passive: true }
    document.addEventListener('scroll', handleScroll, options)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', handleScroll, options)
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section ref={box} className={styles.preview} aria-label={`Preview of ${label}`} tabIndex={0}>
      <EditorContent editor={editor} {...useWriting()} />
    </section>
  )
}

/** Where the preview has to be for the line at its top to be the one of the source that is as high on the page. */
function scrollTopFor(
  editor: Editor,
  box: HTMLElement,
  lineAt: MarkdownPreviewProps['lineAt'],
): number {
  const { doc } = editor.state
  const start = box.getBoundingClientRect().top - box.scrollTop
  const tops = [...editor.view.dom.children].map((one) => one.getBoundingClientRect().top - start)
  const line = lineAt(box.getBoundingClientRect().top)
  return follow(line, linesOfBlocks(doc), [...tops, box.scrollHeight])
}
