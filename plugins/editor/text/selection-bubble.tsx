import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { Button } from '@typecase/ui/button'
import { isComposing } from '@typecase/ui/keyboard'
import { Toolbar } from '@typecase/ui/toolbar'
import {
  type FocusEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { bubblePosition } from './bubble-position.ts'
import { selectedPicture } from './edit-picture.ts'
import styles from './rich-editor.module.css'
import { selectionEnds } from './selection-box.ts'
import type { TextTool } from './text-tool.ts'
import { bold, clear, heading2, italic } from './text-tools.ts'

const tools: readonly TextTool[] = [bold, italic, heading2, clear]

interface SelectionBubbleProps {
  editor: Editor
  /** The label of the text's field. */
  label: string
  onLink: () => void
  onPicture: () => void
  onBlur: (event: FocusEvent) => void
  /** Returns the lower edge of the text's own tools, which stay in view and would cover the bubble. */
  coveredUntil: () => number
  /** The element around the buttons. */
  ref?: Ref<HTMLDivElement>
}

/** Shows the most used tools beside the selected text or picture, when the pointer is at rest. */
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
  onPicture,
  onBlur,
  coveredUntil,
  ref,
  from,
  to,
  active,
}: SelectionBubbleProps & SelectedRange) {
  const container = useRef<HTMLDivElement>(null)
  const covered = useEffectEvent(() => coveredUntil())
  // The position depends on the browser's layout of the text.
  useLayoutEffect(() => {
    const element = container.current
    const frame = element?.offsetParent?.getBoundingClientRect()
    if (!element || !frame) return
    const [start, end] = selectionEnds(editor, { from, to })
    const { left, top } = bubblePosition({
      start,
      end,
      bubble: element.getBoundingClientRect(),
      frame,
      coveredUntil: covered(),
      window: { height: window.innerHeight },
      isTouch: matchMedia('(pointer: coarse)').matches,
    })
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [editor, from, to])

  // Runs before the tooltip of a button, which would handle Escape itself.
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const isHere = container.current?.contains(document.activeElement)
      if (!isHere || isComposing(event) || event.key !== 'Escape') return
      event.preventDefault()
      editor.commands.focus()
    }
    window.addEventListener('keydown', handleKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true })
  }, [editor])

  const isOn = (id: string): boolean => active?.includes(id) ?? false
  return (
    <div ref={container} className={styles.bubble} onBlur={onBlur}>
      <div ref={ref}>
        <Toolbar aria-label={`Selection in ${label}`}>
          {active ? (
            <>
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
            </>
          ) : (
            <Button variant="quiet" icon="image" onPress={onPicture}>
              Edit image
            </Button>
          )}
        </Toolbar>
      </div>
    </div>
  )
}

interface SelectedRange {
  readonly from: number
  readonly to: number
  /** Ids of the active tools; undefined for a picture. */
  readonly active?: readonly string[]
}

/** Returns the selection if it is text or an image. */
function selectionIn(editor: Editor): SelectedRange | undefined {
  const { selection, doc } = editor.state
  const { from, to, $from } = selection
  if (selectedPicture(editor.state)) return { from, to }
  if (selection instanceof NodeSelection || $from.parent.type.spec.code) return undefined
  if (doc.textBetween(from, to, ' ').trim() === '') return undefined
  const marks = tools.filter((tool) => tool.isActive(editor)).map(({ id }) => id)
  return { from, to, active: editor.isActive('link') ? [...marks, 'link'] : marks }
}

/** Whether the user is selecting text with the pointer. */
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
