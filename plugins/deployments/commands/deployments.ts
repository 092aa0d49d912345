import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

const inBucket = has('route.bucketSlug')
const runs = () => import('./deployments-runs.ts')
const rows = () => import('./rows.ts')

const askDeployment = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Deployment',
  placeholder: 'Which deployment?',
  search,
})

/** An address of a deployment. Addresses of other kinds would run as scripts of this page. */
export const addressArgs = () => type({ url: /^https:\/\// })

const ofSite = (facts: FactValues) => ({ url: facts['deployments.site'] })
const askSite = {
  url: askDeployment(async (query, context) => (await rows()).siteRows(query, context)),
}

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
  defaults: (facts) => ({ url: facts['deployments.inspector'] }),
  ask: {
    url: askDeployment(async (query, context) => (await rows()).inspectorRows(query, context)),
  },
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
  defaults: (facts) => ({ url: facts['deployments.commit'] }),
  ask: {
    url: askDeployment(async (query, context) => (await rows()).commitRows(query, context)),
  },
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
    deployment: askDeployment(async (query, context) => (await rows()).logRows(query, context)),
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

export const projectArgs = () => type({ project_id: 'string' })

export const showProject = defineCommand({
  id: 'deployments.show-project',
  title: 'Show deployments of project…',
  aliases: ['Switch Vercel project'],
  icon: 'rocket',
  when: inBucket,
  effect: 'nav',
  args: projectArgs,
  ask: {
    project_id: {
      kind: 'picker',
      title: 'Vercel project',
      placeholder: 'Which project?',
      search: async (query, context) => (await rows()).linkRows(query, context),
    },
  },
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

export const deploymentCommands: readonly AnyCommand[] = [
  openSite,
  copyAddress,
  openInspector,
  openCommit,
  showLog,
  openProduction,
  showProject,
  showOlder,
  showNewest,
]
