import { Extension } from '@tiptap/core'
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion'
import { Icon } from '@typecase/ui/icon'
import { isComposing } from '@typecase/ui/keyboard'
import { Float } from '@typecase/ui/popover'

import styles from './rich-editor.module.css'
import type { TextTool } from './text-tool.ts'

/** The tools that a `/` in the text offers for the words after it. */
export interface SlashMenuState {
  readonly tools: readonly TextTool[]
  /** Index of the tool that Enter chooses. */
  readonly index: number
  /** The element in the text that contains the `/` and the words. */
  readonly anchor: Element
  choose(tool: TextTool): void
}

/** Returns the element id of an option, which is unique because only one menu is open at a time. */
export const optionID = ({ id }: TextTool): string => `slash-menu-${id}`

/**
 * Opens a menu at the caret for a `/` at the start of a line or after a space. The focus stays in the text, and so does
 * the typed text if no tool matches it.
 */
export function slashMenu(
  toolsFor: () => readonly TextTool[],
  show: (state: SlashMenuState | undefined) => void,
): Extension {
  let state: SlashMenuState | undefined
  const set = (next: SlashMenuState | undefined): void => {
    state = next
    show(next)
  }
  function update({ editor, query, decorationNode, command }: SuggestionProps): void {
    const tools = toolsFor().filter(
      (tool) => isMeant(tool, query) && (tool.isPossible?.(editor) ?? true),
    )
    const isVisible = tools.length > 0 && decorationNode
    set(isVisible ? { tools, index: 0, anchor: decorationNode, choose: command } : undefined)
  }
  return Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<never, TextTool>({
          editor: this.editor,
          char: '/',
          allow: ({ editor }) => !editor.isActive('codeBlock') && !editor.isActive('code'),
          command({ editor, range, props: tool }) {
            editor.chain().focus().deleteRange(range).run()
            tool.run(editor)
          },
          render: () => ({
            onStart: update,
            onUpdate: update,
            onExit: () => set(undefined),
            onKeyDown({ event }) {
              const tool = state?.tools[state.index]
              if (!state || !tool || isComposing(event)) return false
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
              if (step) {
                const { length } = state.tools
                set({ ...state, index: (state.index + step + length) % length })
              } else if (event.key === 'Enter' || event.key === 'Tab') state.choose(tool)
              return step !== undefined || event.key === 'Enter' || event.key === 'Tab'
            },
          }),
        }),
      ]
    },
  })
}

/** Whether the query begins a word of the tool's label, or its sign. */
function isMeant({ label, sign }: TextTool, query: string): boolean {
  const names = `${label} ${sign ?? ''}`.toLowerCase().split(' ')
  return names.some((name) => name.startsWith(query.toLowerCase()))
}

/** Shows the options of the menu. The text keeps the focus, and names the active option. */
export function SlashMenu({ menu }: { menu: SlashMenuState }) {
  const { tools, index, anchor, choose } = menu
  return (
    <Float isOpen isNonModal triggerRef={{ current: anchor }} placement="bottom start">
      <div role="listbox" aria-label="Blocks" className={styles.slash}>
        {tools.map((tool, at) => (
          // The text keeps the focus and handles the keys.
          <div
            key={tool.id}
            id={optionID(tool)}
            ref={(option) => {
              if (at === index) option?.scrollIntoView({ block: 'nearest' })
            }}
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            className={styles.slashOption}
            onPointerDown={(event) => {
              event.preventDefault()
              choose(tool)
            }}
          >
            <Icon name={tool.icon} />
            {tool.label}
          </div>
        ))}
      </div>
    </Float>
  )
}
