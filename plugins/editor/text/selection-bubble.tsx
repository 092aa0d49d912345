import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { Button } from '@typecase/ui/button'
import { isComposing } from '@typecase/ui/keyboard'
import { Toolbar } from '@typecase/ui/toolbar'
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { bubblePlace } from './bubble-place.ts'
import styles from './rich-editor.module.css'
import type { TextTool } from './text-tool.ts'
import { bold, clear, heading2, italic } from './text-tools.ts'

const tools: readonly TextTool[] = [bold, italic, heading2, clear]

interface SelectionBubbleProps {
  editor: Editor
  /** The field that the text is of. */
  label: string
  onLink: () => void
  onBlur: (event: FocusEvent) => void
  /** Where the text’s own tools end, which stay in view: they would cover the bubble. */
  coveredUntil: () => number
  /** The element around the buttons. */
  ref?: Ref<HTMLDivElement>
}

/** The most wanted tools next to the words that are selected. Neither the text nor the pointer is in its way. */
export function SelectionBubble(props: SelectionBubbleProps) {
  const selected = useEditorState({
    editor: props.editor,
    selector: ({ editor: now }) => selectionIn(now),
  })
  const isPointing = usePointing(props.editor)
  return selected && !isPointing ? <Bubble {...props} {...selected} /> : null
}

function Bubble({
  editor,
  label,
  onLink,
  onBlur,
  coveredUntil,
  ref,
  from,
  to,
  active,
}: SelectionBubbleProps & Selected) {
  const place = useRef<HTMLDivElement>(null)
  const covered = useEffectEvent(() => coveredUntil())
  // The text is laid out by the browser.
  useLayoutEffect(() => {
    const element = place.current
    const frame = element?.offsetParent?.getBoundingClientRect()
    if (!element || !frame) return
    const { left, top } = bubblePlace({
      start: editor.view.coordsAtPos(from),
      end: editor.view.coordsAtPos(to, -1),
      bubble: element.getBoundingClientRect(),
      frame,
      coveredUntil: covered(),
      window: { height: window.innerHeight },
      isTouch: matchMedia('(pointer: coarse)').matches,
    })
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [editor, from, to])

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || event.key !== 'Escape') return
    event.preventDefault()
    editor.commands.focus()
  }

  const isOn = (id: string): boolean => active.includes(id)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the toolbar within it
    <div ref={place} className={styles.bubble} onKeyDown={handleKeyDown} onBlur={onBlur}>
      <div ref={ref}>
        <Toolbar aria-label={`Selection in ${label}`}>
          {tools.map((tool) => (
            <Button
              key={tool.id}
              variant="quiet"
              icon={tool.sign ? <span className={styles.sign}>{tool.sign}</span> : tool.icon}
              aria-label={tool.label}
              {...(tool !== clear && { 'aria-pressed': isOn(tool.id) })}
              isActive={isOn(tool.id)}
              onPress={() => tool.run(editor)}
            />
          ))}
          <Button
            variant="quiet"
            icon="link"
            aria-label="Link"
            isActive={isOn('link')}
            onPress={onLink}
          />
        </Toolbar>
      </div>
    </div>
  )
}

interface Selected {
  readonly from: number
  readonly to: number
  /** The ids of the tools that are on. */
  readonly active: readonly string[]
}

/** What is selected, if it is words. */
function selectionIn(editor: Editor): Selected | undefined {
  const { selection, doc } = editor.state
  const { from, to, $from } = selection
  if (!(selection instanceof TextSelection) || $from.parent.type.spec.code) return undefined
  if (doc.textBetween(from, to, ' ').trim() === '') return undefined
  const marks = tools.filter((tool) => tool.isActive(editor)).map(({ id }) => id)
  return { from, to, active: editor.isActive('link') ? [...marks, 'link'] : marks }
}

/** Whether the text is being selected with the pointer. */
function usePointing(editor: Editor): boolean {
  const [isPointing, setPointing] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    editor.view.dom.addEventListener('pointerdown', () => setPointing(true), { signal })
    window.addEventListener('pointerup', () => setPointing(false), { signal })
    window.addEventListener('pointercancel', () => setPointing(false), { signal })
    return () => controller.abort()
  }, [editor])
  return isPointing
}
