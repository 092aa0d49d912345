import { isEditing } from '@typecase/content/object-facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has, not } from '@typecase/plugin-sdk/when'

import {
  browseMarketplace,
  extensionCommands,
  installExtension,
  uninstallExtension,
} from './commands/extensions.ts'
import { applyUpdates } from './commands/updates.ts'
import { facts } from './record.ts'
import { extensionsRoute, marketplaceRoute } from './routes.ts'

const onRow = (route: string) =>
  and(eq('route.id', route), has('extensions.extension'), not(isEditing))

export default {
  commands: [...extensionCommands, applyUpdates],
  facts,
  keys: [
    { keys: 'n', command: browseMarketplace.id, when: eq('list.creates', browseMarketplace.id) },
    { keys: 'i', command: installExtension.id, when: onRow(marketplaceRoute.id) },
    { keys: 'Delete', command: uninstallExtension.id, when: onRow(extensionsRoute.id) },
  ],
} satisfies PluginPart
