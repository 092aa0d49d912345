import type { InstalledExtension } from '@typecase/contract/extensions'
import { definePlugin, type Plugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'
import { eq } from '@typecase/plugin-sdk/when'

import { commandOf } from '../commands/extension-command.ts'
import { pluginIdOf } from './plugin-id.ts'
import { extensionRoute } from '../routes.ts'

/**
 * Converts an extension to a plugin: commands in the palette, keys, a row of the sidebar, a panel of the editor. Only
 * the manifest is needed; the extension's code runs in frames, when it is used.
 */
export function pluginOf(installed: InstalledExtension, bucket: string): Plugin {
  const { manifest } = installed
  const { id: extensionID, version, title, description, icon = 'puzzle', page, panel } = manifest
  const id = pluginIdOf(extensionID)
  const when = eq('route.bucketSlug', bucket)
  const commands = manifest.commands ?? []
  return definePlugin({
    id,
    version,
    api: 1,
    title,
    description,
    icon,
    order: 900,
    commands: commands.map((declared) => commandOf(installed, declared, bucket)),
    keys: commands.flatMap(({ name, keys }) =>
      keys === undefined ? [] : [{ keys, command: `${id}.${name}`, when }],
    ),
    ...(panel && {
      slots: [
        fill('editor.inspector', {
          id: `${id}.panel`,
          title: panel.title,
          order: 200,
          when,
          load: async () => (await import('../views/panel.tsx')).panelOf(installed, bucket),
        }),
      ],
    }),
    ...(page && {
      nav: [
        {
          id: `${id}.page`,
          label: page.title,
          keywords: [title, 'extension'],
          icon: page.icon ?? icon,
          to: extensionRoute,
          params: { extensionID },
          order: 85,
          when,
        },
      ],
    }),
  })
}
