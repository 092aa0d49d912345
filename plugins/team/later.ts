import type { FactDeclaration } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { eq, has, not } from '@typecase/plugin-sdk/when'

import { inviteCommands, invitePeople } from './commands/invites.ts'
import { memberCommands, openProjectTeam } from './commands/members.ts'
import { hasTeam } from './team-scope.ts'
import { members } from './sections.ts'

const hasInvitation: FactDeclaration = {
  key: 'team.hasInvitation',
  title: 'an invitation waits for an answer',
  missing: 'No invitation is waiting for your answer.',
}

export default {
  commands: [...memberCommands, ...inviteCommands, members.open],
  facts: [hasInvitation],
  sources: [
    {
      id: 'team.people',
      title: 'People',
      prefix: '@',
      order: 35,
      when: hasTeam,
      load: () => import('./people-source.ts'),
    },
  ],
  keys: [
    { keys: 'g u', command: openProjectTeam.id, when: has('project.id') },
    { keys: 'g u', command: 'team.nav.go', when: not(has('project.id')) },
    { keys: 'n', command: invitePeople.id, when: eq('list.creates', invitePeople.id) },
  ],
} satisfies PluginPart
