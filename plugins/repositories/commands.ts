import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { currentObject, hasObject, isEditing } from '@typecase/content/object-facts'
import { recordCommand } from '@typecase/content/record/define-record'
import { undoCommand } from '@typecase/content/record/record-undo'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, eq, has, not, or } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { whyNoBranchPage } from './host.ts'
import { branch, inBucket, repository, whyUndeletable } from './record.ts'
import { repositoriesRoute, repositoryRoute } from './routes.ts'

const runs = () => import('./runs.ts')
const { group, when } = repository

const why = ({ can: may, 'bucket.role': role }: FactValues) =>
  may && !may.has('types:write')
    ? `Your role (${role ?? 'none'}) cannot change repositories.`
    : undefined

/** Asked for even on the page of a repository, which is the current one. */
export const showRepository = defineCommand({
  id: 'repositories.show',
  title: 'Go to repository…',
  aliases: ['Show branches of repository'],
  keywords: ['git', 'code'],
  group,
  icon: 'git-branch',
  when: inBucket,
  effect: 'nav',
  args: repository.args,
  ask: { repository_id: repository.ask() },
  load: async () => (await runs()).showRepository,
})

export const addRepository = defineCommand({
  id: 'repositories.add',
  title: 'Add repository…',
  aliases: ['New repository', 'Connect repository'],
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'code', 'create', 'link'],
  group,
  icon: 'plus',
  when,
  why,
  effect: 'nav',
  load: async () => (await runs()).addRepository,
})

export const editRepository = recordCommand(repository, {
  id: 'repositories.edit',
  title: 'Edit repository…',
  aliases: ['Rename repository', 'Change default branch'],
  keywords: ['title', 'address', 'url', 'git'],
  icon: 'pencil',
  why,
  effect: 'nav',
  load: async () => (await runs()).editRepository,
})

export const deleteRepository = recordCommand(repository, {
  id: 'repositories.delete',
  title: 'Delete repository…',
  aliases: ['Remove repository', 'Disconnect repository'],
  keywords: ['git'],
  icon: 'trash-2',
  why,
  // The repository on its host is not deleted, and the entry can be restored.
  effect: 'write',
  load: async () => (await runs()).deleteRepository,
})

export const openRepository = recordCommand(repository, {
  id: 'repositories.open',
  title: 'Open repository…',
  aliases: ['Open repository on its host'],
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'web', 'browser', 'code'],
  icon: 'external-link',
  when: inBucket,
  effect: 'nav',
  load: async () => (await runs()).openRepository,
})

export const copyCloneAddress = recordCommand(repository, {
  id: 'repositories.copy-clone-address',
  title: 'Copy clone address…',
  aliases: ['Clone repository'],
  keywords: ['git', 'url', 'clipboard', 'checkout'],
  icon: 'copy',
  when: inBucket,
  effect: 'none',
  load: async () => (await runs()).copyCloneAddress,
})

export const undoRepository = undoCommand(repository, {
  id: 'repositories.undo',
  load: async () => (await runs()).repositoryChanges.undoModule,
})

export const addBranch = recordCommand(repository, {
  id: 'repositories.add-branch',
  title: 'Add branch…',
  aliases: ['New branch'],
  keywords: ['git', 'create', 'repository', 'preview'],
  icon: 'plus',
  why,
  effect: 'nav',
  load: async () => (await runs()).addBranch,
})

/** An empty text removes the site. */
export const siteArgs = () => type({ branch_id: 'string', site_url: 'string <= 2000' })

export const setSite = recordCommand(branch, {
  id: 'repositories.set-site',
  title: 'Set site of branch…',
  aliases: ['Change site of branch', 'Remove site of branch'],
  keywords: ['url', 'address', 'preview', 'deployment', 'git'],
  icon: 'globe',
  why,
  effect: 'write',
  args: siteArgs,
  ask: {
    site_url: {
      kind: 'text',
      title: 'Site address',
      placeholder: 'https://…',
      empty: 'No site',
      async initial({ services, facts, args: { branch_id: id } }) {
        if (typeof id !== 'string') return undefined
        return (await branch.read(services, bucketSlugOf(facts), id)).site_url ?? undefined
      },
    },
  },
  load: async () => (await runs()).setSite,
})

export const deleteBranch = recordCommand(branch, {
  id: 'repositories.delete-branch',
  title: 'Delete branch…',
  aliases: ['Remove branch'],
  keywords: ['git'],
  icon: 'trash-2',
  why,
  // The branch on its host is not deleted, and the entry can be restored.
  effect: 'write',
  offer: (item) => whyUndeletable(item) ?? true,
  load: async () => (await runs()).deleteBranch,
})

export const undoBranch = undoCommand(branch, {
  id: 'repositories.undo-branch',
  load: async () => (await runs()).branchChanges.undoModule,
})

export const openBranch = recordCommand(branch, {
  id: 'repositories.open-branch',
  title: 'Open branch on its host…',
  aliases: ['Open code of branch'],
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'web', 'browser', 'tree'],
  when: inBucket,
  effect: 'nav',
  offer: ({ repository: { url } }) => whyNoBranchPage(url) ?? true,
  load: async () => (await runs()).openBranch,
})

const askOneWithSite = branch.ask(({ site_url }) => site_url !== null)

/** Picks a branch with a site. If no branch has one, a single row says so. */
const askWithSite: AskPicker = {
  ...askOneWithSite,
  async search(text, context) {
    const rows = await askOneWithSite.search(text, context)
    if (rows.length > 0 || (await askOneWithSite.search('', context)).length > 0) return rows
    const reason = 'Choose “Set site of branch…” first.'
    return [{ id: 'none', value: null, label: 'No branch has a site yet', reason }]
  },
}

export const openSite = defineCommand({
  id: 'repositories.open-site',
  title: 'Open site of branch…',
  aliases: ['Visit site of branch'],
  keywords: ['web', 'browser', 'preview', 'deployment'],
  group,
  icon: 'external-link',
  when: inBucket,
  effect: 'nav',
  args: branch.args,
  defaults: branch.current,
  ask: { branch_id: askWithSite },
  load: async () => (await runs()).openSite,
})

export const previewArgs = () => type({ object_id: 'string', branch_id: 'string' })

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
  ask: { branch_id: askWithSite },
  load: async () => (await runs()).previewOnBranch,
})

const notEditing = not(isEditing)
const onList = and(eq('route.id', repositoriesRoute.id), has(repository.fact), notEditing)
const onBranch = and(eq('route.id', repositoryRoute.id), has(branch.fact), notEditing)
const onPage = or(onList, and(eq('route.id', repositoryRoute.id), notEditing))

export default {
  commands: [
    showRepository,
    addRepository,
    editRepository,
    deleteRepository,
    openRepository,
    copyCloneAddress,
    undoRepository,
    addBranch,
    setSite,
    deleteBranch,
    undoBranch,
    openBranch,
    openSite,
    previewOnBranch,
  ],
  facts: [repository.factDeclaration, branch.factDeclaration],
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
