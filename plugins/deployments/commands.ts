import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { recordCommand } from '@typecase/content/record/define-record'
import { listVercelProjects } from '@typecase/contract/deployments'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { Api } from '@typecase/plugin-sdk/services'
import { and, eq, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askDeployment, facts, link } from './record.ts'
import { deploymentsRoute, vercelSection } from './routes.ts'

const inBucket = has('route.bucketSlug')
const runs = () => import('./runs.ts')

/** The address of a deployment. Only https is allowed, because a `javascript:` address would run in this page. */
export const addressArgs = () => type({ url: /^https:\/\// })

const ofSite = (values: FactValues) => ({ url: values['deployments.site'] })
const askSite = { url: askDeployment(({ url, state }) => (state === 'ready' ? url : null)) }

export const openSite = defineCommand({
  id: 'deployments.open-site',
  title: 'Open deployed site…',
  aliases: ['Visit site', 'View deployment'],
  keywords: ['preview', 'website', 'vercel'],
  icon: 'globe',
  when: inBucket,
  effect: 'none',
  args: addressArgs,
  defaults: ofSite,
  ask: askSite,
  load: async () => (await runs()).openAddress,
})

export const copyAddress = defineCommand({
  id: 'deployments.copy-address',
  title: 'Copy site address…',
  aliases: ['Copy deployment URL'],
  keywords: ['clipboard', 'link', 'url'],
  icon: 'copy',
  when: inBucket,
  effect: 'none',
  args: addressArgs,
  defaults: ofSite,
  ask: askSite,
  load: async () => (await runs()).copyAddress,
})

export const openInspector = defineCommand({
  id: 'deployments.open-inspector',
  title: 'Open deployment on Vercel…',
  aliases: ['Inspect deployment'],
  keywords: ['inspector', 'dashboard'],
  icon: 'external-link',
  when: inBucket,
  effect: 'none',
  args: addressArgs,
  defaults: (values) => ({ url: values['deployments.inspector'] }),
  ask: { url: askDeployment(({ inspector_url }) => inspector_url) },
  load: async () => (await runs()).openAddress,
})

export const openCommit = defineCommand({
  id: 'deployments.open-commit',
  title: 'Open commit of deployment…',
  keywords: ['git', 'github', 'gitlab', 'bitbucket', 'source', 'changes'],
  icon: 'git-commit-horizontal',
  when: inBucket,
  effect: 'none',
  args: addressArgs,
  defaults: (values) => ({ url: values['deployments.commit'] }),
  ask: { url: askDeployment(({ commit }) => commit?.url ?? null) },
  load: async () => (await runs()).openAddress,
})

export const logArgs = () => type({ deployment: { project_id: 'string', deployment_id: 'string' } })

export const showLog = defineCommand({
  id: 'deployments.show-log',
  title: 'Show build log…',
  aliases: ['Open build log'],
  keywords: ['output', 'errors', 'failed', 'console'],
  icon: 'square-terminal',
  when: inBucket,
  effect: 'nav',
  args: logArgs,
  defaults: ({ 'deployments.project': project_id, 'deployments.current': deployment_id }) => ({
    deployment:
      project_id === undefined || deployment_id === undefined
        ? undefined
        : { project_id, deployment_id },
  }),
  ask: {
    deployment: askDeployment(({ id }, { project_id }) => ({ project_id, deployment_id: id })),
  },
  load: async () => (await runs()).showLog,
})

export const openProduction = defineCommand({
  id: 'deployments.open-production',
  title: 'Open latest production site',
  aliases: ['Open production'],
  keywords: ['live', 'website', 'visit'],
  icon: 'globe',
  when: inBucket,
  effect: 'none',
  load: async () => (await runs()).openProduction,
})

export const showProject = defineCommand({
  id: 'deployments.show-project',
  title: 'Show deployments of project…',
  aliases: ['Switch Vercel project'],
  icon: 'rocket',
  when: inBucket,
  effect: 'nav',
  args: link.args,
  // Asked for even while the deployments of another project are on screen.
  ask: { project_id: link.ask() },
  load: async () => (await runs()).showProject,
})

export const showOlder = defineCommand({
  id: 'deployments.show-older',
  title: 'Show older deployments',
  keywords: ['next page', 'earlier', 'more'],
  icon: 'chevron-right',
  when: and(inBucket, has('deployments.next')),
  effect: 'nav',
  load: async () => (await runs()).showOlder,
})

export const showNewest = defineCommand({
  id: 'deployments.show-newest',
  title: 'Show newest deployments',
  keywords: ['first page', 'latest'],
  icon: 'chevron-left',
  when: and(inBucket, has('deployments.isOlder')),
  effect: 'nav',
  load: async () => (await runs()).showNewest,
})

/** Only opens the form: a token must not be an argument, because arguments are stored among the recent commands. */
export const connectVercel = defineCommand({
  id: 'deployments.connect',
  title: 'Connect Vercel…',
  aliases: ['Add Vercel token', 'Replace Vercel token'],
  keywords: ['hosting', 'deployments', 'set up'],
  icon: 'plug',
  when: link.when,
  effect: 'nav',
  load: async () => (await runs()).connectVercel,
})

export const disconnectVercel = defineCommand({
  id: 'deployments.disconnect',
  title: 'Disconnect Vercel…',
  aliases: ['Remove Vercel token'],
  keywords: ['hosting', 'deployments'],
  icon: 'unlink',
  when: link.when,
  effect: 'destructive',
  load: async () => (await runs()).disconnectVercel,
})

export const linkProject = defineCommand({
  id: 'deployments.link',
  title: 'Link Vercel project…',
  aliases: ['Add Vercel project'],
  keywords: ['deployments', 'site', 'show'],
  icon: 'link',
  when: and(link.when, not(has('deployments.linkRefusal'))),
  why: (values) =>
    values.can?.has('bucket:settings') ? values['deployments.linkRefusal'] : undefined,
  effect: 'write',
  args: link.args,
  ask: {
    project_id: {
      kind: 'picker',
      title: 'Vercel project',
      placeholder: 'Which project on Vercel?',
      async search(text, { services, facts: values, signal }) {
        const slug = bucketSlugOf(values)
        const words = text.trim().slice(0, 100)
        const query = { slug, ...(words !== '' && { search: words }) }
        const [{ projects }, links] = await Promise.all([
          services.get(Api).call(listVercelProjects, { query }, { signal }),
          link.all(services, slug),
        ])
        const linked = new Set(links.map(({ id }) => id))
        return projects.map(({ project_id, title }) => ({
          id: project_id,
          value: project_id,
          label: title,
          icon: link.icon,
          ...(linked.has(project_id) && { subtitle: 'Already linked' }),
        }))
      },
    },
  },
  load: async () => (await runs()).linkProject,
})

export const unlinkProject = recordCommand(link, {
  id: 'deployments.unlink',
  title: 'Unlink Vercel project…',
  aliases: ['Remove Vercel project'],
  keywords: ['deployments', 'site', 'hide'],
  icon: 'unlink',
  effect: 'write',
  load: async () => (await runs()).unlinkProject,
})

const onPage = eq('route.id', deploymentsRoute.id)
/** Holds even with the build log open, which is a dialog over the list, but not below the palette or another dialog. */
const onDeployment = and(onPage, not(has('palette.isOpen')), not(has('dialog.isOpen')))
const withSite = and(onDeployment, has('deployments.site'))
const withInspector = and(onDeployment, has('deployments.inspector'))

export default {
  commands: [
    openSite,
    copyAddress,
    openInspector,
    openCommit,
    showLog,
    openProduction,
    showProject,
    showOlder,
    showNewest,
    connectVercel,
    disconnectVercel,
    linkProject,
    unlinkProject,
    vercelSection.open,
  ],
  facts,
  keys: [
    { keys: 'o', command: openSite.id, when: withSite, inDialog: true },
    { keys: 'c', command: copyAddress.id, when: withSite, inDialog: true },
    { keys: 'i', command: openInspector.id, when: withInspector, inDialog: true },
    { keys: 'Shift+O', command: openProduction.id, when: and(onPage, has(link.fact)) },
    { keys: ']', command: showOlder.id, when: and(onPage, has('deployments.next')) },
    { keys: '[', command: showNewest.id, when: and(onPage, has('deployments.isOlder')) },
    { keys: 'n', command: linkProject.id, when: eq('list.creates', linkProject.id) },
  ],
} satisfies PluginPart
