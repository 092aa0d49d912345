import { and, has } from '@typecase/plugin-sdk/when'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { paneCommands } from './commands/pane.ts'
import { siteCommands } from './commands/sites.ts'
import { facts } from './facts.ts'
import { keys } from './keys.ts'
import { sharedLinksSection, sitesSection } from './sections.ts'
import { linkCommands } from './shared/link-commands.ts'

export default {
  commands: [
    ...paneCommands,
    ...siteCommands,
    ...linkCommands,
    sitesSection.open,
    sharedLinksSection.open,
  ],
  facts,
  keys,
  sources: [
    {
      id: 'preview.parts',
      title: 'Page in the preview',
      when: and(has('preview.isShown'), has('preview.isConnected')),
      load: () => import('./parts-source.ts'),
    },
  ],
} satisfies PluginPart
