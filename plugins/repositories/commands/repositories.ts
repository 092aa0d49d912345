import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { type } from 'arktype'

import {
  askRepository,
  changing,
  currentRepository,
  group,
  inBucket,
  repositoryArgs,
} from './pickers.ts'

const runs = () => import('./repositories-runs.ts')
const ask = { repository_id: askRepository }

export const showRepository = defineCommand({
  id: 'repositories.show',
  title: 'Go to repository…',
  aliases: ['Show branches of repository'],
  keywords: ['git', 'code'],
  group,
  icon: 'git-branch',
  when: inBucket,
  effect: 'nav',
  args: repositoryArgs,
  ask,
  load: async () => (await runs()).showRepository,
})

export const addRepository = defineCommand({
  id: 'repositories.add',
  title: 'Add repository…',
  aliases: ['New repository', 'Connect repository'],
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'code', 'create', 'link'],
  group,
  icon: 'plus',
  ...changing,
  effect: 'nav',
  load: async () => (await runs()).addRepository,
})

const newBranch = () => type({ name: 'string', 'site_url?': 'string | null' })

export const createArgs = () =>
  type({
    url: 'string',
    'title?': 'string',
    'default_branch?': 'string',
    'branches?': newBranch().array(),
  })

/** Run by the dialog, and by the undo of a delete. */
export const createRepository = defineCommand({
  id: 'repositories.create',
  title: 'Add repository',
  group,
  icon: 'plus',
  ...changing,
  isInternal: true,
  effect: 'write',
  args: createArgs,
  load: async () => (await runs()).createRepository,
})

export const editRepository = defineCommand({
  id: 'repositories.edit',
  title: 'Edit repository…',
  aliases: ['Rename repository', 'Change default branch'],
  keywords: ['title', 'address', 'url', 'git'],
  group,
  icon: 'pencil',
  ...changing,
  effect: 'nav',
  args: repositoryArgs,
  defaults: currentRepository,
  ask,
  load: async () => (await runs()).editRepository,
})

const written = () => type({ 'url?': 'string', 'title?': 'string', 'default_branch?': 'string' })

/** With the `rev` that the changes began from. */
export const updateArgs = () =>
  type({ repository_id: 'string', data: written(), 'rev?': 'number.integer' })

/** Run by the dialog, and by the undo of an edit. */
export const updateRepository = defineCommand({
  id: 'repositories.update',
  title: 'Save repository',
  group,
  icon: 'pencil',
  ...changing,
  isInternal: true,
  effect: 'write',
  args: updateArgs,
  load: async () => (await runs()).updateRepository,
})

export const deleteRepository = defineCommand({
  id: 'repositories.delete',
  title: 'Delete repository…',
  aliases: ['Remove repository', 'Disconnect repository'],
  keywords: ['git'],
  group,
  icon: 'trash-2',
  ...changing,
  // Nothing happens on its host, and it can be brought back.
  effect: 'write',
  args: repositoryArgs,
  defaults: currentRepository,
  ask,
  load: async () => (await runs()).deleteRepository,
})

export const openRepository = defineCommand({
  id: 'repositories.open',
  title: 'Open repository…',
  aliases: ['Open repository on its host'],
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'web', 'browser', 'code'],
  group,
  icon: 'external-link',
  when: inBucket,
  effect: 'nav',
  args: repositoryArgs,
  defaults: currentRepository,
  ask,
  load: async () => (await runs()).openRepository,
})

export const copyCloneAddress = defineCommand({
  id: 'repositories.copy-clone-address',
  title: 'Copy clone address…',
  aliases: ['Clone repository'],
  keywords: ['git', 'url', 'clipboard', 'checkout'],
  group,
  icon: 'copy',
  when: inBucket,
  effect: 'none',
  args: repositoryArgs,
  defaults: currentRepository,
  ask,
  load: async () => (await runs()).copyCloneAddress,
})

export const repositoryCommands: readonly AnyCommand[] = [
  showRepository,
  addRepository,
  createRepository,
  editRepository,
  updateRepository,
  deleteRepository,
  openRepository,
  copyCloneAddress,
]
