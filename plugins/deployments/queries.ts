import { isApiError } from '@typecase/plugin-sdk/api-error'
import {
  type Deployment,
  getDeploymentLog,
  getVercelConnection,
  listDeployments,
  type VercelLink,
} from '@typecase/contract/deployments'
import type { Endpoint, OutputOf } from '@typecase/contract/endpoint'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Deployments of a page. */
export const PAGE_SIZE = 50
/** How often what is not built yet is asked for again, ms. */
const WAIT_MS = 5000

export const connectionQuery = (services: Services, slug: string) =>
  apiQueryOptions(services, getVercelConnection, { query: { slug } })

interface Query<E extends Endpoint> {
  state: { data: OutputOf<E> | undefined }
}

/** Whether it changes by itself. */
export const isOnItsWay = ({ state }: Pick<Deployment, 'state'>): boolean =>
  state === 'queued' || state === 'building'

/** Deployments of a linked project before a time; asked for again while one of them is not built yet. */
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
    data?.deployments.some(isOnItsWay) ? WAIT_MS : (false as const),
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
    data && isOnItsWay(data.deployment) ? WAIT_MS : (false as const),
})

/** The linked projects: the one on screen alone, where there is one. */
export async function readLinks(
  services: Services,
  slug: string,
  facts: FactValues,
): Promise<readonly VercelLink[]> {
  const queries = services.get(Queries)
  const { connection } = await queries.fetchQuery(connectionQuery(services, slug))
  const shown = connection.links.filter(
    ({ project_id }) => project_id === facts['deployments.project'],
  )
  return shown.length > 0 ? shown : connection.links
}

/** The newest deployments of a linked project. */
export const readDeployments = async (
  services: Services,
  slug: string,
  { project_id }: VercelLink,
): Promise<readonly Deployment[]> =>
  (await services.get(Queries).fetchQuery(deploymentsQuery(services, slug, project_id))).deployments

/** After a token or a link was changed: all that depends on it asks again. */
export async function refreshVercel(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [getVercelConnection.id, listDeployments.id, getDeploymentLog.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}

/** What Vercel advises beside its refusal, such as where its token is set. */
export const adviceFor = (error: Error | null): string | undefined =>
  isApiError(error) ? error.details[0]?.message : undefined
