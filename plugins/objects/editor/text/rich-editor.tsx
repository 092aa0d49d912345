import type { Editor } from '@tiptap/core'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Here } from '@typecase/plugin-sdk/here'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'

import { useWriting } from '../use-session.tsx'
import { richText } from '../session/editor-page.ts'
import { cleanPasted } from './pasted-html.ts'
import type { TextFormat } from './text-format.ts'
import { allTools, type TextTool } from './text-tools.ts'
import { type OpenPart, TextToolbar } from './text-toolbar.tsx'
import { useTextPictures } from './use-text-pictures.tsx'
import styles from './rich-editor.module.css'

/** Milliseconds after the last key until a long text is handed in: writing it out costs time by its length. */
const HAND_IN_AFTER = 150
const LONG = 20_000

export interface RichEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Registers what must run before saving. @returns its removal */
  onFlush: (flush: () => void) => () => void
  onSource: () => void
  format: TextFormat
  isInvalid?: boolean
}

/** A text edited as it will look. What it cannot show must not get here: see `isFaithful` of the format. */
export function RichEditor(props: RichEditorProps) {
  const { label, value, onChange, onFlush, onSource, format, isInvalid } = props
  const [open, setOpen] = useState<OpenPart>()
  const [hasFocus, setFocus] = useState(false)
  // The text as this editor last read or wrote it: anything else comes from elsewhere.
  const known = useRef(value)
  // The menu was opened by typing its sign, which belongs into the text if nothing is chosen.
  const isSlash = useRef(false)
  const here = useService(Here)
  // Commands format the text that had the focus last.
  const takeBack = useRef<() => void>(undefined)
  const late = useRef<ReturnType<typeof setTimeout>>(undefined)

  const handIn = useEffectEvent((editor: Editor) => {
    clearTimeout(late.current)
    late.current = undefined
    const text = format.write(editor)
    if (text === known.current) return
    known.current = text
    onChange(text)
  })

  const pictures = useTextPictures({
    label,
    insert: (all) =>
      editor.commands.insertContent(all.map((attrs) => ({ type: 'image', attrs: { ...attrs } }))),
    describe: ({ src, alt }) => describePicture(editor, src, alt),
  })
  const takeFiles = useEffectEvent((files: FileList | undefined) => {
    if (!pictures.isOffered || !files || files.length === 0) return false
    pictures.take([...files])
    return true
  })

  const editor = useEditor({
    extensions: format.extensions,
    content: format.read(value),
    // Its style sheet would be an inline one, which the content security policy refuses.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: styles.text ?? '',
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (_view, { clipboardData }) =>
        // Office programs copy a text and a picture of it.
        !clipboardData?.types.includes('text/plain') && takeFiles(clipboardData?.files),
      handleDrop(view, { dataTransfer, clientX: left, clientY: top }) {
        const at = view.posAtCoords({ left, top })
        if (!takeFiles(dataTransfer?.files)) return false
        if (at) editor.commands.setTextSelection(at.pos)
        return true
      },
      handleKeyDown(view, event) {
        const { $from, empty } = view.state.selection
        const isEmptyLine = empty && $from.parent.isTextblock && $from.parent.content.size === 0
        if (event.key !== '/' || !isEmptyLine) return false
        isSlash.current = true
        setOpen('menu')
        return true
      },
    },
    onUpdate: ({ editor: now }) => {
      if (now.state.doc.content.size < LONG) return handIn(now)
      clearTimeout(late.current)
      late.current = setTimeout(() => handIn(now), HAND_IN_AFTER)
    },
    onFocus: ({ editor: now }) => {
      setFocus(true)
      pictures.visit()
      takeBack.current?.()
      takeBack.current = here.offer(richText, {
        format: (tool) => allTools.find(({ id }) => id === tool)?.run(now),
        openLink: () => setOpen('link'),
      })
    },
    onBlur: ({ editor: now }) => {
      setFocus(false)
      if (late.current !== undefined) handIn(now)
    },
  })

  const flush = useEffectEvent(() => {
    if (late.current !== undefined) handIn(editor)
  })
  // Saving asks for what was typed within the last moments; so does leaving.
  useEffect(() => {
    const off = onFlush(() => flush())
    return () => {
      flush()
      off()
      takeBack.current?.()
    }
  }, [onFlush])

  // A value from elsewhere (a merge, a discard) replaces the text without being a change of the user's.
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    editor.commands.setContent(format.read(value), { emitUpdate: false })
  }, [value, editor, format])

  function handleOpen(part: OpenPart) {
    setOpen(part)
    if (part !== undefined) return
    if (isSlash.current) editor.chain().focus().insertContent('/').run()
    else editor.commands.focus()
    isSlash.current = false
  }

  function handleTool(tool: TextTool) {
    isSlash.current = false
    tool.run(editor)
  }

  return (
    <div className={styles.frame} data-rich-text data-invalid={isInvalid || undefined}>
      {hasFocus ? <TextFacts editor={editor} /> : null}
      <TextToolbar
        {...{ editor, label, open, onSource }}
        onPicture={pictures.isOffered ? pictures.choose : undefined}
        onOpen={handleOpen}
        onTool={handleTool}
      />
      <EditorContent editor={editor} {...useWriting()} />
      {pictures.below}
    </div>
  )
}

/** Gives the pictures at an address the words that they lack. */
function describePicture(editor: Editor, src: string, alt: string): void {
  const { tr, doc } = editor.state
  doc.descendants((node, at) => {
    const isMeant = node.type.name === 'image' && node.attrs['src'] === src && !node.attrs['alt']
    if (isMeant) tr.setNodeAttribute(at, 'alt', alt)
  })
  editor.view.dispatch(tr)
}

/** States that a rich text has the focus, and whether some of it is selected: formatting keys depend on it. */
function TextFacts({ editor }: { editor: Editor }) {
  const hasSelection = useEditorState({
    editor,
    selector: ({ editor: now }) => !now.state.selection.empty,
  })
  useProvideFacts({
    'objects.inRichText': true,
    ...(hasSelection && { 'objects.hasTextSelection': true }),
  })
  return null
}
