import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Button } from '@typecase/ui/button'
import { Menu, MenuItem, MenuTrigger } from '@typecase/ui/menu'
import { Popover, PopoverTrigger } from '@typecase/ui/popover'
import { Toolbar, ToolbarSpace } from '@typecase/ui/toolbar'

import type { RefObject } from 'react'

import { LinkForm } from './link-form.tsx'
import { ObjectForm, takesBlocks } from './object-form.tsx'
import styles from './rich-editor.module.css'
import type { TextTool } from './text-tool.ts'
import { barTools, menuTools } from './text-tools.ts'

/** Which of the toolbar's forms and menus is open. */
export type OpenPart = 'link' | 'picture' | 'object' | 'menu' | undefined

/** Shows formatting tools for the pointer, and for users who do not know the keys. */
export function TextToolbar({
  editor,
  label,
  open,
  anchor,
  onOpen,
  onPicture,
  onSource,
  onTool,
}: {
  editor: Editor
  label: string
  open: OpenPart
  /** The element at which the link form opens. */
  anchor: RefObject<Element | null>
  onOpen: (part: OpenPart) => void
  /** Undefined if no plugin offers pictures. */
  onPicture: (() => void) | undefined
  onSource: () => void
  onTool: (tool: TextTool) => void
}) {
  const active = useEditorState({
    editor,
    // Compared by value, so that moving the cursor within a word renders nothing.
    selector: ({ editor: now }) =>
      [
        ...barTools.filter((tool) => tool.isActive(now)).map(({ id }) => id),
        now.isActive('link') ? 'link' : '',
      ]
        .join(' ')
        .trim(),
  })
  const isOn = (id: string): boolean => active.split(' ').includes(id)
  const toggle = (part: Exclude<OpenPart, undefined>) => ({
    isOpen: open === part,
    onOpenChange: (isOpen: boolean) => onOpen(isOpen ? part : undefined),
  })
  const close = (): void => onOpen(undefined)

  return (
    <div className={styles.bar}>
      <Toolbar aria-label={`Formatting of ${label}`}>
        {barTools.map((tool) => (
          <Button
            key={tool.id}
            variant="quiet"
            icon={tool.sign ? <span className={styles.sign}>{tool.sign}</span> : tool.icon}
            aria-label={tool.label}
            aria-pressed={isOn(tool.id)}
            isActive={isOn(tool.id)}
            onPress={() => onTool(tool)}
          />
        ))}
        <PopoverTrigger {...toggle('link')}>
          <Button variant="quiet" icon="link" aria-label="Link" isActive={isOn('link')} />
          <Popover aria-label="Link" triggerRef={anchor}>
            <LinkForm editor={editor} onDone={close} />
          </Popover>
        </PopoverTrigger>
        {onPicture ? (
          <Button variant="quiet" icon="image" aria-label="Insert image" onPress={onPicture} />
        ) : null}
        {takesBlocks(editor) ? (
          <PopoverTrigger {...toggle('object')}>
            <Button variant="quiet" icon="box" aria-label="Insert object" />
            <Popover aria-label="Insert object">
              <ObjectForm editor={editor} onDone={close} />
            </Popover>
          </PopoverTrigger>
        ) : null}
        <Button variant="quiet" icon="code" aria-label="Edit source" onPress={onSource} />
        <ToolbarSpace />
        <MenuTrigger {...toggle('menu')}>
          <Button variant="quiet" aria-label="More blocks">
            <span className={styles.more}>/ for more</span>
          </Button>
          <Menu aria-label="Blocks" placement="bottom end">
            {menuTools
              .filter((tool) => tool.isPossible?.(editor) ?? true)
              .map((tool) => (
                <MenuItem key={tool.id} id={tool.id} icon={tool.icon} onAction={() => onTool(tool)}>
                  {tool.label}
                </MenuItem>
              ))}
          </Menu>
        </MenuTrigger>
      </Toolbar>
    </div>
  )
}
