import { isEditing } from '@typecase/content/object-facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has, not, or } from '@typecase/plugin-sdk/when'

import { addBranch, branchCommands, deleteBranch, setSite } from './commands/branches.ts'
import {
  addRepository,
  copyCloneAddress,
  deleteRepository,
  editRepository,
  repositoryCommands,
} from './commands/repositories.ts'
import { facts } from './facts.ts'
import { repositoriesRoute, repositoryRoute } from './routes.ts'

const notEditing = not(isEditing)
const onList = and(eq('route.id', repositoriesRoute.id), has('repositories.repository'), notEditing)
const onBranch = and(eq('route.id', repositoryRoute.id), has('repositories.branch'), notEditing)
const onPage = or(onList, and(eq('route.id', repositoryRoute.id), notEditing))

export default {
  commands: [...repositoryCommands, ...branchCommands],
  facts,
  keys: [
    { keys: 'n', command: addRepository.id, when: eq('list.creates', addRepository.id) },
    { keys: 'n', command: addBranch.id, when: eq('list.creates', addBranch.id) },
    { keys: 'e', command: editRepository.id, when: onPage },
    { keys: 'y', command: copyCloneAddress.id, when: onPage },
    { keys: 'Delete', command: deleteRepository.id, when: onList },
    { keys: 's', command: setSite.id, when: onBranch },
    { keys: 'Delete', command: deleteBranch.id, when: onBranch },
  ],
} satisfies PluginPart
