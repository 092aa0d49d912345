import {
  type Deployment,
  listVercelProjects,
  type VercelLink,
} from '@typecase/contract/deployments'
import { formatAge } from '@typecase/content/words/age'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import type { Json } from '@typecase/plugin-sdk/json'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { hostOf, stateIcons, stateWords, targetWords, titleOf } from '../words.ts'
import { connectionQuery, readDeployments, readLinks } from '../queries.ts'

/** The newest deployments of the project on screen, or of all that are linked. */
async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  valueOf: (deployment: Deployment, link: VercelLink) => Json | null,
): Promise<PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const links = await readLinks(services, slug, facts)
  const asked = await Promise.allSettled(
    links.map(async (link) => ({ link, all: await readDeployments(services, slug, link) })),
  )
  // One project that cannot be read does not hide the others.
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed && asked.every((one) => one.status === 'rejected')) throw failed.reason
  return asked
    .flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    .flatMap(({ link, all }) => all.map((deployment) => ({ link, deployment })))
    .sort((a, b) => (a.deployment.created_at < b.deployment.created_at ? 1 : -1))
    .flatMap(({ link, deployment }) => {
      const value = valueOf(deployment, link)
      const { state, target, branch, url, created_at, id } = deployment
      const label = titleOf(deployment)
      const subtitle = [
        ...(links.length > 1 ? [link.title] : []),
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
}

export const siteRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ url, state }) => (state === 'ready' ? url : null))

export const inspectorRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ inspector_url }) => inspector_url)

export const commitRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ commit }) => commit?.url ?? null)

export const logRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ id }, { project_id }) => ({ project_id, deployment_id: id }))

/** The linked projects. */
export async function linkRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const { connection } = await services
    .get(Queries)
    .fetchQuery(connectionQuery(services, bucketSlugOf(facts)))
  return connection.links
    .filter(({ title }) => holdsWords(title, query))
    .map(({ project_id, title }) => ({
      id: project_id,
      value: project_id,
      label: title,
      icon: 'rocket',
    }))
}

/** Projects on Vercel that may be linked. */
export async function projectRows(
  query: string,
  { services, facts, signal }: AskContext,
): Promise<PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const search = query.trim()
  const [{ projects }, { connection }] = await Promise.all([
    services
      .get(Api)
      .call(
        listVercelProjects,
        { query: { slug, ...(search !== '' && { search: search.slice(0, 100) }) } },
        { signal },
      ),
    services.get(Queries).fetchQuery(connectionQuery(services, slug)),
  ])
  const linked = new Set(connection.links.map(({ project_id }) => project_id))
  return projects.map(({ project_id, title }) => ({
    id: project_id,
    value: project_id,
    label: title,
    icon: 'rocket',
    ...(linked.has(project_id) && { subtitle: 'Linked already' }),
  }))
}
