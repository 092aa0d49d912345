import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has } from '@typecase/plugin-sdk/when'

import { connectionCommands, linkProject } from './commands/connection.ts'
import {
  copyAddress,
  deploymentCommands,
  openInspector,
  openProduction,
  openSite,
} from './commands/deployments.ts'
import { facts } from './facts.ts'
import { deploymentsRoute } from './routes.ts'
import { vercelSection } from './sections.ts'

const onPage = eq('route.id', deploymentsRoute.id)
const onSite = and(onPage, has('deployments.site'))

export default {
  commands: [...deploymentCommands, ...connectionCommands, vercelSection.open],
  facts,
  keys: [
    { keys: 'o', command: openSite.id, when: onSite },
    { keys: 'c', command: copyAddress.id, when: onSite },
    { keys: 'i', command: openInspector.id, when: and(onPage, has('deployments.inspector')) },
    { keys: 'Shift+O', command: openProduction.id, when: and(onPage, has('deployments.project')) },
    { keys: ']', command: 'deployments.show-older', when: and(onPage, has('deployments.next')) },
    {
      keys: '[',
      command: 'deployments.show-newest',
      when: and(onPage, has('deployments.isOlder')),
    },
    { keys: 'n', command: linkProject.id, when: eq('list.creates', linkProject.id) },
  ],
} satisfies PluginPart
