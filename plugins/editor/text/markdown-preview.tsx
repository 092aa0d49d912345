import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'

import { useWriting } from '../use-session.tsx'
import styles from './rich-editor.module.css'
import { markdownFormat } from './text-format.ts'

/** Milliseconds after the last key until the preview follows: reading a long text costs time by its length. */
const FOLLOW_AFTER = 150

/** How Markdown will look. Only what our texts know is shown, so that no script or style of a text runs. */
export function MarkdownPreview({ label, value }: { label: string; value: string }) {
  const [content] = useState(() => markdownFormat.read(value))
  const editor = useEditor({
    extensions: markdownFormat.extensions,
    content,
    editable: false,
    // Its style sheet would be an inline one, which the content security policy refuses.
    injectCSS: false,
    editorProps: { attributes: { role: 'document', class: styles.text ?? '' } },
  })
  // The editor is outside React.
  useEffect(() => {
    const late = setTimeout(
      () => editor.commands.setContent(markdownFormat.read(value)),
      FOLLOW_AFTER,
    )
    return () => clearTimeout(late)
  }, [editor, value])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section className={styles.preview} aria-label={`Preview of ${label}`} tabIndex={0}>
      <EditorContent editor={editor} {...useWriting()} />
    </section>
  )
}
