import { type Editor, Extension } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { Focus } from '@typecase/plugin-sdk/focus'
import { Here } from '@typecase/plugin-sdk/here'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation, Toasts } from '@typecase/plugin-sdk/services'
import { Popover } from '@typecase/ui/popover'
import { TextWithTools } from '@typecase/ui/toolbar'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import { useWriting } from '../use-session.tsx'
import { richText } from '../session/editor-page.ts'
import { objectRoute } from '../routes.ts'
import { describePictures, hasLinkable, selectedPicture } from './edit-picture.ts'
import { LinkedObjects } from './linked-objects.tsx'
import { takesBlocks } from './object-form.tsx'
import { linkedAt, ObjectLinks } from './object-link.ts'
import { cleanPasted, describeLosses } from './pasted-html.ts'
import { PictureForm } from './picture-form.tsx'
import { positionAnchor } from './selection-box.ts'
import { SelectionBubble } from './selection-bubble.tsx'
import { optionID, SlashMenu, slashMenu, type SlashMenuState } from './slash-menu.tsx'
import type { TextFormat } from './text-format.ts'
import { formTool, type TextTool } from './text-tool.ts'
import { allTools, menuTools } from './text-tools.ts'
import { RichTextFact, useCaretFacts, useFocusFacts } from './text-facts.tsx'
import { type OpenPart, TextToolbar } from './text-toolbar.tsx'
import { useTextPictures } from './use-text-pictures.tsx'
import styles from './rich-editor.module.css'

/** Delay in ms after the last key press until a long text is reported. Writing it out takes longer the longer it is. */
const HAND_IN_AFTER = 150
const LONG_TEXT_CHARACTERS = 20_000
/** Distance in px that the caret keeps from the edges of the window. The tools and the page's bar cover the top. */
const CARET_MARGIN = { top: 130, bottom: 24, left: 0, right: 0 }

export interface RichEditorProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Registers a function that must run before a save. @returns a function that removes it */
  onFlush: (flush: () => void) => () => void
  onSource: () => void
  format: TextFormat
  isInvalid?: boolean
}

/** Edits a text as formatted text. The parts that it cannot show are source blocks: see `read` of the format. */
export function RichEditor(props: RichEditorProps) {
  const { label, value, onChange, onFlush, onSource, format, isInvalid } = props
  const [open, setOpen] = useState<OpenPart>()
  const [hasFocus, setFocus] = useState(false)
  const [isVisited, setVisited] = useState(false)
  // The text that this editor last read or wrote. Any other value comes from outside.
  const currentValue = useRef(value)
  const [slash, setSlash] = useState<SlashMenuState>()
  const toasts = useService(Toasts)
  const here = useService(Here)
  const focus = useService(Focus)
  const navigation = useService(Navigation)
  const stateFocus = useFocusFacts()
  const stateCaret = useCaretFacts()
  const tools = useRef<HTMLDivElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  /** The element at which forms for the selection open. */
  const anchor = useRef<HTMLSpanElement>(null)
  // Commands format the text that had the focus last.
  const takeBack = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const handIn = useEffectEvent((editor: Editor) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const text = format.write(editor.state.doc)
    if (text === currentValue.current) return
    currentValue.current = text
    onChange(text)
  })

  const pictures = useTextPictures({
    label,
    insert: (all) =>
      editor.commands.insertContent(all.map((attrs) => ({ type: 'image', attrs: { ...attrs } }))),
    describe: ({ src, alt }) => describePictures(editor, src, alt),
  })
  const takeFiles = useEffectEvent((files: ArrayLike<File> | undefined) => {
    if (!pictures.isOffered || !files || files.length === 0) return false
    pictures.take(Array.from(files))
    return true
  })

  const slashTools = useEffectEvent((): readonly TextTool[] => [
    ...menuTools,
    formTool('link', 'Link', () => handleOpen('link')),
    ...(pictures.isOffered ? [formTool('image', 'Image', pictures.choose)] : []),
    { ...formTool('box', 'Object', () => setOpen('object')), isPossible: takesBlocks },
    formTool('code', 'Source', onSource),
  ])
  const editPicture = useEffectEvent((): boolean => {
    const hasPicture = selectedPicture(editor.state) !== undefined
    if (hasPicture) handleOpen('picture')
    return hasPicture
  })
  const [extensions] = useState(() => [
    ...format.extensions,
    ObjectLinks,
    slashMenu(() => slashTools(), setSlash),
    onEnter(() => editPicture()),
  ])
  const [content] = useState(() => format.read(value))

  const editor = useEditor({
    extensions,
    content,
    // Its style sheet would be inline, which the content security policy refuses.
    injectCSS: false,
    editorProps: {
      scrollThreshold: CARET_MARGIN,
      scrollMargin: CARET_MARGIN,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: styles.text ?? '',
      },
      handleDOMEvents: {
        // When a form or the palette closes, the focus returns without the caret. ProseMirror restores the caret 20 ms
        // later: text typed until then would be lost or misplaced.
        focus(view) {
          view.focus()
          return false
        },
      },
      transformPastedHTML(html) {
        const { html: clean, files, lost, foreign, embeds } = cleanPasted(html)
        const missing = takeFiles(files) ? lost : lost + files.length
        const message = describeLosses({ lost: missing, foreign, embeds })
        if (message) toasts.show({ message })
        return clean
      },
      handleDoubleClick: () => editPicture(),
      handleClick: (view, at, { metaKey, ctrlKey }) =>
        (metaKey || ctrlKey) && openObject(linkedAt(view.state.doc, at)),
      handlePaste: (_view, { clipboardData }) =>
        // Office programs copy a text along with a picture of it, so files only count without text.
        !clipboardData?.types.includes('text/plain') && takeFiles(clipboardData?.files),
      handleDrop(view, { dataTransfer, clientX: left, clientY: top }) {
        const at = view.posAtCoords({ left, top })
        if (!takeFiles(dataTransfer?.files)) return false
        if (at) editor.commands.setTextSelection(at.pos)
        return true
      },
    },
    onUpdate: ({ editor: now }) => {
      if (now.state.doc.content.size < LONG_TEXT_CHARACTERS) return handIn(now)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => handIn(now), HAND_IN_AFTER)
    },
    onSelectionUpdate: ({ editor: now }) => {
      if (!now.isFocused) return
      stateFocus(hasLinkable(now.state))
      stateCaret(now)
    },
    onFocus: ({ editor: now }) => {
      setFocus(true)
      stateFocus(hasLinkable(now.state))
      stateCaret(now)
      setVisited(true)
      pictures.visit()
      takeBack.current?.()
      takeBack.current = here.offer(richText, {
        format: (tool) => allTools.find(({ id }) => id === tool)?.run(now),
        openLink: () => handleOpen('link'),
        editPicture: () => void editPicture(),
        openLinkedObject: () => void openObject(linkedAt(now.state.doc, now.state.selection.from)),
        focusTools,
      })
    },
    onBlur: ({ editor: now, event }) => {
      if (timer.current !== undefined) handIn(now)
      if (!isIn(bubble.current, event.relatedTarget)) leave()
    },
  })

  const flush = useEffectEvent(() => {
    if (timer.current !== undefined) handIn(editor)
  })
  const stateNothing = useEffectEvent(() => stateCaret(undefined))
  // Saving and leaving first report the text typed in the last moments.
  useEffect(() => {
    const off = onFlush(() => flush())
    return () => {
      flush()
      off()
      takeBack.current?.()
      stateNothing()
    }
  }, [onFlush])

  // A value from outside (a merge, a discard) replaces the text without counting as a change by the user.
  useEffect(() => {
    if (value === currentValue.current) return
    currentValue.current = value
    editor.commands.setContent(format.read(value), { emitUpdate: false })
  }, [value, editor, format])

  // The text keeps the focus while its menu is open, and names the active option.
  const option = slash?.tools[slash.index]
  const activeID = option && optionID(option)
  useEffect(() => {
    if (activeID) editor.view.dom.setAttribute('aria-activedescendant', activeID)
    else if (editor.isInitialized) editor.view.dom.removeAttribute('aria-activedescendant')
  }, [activeID, editor])

  function focusTools() {
    focus.moveTo((bubble.current ?? tools.current)?.querySelector('button'))
  }

  function leave() {
    setFocus(false)
    stateFocus(undefined)
  }

  /** Leaves the text, unless the focus moves within it. The text's own handlers notice when the focus returns. */
  function handleBubbleBlur({ relatedTarget: next }: FocusEvent) {
    if (!isIn(bubble.current, next) && !isIn(editor.view.dom, next)) leave()
  }

  function handleOpen(part: OpenPart) {
    if (part === undefined) editor.commands.focus()
    if (part === 'link' || part === 'picture') positionAnchor(anchor.current, editor)
    setOpen(part)
  }

  function openObject(objectID: string | undefined): boolean {
    if (objectID !== undefined) void navigation.go(objectRoute, { params: { objectID } })
    return objectID !== undefined
  }

  const picture = open === 'picture' ? selectedPicture(editor.state) : undefined
  return (
    <div className={styles.frame} data-rich-text data-invalid={isInvalid || undefined}>
      {isVisited ? <RichTextFact /> : null}
      <TextWithTools
        ref={tools}
        onType={() => editor.view.focus()}
        tools={
          <TextToolbar
            {...{ editor, label, open, onSource, anchor }}
            onPicture={pictures.isOffered ? pictures.choose : undefined}
            onOpen={handleOpen}
            onTool={(tool) => tool.run(editor)}
          />
        }
      >
        <EditorContent editor={editor} {...useWriting()} />
      </TextWithTools>
      <span ref={anchor} className={styles.anchor} />
      {hasFocus ? (
        <SelectionBubble
          ref={bubble}
          {...{ editor, label }}
          onLink={() => handleOpen('link')}
          onPicture={() => handleOpen('picture')}
          onBlur={handleBubbleBlur}
          coveredUntil={() => tools.current?.getBoundingClientRect().bottom ?? 0}
        />
      ) : null}
      {picture ? (
        <Popover
          aria-label="Image"
          isOpen
          onOpenChange={() => handleOpen(undefined)}
          triggerRef={anchor}
        >
          <PictureForm editor={editor} picture={picture} onDone={() => handleOpen(undefined)} />
        </Popover>
      ) : null}
      {slash && hasFocus ? <SlashMenu menu={slash} /> : null}
      <LinkedObjects editor={editor} />
      {pictures.below}
    </div>
  )
}

const isIn = (element: Element | null, target: EventTarget | null): boolean =>
  target instanceof Node && (element?.contains(target) ?? false)

/** Builds an extension that handles Enter before any other, for the selected node. */
const onEnter = (act: () => boolean): Extension =>
  Extension.create({
    name: 'onEnter',
    priority: 1000,
    addKeyboardShortcuts: () => ({ Enter: act }),
  })
