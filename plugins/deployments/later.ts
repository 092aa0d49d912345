import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has, not } from '@typecase/plugin-sdk/when'

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
/** Also in the build log, which is a dialog over the list; not in what lies over both. */
const onDeployment = and(onPage, not(has('palette.isOpen')), not(has('dialog.isOpen')))
const ofSite = and(onDeployment, has('deployments.site'))
const ofInspector = and(onDeployment, has('deployments.inspector'))

export default {
  commands: [...deploymentCommands, ...connectionCommands, vercelSection.open],
  facts,
  keys: [
    { keys: 'o', command: openSite.id, when: ofSite, inDialog: true },
    { keys: 'c', command: copyAddress.id, when: ofSite, inDialog: true },
    { keys: 'i', command: openInspector.id, when: ofInspector, inDialog: true },
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
