import { currentObject, hasObject } from '@typecase/content/object-facts'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import {
  askBranch,
  askBranchOnHost,
  askBranchToDelete,
  askBranchWithSite,
  askRepository,
  branchArgs,
  changing,
  currentBranch,
  currentRepository,
  group,
  inBucket,
  repositoryArgs,
} from './pickers.ts'

const runs = () => import('./branches-runs.ts')

export const addBranch = defineCommand({
  id: 'repositories.add-branch',
  title: 'Add branch…',
  aliases: ['New branch'],
  keywords: ['git', 'create', 'repository', 'preview'],
  group,
  icon: 'plus',
  ...changing,
  effect: 'nav',
  args: repositoryArgs,
  defaults: currentRepository,
  ask: { repository_id: askRepository },
  load: async () => (await runs()).addBranch,
})

export const createBranchArgs = () =>
  type({ repository_id: 'string', name: 'string', 'site_url?': 'string | null' })

/** Run by the dialog, and by the undo of a delete. */
export const createBranch = defineCommand({
  id: 'repositories.create-branch',
  title: 'Add branch',
  group,
  icon: 'plus',
  ...changing,
  isInternal: true,
  effect: 'write',
  args: createBranchArgs,
  load: async () => (await runs()).createBranch,
})

/** An empty text takes the site away. */
export const siteArgs = () => branchArgs().and({ site_url: 'string <= 2000' })

export const setSite = defineCommand({
  id: 'repositories.set-site',
  title: 'Set site of branch…',
  aliases: ['Change site of branch', 'Remove site of branch'],
  keywords: ['url', 'address', 'preview', 'deployment', 'git'],
  group,
  icon: 'globe',
  ...changing,
  effect: 'write',
  args: siteArgs,
  defaults: currentBranch,
  ask: {
    branch: askBranch,
    site_url: {
      kind: 'text',
      title: 'Site address',
      placeholder: 'https://…',
      empty: 'No site',
      initial: async (context) => (await import('./picker-rows.ts')).siteOf(context),
    },
  },
  load: async () => (await runs()).setSite,
})

export const deleteBranch = defineCommand({
  id: 'repositories.delete-branch',
  title: 'Delete branch…',
  aliases: ['Remove branch'],
  keywords: ['git'],
  group,
  icon: 'trash-2',
  ...changing,
  // Nothing happens on its host, and it can be brought back.
  effect: 'write',
  args: branchArgs,
  defaults: currentBranch,
  ask: { branch: askBranchToDelete },
  load: async () => (await runs()).deleteBranch,
})

export const openBranch = defineCommand({
  id: 'repositories.open-branch',
  title: 'Open branch on its host…',
  aliases: ['Open code of branch'],
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'web', 'browser', 'tree'],
  group,
  icon: 'git-branch',
  when: inBucket,
  effect: 'nav',
  args: branchArgs,
  defaults: currentBranch,
  ask: { branch: askBranchOnHost },
  load: async () => (await runs()).openBranch,
})

export const openSite = defineCommand({
  id: 'repositories.open-site',
  title: 'Open site of branch…',
  aliases: ['Visit site of branch'],
  keywords: ['web', 'browser', 'preview', 'deployment'],
  group,
  icon: 'external-link',
  when: inBucket,
  effect: 'nav',
  args: branchArgs,
  defaults: currentBranch,
  ask: { branch: askBranchWithSite },
  load: async () => (await runs()).openSite,
})

export const previewArgs = () => branchArgs().and({ object_id: 'string' })

export const previewOnBranch = defineCommand({
  id: 'repositories.preview',
  title: 'Preview on a branch…',
  aliases: ['Preview object on branch'],
  keywords: ['site', 'link', 'draft', 'view', 'deployment', 'git'],
  group,
  icon: 'eye',
  when: and(inBucket, hasObject),
  why: (facts) =>
    facts['route.bucketSlug'] !== undefined && currentObject(facts) === undefined
      ? 'Open an object first.'
      : undefined,
  effect: 'nav',
  args: previewArgs,
  defaults: (facts) => ({ object_id: currentObject(facts) }),
  ask: { branch: askBranchWithSite },
  load: async () => (await runs()).previewOnBranch,
})

export const branchCommands: readonly AnyCommand[] = [
  addBranch,
  createBranch,
  setSite,
  deleteBranch,
  openBranch,
  openSite,
  previewOnBranch,
]
