import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useWriting } from '../use-session.tsx'
import styles from './rich-editor.module.css'
import { follow, linesOfBlocks } from './source-lines.ts'
import { markdownFormat } from './text-format.ts'

/** Delay of the preview after the last key press, in ms. Parsing takes longer the longer the text is. */
const FOLLOW_AFTER = 150

interface MarkdownPreviewProps {
  label: string
  value: string
  /** Returns the line of the source at a y coordinate of the window. */
  lineAt: (clientY: number) => number
}

/**
 * Shows how Markdown will look, scrolled to the line of its source. It shows only elements that our texts know, so no
 * script or style of a text runs.
 */
export function MarkdownPreview({ label, value, lineAt }: MarkdownPreviewProps) {
  const box = useRef<HTMLElement>(null)
  const [content] = useState(() => markdownFormat.read(value))
  const editor = useEditor({
    extensions: markdownFormat.extensions,
    content,
    editable: false,
    // Its style sheet would be inline, which the content security policy refuses.
    injectCSS: false,
    editorProps: { attributes: { role: 'document', class: styles.text ?? '' } },
  })
  const followSource = useEffectEvent(() => {
    if (box.current) box.current.scrollTop = scrollTopFor(editor, box.current, lineAt)
  })
  // The editor is outside React.
  useEffect(() => {
    const timer = setTimeout(() => {
      editor.commands.setContent(markdownFormat.read(value))
      followSource()
    }, FOLLOW_AFTER)
    return () => clearTimeout(timer)
  }, [editor, value])
  // Listens to any element that may scroll the text, except the preview.
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

/** Returns the scroll position at which the preview's top line is the source line at the same height on the page. */
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
