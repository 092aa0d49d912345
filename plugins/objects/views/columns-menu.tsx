import { refTo } from '@typecase/plugin-sdk/command'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Menu, MenuItem, MenuSection, MenuTrigger } from '@typecase/ui/menu'

import { resetColumns } from '../commands/columns.ts'
import { setColumns } from '../commands/list.ts'
import { type ListField, titleField } from '@typecase/content/object/list-fields'
import type { ObjectListState } from './use-object-list.ts'

/** Lets the user choose which fields the list shows, and stays open for several choices. */
export function ColumnsMenu({ list }: { list: ObjectListState }) {
  const { fields, columns } = list
  const commands = useService(Commands)
  const { isEnabled, reason } = useCommand(setColumns)
  const paths = columns.map(({ path }) => path)
  const choose = (next: readonly string[]) =>
    void commands.run(refTo(setColumns, { columns: [...next] }), { source: 'menu' })

  function sectionOf(title: string, fields: readonly ListField[]) {
    if (fields.length === 0) return null
    return (
      <MenuSection
        title={title}
        selectionMode="multiple"
        selectedKeys={paths}
        onSelectionChange={(keys) => {
          const hiddenPaths = new Set(
            fields.map(({ path }) => path).filter((path) => !keys.has(path)),
          )
          const added = [...keys].filter((path) => !paths.includes(path))
          choose([...paths.filter((path) => !hiddenPaths.has(path)), ...added])
        }}
      >
        {fields.map(({ path, title: label }) => (
          <MenuItem key={path} id={path} shouldCloseOnSelect={false}>
            {label}
          </MenuItem>
        ))}
      </MenuSection>
    )
  }

  const others = fields.filter(({ path }) => path !== titleField.path)
  return (
    <MenuTrigger>
      <Button disabledReason={isEnabled ? undefined : reason}>Columns</Button>
      <Menu aria-label="Columns" placement="bottom end">
        {sectionOf(
          'Fields',
          others.filter(({ metafield }) => metafield),
        )}
        {sectionOf(
          'Object',
          others.filter(({ metafield }) => !metafield),
        )}
        <MenuSection>
          <CommandMenuItem command={resetColumns} />
        </MenuSection>
      </Menu>
    </MenuTrigger>
  )
}
