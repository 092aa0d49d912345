import { Annotation, Compartment } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Writing } from '@typecase/ui/field'
import type { Ref } from 'react'
import { useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'

import styles from './code-editor.module.css'
import { type CodeLanguage, codeSetup, loadLanguage } from './code-setup.ts'
import { withChanges } from './line-breaks.ts'

/** Marks a value that came from outside. */
const fromOutside = Annotation.define<boolean>()

export interface CodeEditorHandle {
  /**
   * Toggles `around` before and `end`, by default `around`, after the selected text, or prefixes its lines with
   * `before`.
   */
  insert(change: { around?: string; end?: string; before?: string }): void
  /** Replaces the selected text. */
  replaceSelection(text: string): void
  /** Makes the selected text a Markdown link, with the caret where the URL belongs. */
  link(): void
  takeFocus(): void
  /** Returns the line at a y coordinate of the window, counted from 0, plus the fraction of the line above it. */
  lineAt(clientY: number): number
}

export interface CodeEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  language: CodeLanguage
  isInvalid?: boolean
  /** Takes files that the user drops on the text or pastes into it. */
  onFiles?: ((files: readonly File[]) => void) | undefined
  /** Takes pasted HTML. @returns whether it was taken; otherwise the plain text is pasted */
  onPasteHtml?: ((html: string, fallback: string) => boolean) | undefined
  onFocus?: (() => void) | undefined
  onBlur?: (() => void) | undefined
  /** Called with whether any text is selected, while the text has the focus. */
  onSelect?: ((hasSelection: boolean) => void) | undefined
  writing?: Writing | undefined
  ref?: Ref<CodeEditorHandle>
}

/**
 * A code editor in a shadow root. There CodeMirror adopts its style sheets; in the document it would add a `<style>`
 * element, which our content security policy refuses.
 */
export function CodeEditor(props: CodeEditorProps) {
  const {
    label,
    value,
    onChange,
    language,
    isInvalid,
    onFiles,
    onPasteHtml,
    onFocus,
    onBlur,
    onSelect,
    writing,
    ref,
  } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  // The text with its original line breaks. CodeMirror's document has only one kind.
  const text = useRef(value)
  const attributes = useRef(new Compartment())
  const aria = EditorView.contentAttributes.of({
    'aria-label': label,
    ...(isInvalid && { 'aria-invalid': 'true' }),
  })
  const handleChange = useEffectEvent(onChange)
  const handleSelect = useEffectEvent((isSome: boolean) => onSelect?.(isSome))
  const takeFiles = useEffectEvent((files: FileList | undefined, view: EditorView, at?: number) => {
    if (!onFiles || !files || files.length === 0) return false
    if (at !== undefined) view.dispatch({ selection: { anchor: at } })
    onFiles([...files])
    return true
  })
  const takeHtml = useEffectEvent((data: DataTransfer | null) => {
    const html = data?.getData('text/html')
    return html ? (onPasteHtml?.(html, data?.getData('text/plain') ?? '') ?? false) : false
  })
  const makeState = useEffectEvent(() => ({ doc: value, aria }))

  // CodeMirror controls this part of the document.
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const { doc, aria: first } = makeState()
    text.current = doc
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true })
    const slot = new Compartment()
    const editor = new EditorView({
      parent: root,
      root,
      doc,
      extensions: [
        codeSetup,
        slot.of([]),
        EditorView.domEventHandlers({
          // Office programs copy a text along with a picture of it, so files only count without text.
          paste: ({ clipboardData }, at) =>
            (!clipboardData?.types.includes('text/plain') && takeFiles(clipboardData?.files, at)) ||
            takeHtml(clipboardData),
          drop: ({ dataTransfer, clientX: x, clientY: y }, at) =>
            takeFiles(dataTransfer?.files, at, at.posAtCoords({ x, y }) ?? undefined),
        }),
        attributes.current.of(first),
        EditorView.updateListener.of((update) => {
          const isTyped = !update.transactions.some((one) => one.annotation(fromOutside))
          if (update.docChanged && isTyped) {
            text.current = withChanges(text.current, update.changes)
            handleChange(text.current)
          }
          if (update.view.hasFocus && (update.selectionSet || update.docChanged))
            handleSelect(!update.state.selection.main.empty)
        }),
      ],
    })
    view.current = editor
    // Text typed into the host itself would be lost, so the text takes the focus.
    editor.scrollDOM.removeAttribute('tabindex')
    element.focus = () => editor.focus()
    let isHere = true
    // Without the language, the text has no colours but can still be edited.
    loadLanguage(language).then(
      (extension) => isHere && editor.dispatch({ effects: slot.reconfigure(extension) }),
      () => undefined,
    )
    return () => {
      isHere = false
      view.current = undefined
      editor.destroy()
    }
  }, [language])

  // A value from outside (a merge, a discard) replaces the text. A typed text returns unchanged as the value.
  useEffect(() => {
    const editor = view.current
    if (!editor || text.current === value) return
    text.current = value
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(aria) })
    // `aria` depends on these two only.
    // oxlint-disable-next-line react/exhaustive-deps -- a new extension at each render would be configured for nothing
  }, [label, isInvalid])

  useImperativeHandle(ref, () => ({
    insert(change) {
      if (view.current) insertText(view.current, change)
    },
    replaceSelection(text) {
      view.current?.dispatch(view.current.state.replaceSelection(text))
    },
    takeFocus: () => view.current?.focus(),
    lineAt(clientY) {
      const editor = view.current
      if (!editor) return 0
      const height = clientY - editor.documentTop
      const line = editor.lineBlockAtHeight(height)
      const above = Math.min(1, Math.max(0, (height - line.top) / line.height))
      return editor.state.doc.lineAt(line.from).number - 1 + above
    },
    link() {
      const editor = view.current
      if (!editor) return
      const { from, to } = editor.state.selection.main
      const insert = `[${editor.state.sliceDoc(from, to)}]()`
      editor.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length - 1 },
      })
      editor.focus()
    },
  }))

  function handleFocus() {
    onFocus?.()
    if (view.current) onSelect?.(!view.current.state.selection.main.empty)
  }

  return (
    <div
      ref={host}
      {...writing}
      className={styles.host}
      data-language={language}
      data-focus-target
      data-invalid={isInvalid || undefined}
      onFocus={handleFocus}
      onBlur={onBlur}
    />
  )
}

function insertText(
  view: EditorView,
  { around = '', end = around, before = '' }: { around?: string; end?: string; before?: string },
) {
  const { state } = view
  const { from, to } = state.selection.main
  const size = around.length
  const isAround =
    size > 0 &&
    state.sliceDoc(from - size, from) === around &&
    state.sliceDoc(to, to + end.length) === end
  if (isAround) {
    view.dispatch({
      changes: [
        { from: from - size, to: from },
        { from: to, to: to + end.length },
      ],
    })
  } else if (around) {
    view.dispatch({
      changes: [
        { from, insert: around },
        { from: to, insert: end },
      ],
      selection: { anchor: from + around.length, head: to + around.length },
    })
  } else {
    const first = state.doc.lineAt(from).number
    const last = state.doc.lineAt(to).number
    const lines = Array.from({ length: last - first + 1 }, (_, index) =>
      state.doc.line(first + index),
    )
    view.dispatch({ changes: lines.map((line) => ({ from: line.from, insert: before })) })
  }
  view.focus()
}
