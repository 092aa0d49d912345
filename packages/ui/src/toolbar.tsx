import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Separator } from 'react-aria-components/Separator'
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar'
import { classNames } from './class-names.ts'
import { isComposing, typesCharacter } from './keyboard.ts'
import styles from './toolbar.module.css'

export interface ToolbarProps {
  'aria-label': string
  children: ReactNode
  /** `bar` is the 44 px bar at a page's edge, such as the selection's commands. */
  look?: 'plain' | 'bar' | undefined
}

/** A row of controls with one Tab stop; arrow keys move inside. It scrolls sideways if there is too little room. */
export function Toolbar({ children, look = 'plain', ...rest }: ToolbarProps) {
  return (
    <AriaToolbar
      {...rest}
      className={classNames(styles.row, styles.toolbar, look === 'bar' && styles.bar)}
    >
      {children}
    </AriaToolbar>
  )
}

/** Controls in one line, each a Tab stop. If there is too little room, they wrap together, then scroll sideways. */
export function ToolRow({ children }: { children: ReactNode }) {
  return <div className={classNames(styles.row, styles.tools)}>{children}</div>
}

/** A line between two groups of a toolbar. */
export function ToolbarSeparator() {
  return <Separator orientation="vertical" className={styles.separator ?? ''} />
}

/** Pushes the controls after it to the right. */
export function ToolbarSpace() {
  return <span className={styles.space} />
}

export interface TextWithToolsProps {
  tools: ReactNode
  /**
   * Called when the user types a letter while the tools have the focus. Move the focus to the text: it gets the letter.
   */
  onType: () => void
  children: ReactNode
  /** The element around the tools. */
  ref?: Ref<HTMLDivElement>
}

/** A text with its tools: the tools are above the text on screen, but after it in the tab order. */
export function TextWithTools({ tools, onType, children, ref }: TextWithToolsProps) {
  function handleKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (isComposing(event)) return
    const isLetter = event.key.length === 1 && event.key !== ' '
    // Forms and menus that the tools open are elsewhere in the document.
    const isOnTools = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (isLetter && isOnTools && typesCharacter(event)) onType()
  }

  return (
    <div className={styles.text}>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notices what is typed on a tool */}
      <div ref={ref} className={styles.above} onKeyDownCapture={handleKeyDown}>
        {tools}
      </div>
    </div>
  )
}
