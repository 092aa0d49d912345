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
    /** Id of the deployment whose log is open, or that the keyboard is on. */
    'deployments.current': string
    /** Address of the site that it made. */
    'deployments.site': string
    /** Its page on Vercel. */
    'deployments.inspector': string
    /** Address of the commit that it was built from. */
    'deployments.commit': string
    /** The page on screen is not the newest one. */
    'deployments.isOlder': boolean
    /** The `until` of the next page, UNIX ms. */
    'deployments.next': number
    /** Why the user may not link projects, where only this bucket’s connection tells. */
    'deployments.linkRefusal': string
  }
}

/** Deployments of a page. */
export const PAGE_SIZE = 50
/** How often what is being built is read again. */
const POLL_MS = 5000

export const connectionQuery = (services: Services, slug: string) =>
  apiQueryOptions(services, getVercelConnection, { query: { slug } })

interface Query<E extends Endpoint> {
  state: { data: OutputOf<E> | undefined }
}

/** Whether it changes by itself. */
export const isOnItsWay = ({ state }: Pick<Deployment, 'state'>): boolean =>
  state === 'queued' || state === 'building'

/** Deployments of a linked project before a time; read again while one of them is being built. */
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

/** A project on Vercel that the bucket links. */
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

/** The linked projects: the one on screen alone, where there is one. */
export async function readLinks(
  services: Services,
  slug: string,
  values: FactValues,
): Promise<readonly VercelLink[]> {
  const links = await link.all(services, slug)
  const onScreen = links.filter(({ id }) => id === values[link.fact])
  return onScreen.length > 0 ? onScreen : links
}

/** The newest deployments of a linked project. */
export const readDeployments = async (
  services: Services,
  slug: string,
  { project_id }: VercelLink,
): Promise<readonly Deployment[]> =>
  (await services.get(Queries).fetchQuery(deploymentsQuery(services, slug, project_id))).deployments

/**
 * Asks for one of the newest deployments, of the project on screen or else of all that are linked.
 * @param valueOf the argument; null leaves a deployment out
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
    // One project that cannot be read does not hide the others.
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
