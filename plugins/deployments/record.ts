import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { defineRecord } from '@typecase/content/record/define-record'
import { formatAge } from '@typecase/content/words/age'
import {
  type Deployment,
  getDeploymentLog,
  getVercelConnection,
  listDeployments,
  type VercelLink,
} from '@typecase/contract/deployments'
import type { Endpoint, OutputOf } from '@typecase/contract/endpoint'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import type { FactDeclaration, FactValues } from '@typecase/plugin-sdk/facts'
import type { Json } from '@typecase/plugin-sdk/json'
import { Queries } from '@typecase/plugin-sdk/services'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { Services } from '@typecase/plugin-sdk/token'
import { and, can, has } from '@typecase/plugin-sdk/when'

import { hostOf, stateIcons, stateWords, targetWords, titleOf } from './words.ts'

declare module '@typecase/plugin-sdk/facts' {
  interface Facts {
    /** Id of the Vercel project whose deployments are on screen. */
    'deployments.project': string
    /** Id of the deployment with the open log, or with the keyboard focus. */
    'deployments.current': string
    /** Address of the deployed site. */
    'deployments.site': string
    /** Address of the deployment's page on Vercel. */
    'deployments.inspector': string
    /** Address of the deployed commit. */
    'deployments.commit': string
    /** Whether the page shows older deployments. */
    'deployments.isOlder': boolean
    /** The `until` of the next page, in UNIX ms. */
    'deployments.next': number
    /** Why the user may not link projects. Known only from this bucket’s connection. */
    'deployments.linkRefusal': string
  }
}

/** Deployments per page. */
export const PAGE_SIZE = 50
/** Polling interval in ms while a deployment is being built. */
const POLL_MS = 5000

export const connectionQuery = (services: Services, slug: string) =>
  apiQueryOptions(services, getVercelConnection, { query: { slug } })

interface Query<E extends Endpoint> {
  state: { data: OutputOf<E> | undefined }
}

/** Whether the state will still change. */
export const isOnItsWay = ({ state }: Pick<Deployment, 'state'>): boolean =>
  state === 'queued' || state === 'building'

/** Returns the query for the deployments of a linked project before a time. Polls while one of them is being built. */
export const deploymentsQuery = (
  services: Services,
  slug: string,
  vercelProjectId: string,
  until?: number,
) => ({
  ...apiQueryOptions(services, listDeployments, {
    query: { slug, vercelProjectId, limit: PAGE_SIZE, ...(until !== undefined && { until }) },
  }),
  refetchInterval: ({ state: { data } }: Query<typeof listDeployments>) =>
    data?.deployments.some(isOnItsWay) ? POLL_MS : (false as const),
})

export const logQuery = (
  services: Services,
  slug: string,
  vercelProjectId: string,
  deployment_id: string,
) => ({
  ...apiQueryOptions(services, getDeploymentLog, {
    query: { slug, vercelProjectId, deployment_id },
  }),
  refetchInterval: ({ state: { data } }: Query<typeof getDeploymentLog>) =>
    data && isOnItsWay(data.deployment) ? POLL_MS : (false as const),
})

/** The Vercel projects linked to the bucket. */
export const link = defineRecord({
  noun: 'Vercel project',
  icon: 'rocket',
  group: 'Deployments',
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  arg: 'project_id',
  fact: 'deployments.project',
  query: connectionQuery,
  items: ({ connection }) => connection.links.map((one) => ({ ...one, id: one.project_id })),
  row: ({ title }) => ({ label: title }),
  endpoints: [getVercelConnection, listDeployments, getDeploymentLog],
})

export const facts: readonly FactDeclaration[] = [
  {
    ...link.factDeclaration,
    title: 'deployments are on screen',
    missing: 'Go to deployments first.',
  },
  {
    key: 'deployments.current',
    title: 'a deployment is current',
    missing: 'Move to a deployment first.',
  },
  {
    key: 'deployments.site',
    title: 'the current deployment has a site',
    missing: 'Move to a deployment with a site first.',
  },
  {
    key: 'deployments.inspector',
    title: 'the current deployment has a page on Vercel',
    missing: 'Move to a deployment first.',
  },
  {
    key: 'deployments.commit',
    title: 'the current deployment was built from a commit',
    missing: 'Move to a deployment of a commit first.',
  },
  {
    key: 'deployments.next',
    title: 'there are older deployments',
    missing: 'There are no older deployments.',
  },
  {
    key: 'deployments.isOlder',
    title: 'older deployments are on screen',
    missing: 'The newest deployments are on screen.',
  },
]

/** Reads the linked projects: only the one on screen, if there is one. */
export async function readLinks(
  services: Services,
  slug: string,
  values: FactValues,
): Promise<readonly VercelLink[]> {
  const links = await link.all(services, slug)
  const onScreen = links.filter(({ id }) => id === values[link.fact])
  return onScreen.length > 0 ? onScreen : links
}

/** Reads the newest deployments of a linked project. */
export const readDeployments = async (
  services: Services,
  slug: string,
  { project_id }: VercelLink,
): Promise<readonly Deployment[]> =>
  (await services.get(Queries).fetchQuery(deploymentsQuery(services, slug, project_id))).deployments

/**
 * Picks one of the newest deployments, of the project on screen or else of all linked projects.
 * @param valueOf returns the argument, or null to leave a deployment out
 */
export const askDeployment = (
  valueOf: (deployment: Deployment, of: VercelLink) => Json | null,
): AskPicker => ({
  kind: 'picker',
  title: 'Deployment',
  placeholder: 'Which deployment?',
  async search(query, { services, facts: values }) {
    const slug = bucketSlugOf(values)
    const links = await readLinks(services, slug, values)
    const lists = await Promise.allSettled(
      links.map(async (of) =>
        (await readDeployments(services, slug, of)).map((deployment) => ({ of, deployment })),
      ),
    )
    // A project that cannot be read does not hide the others.
    const failed = lists.find((list) => list.status === 'rejected')
    if (failed && lists.every((list) => list.status === 'rejected')) throw failed.reason
    return lists
      .flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
      .sort((a, b) => (a.deployment.created_at < b.deployment.created_at ? 1 : -1))
      .flatMap(({ of, deployment }) => {
        const value = valueOf(deployment, of)
        const { state, target, branch, url, created_at, id } = deployment
        const label = titleOf(deployment)
        const subtitle = [
          ...(links.length > 1 ? [of.title] : []),
          stateWords[state],
          ...(target === null ? [] : [targetWords[target]]),
          ...(branch === null ? [] : [branch]),
          formatAge(created_at),
        ].join(' · ')
        const words = `${label} ${subtitle} ${url === null ? '' : hostOf(url)}`
        return value === null || !holdsWords(words, query)
          ? []
          : [{ id, value, label, subtitle, icon: stateIcons[state] }]
      })
  },
})
