import { hasFailed, QueryFailure, QueryOutdated } from '@typecase/content/react/query-view'
import type { VercelConnection } from '@typecase/contract/deployments'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { Select } from '@typecase/ui/select'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { connectVercel, linkProject, openProduction, showNewest, showOlder } from '../commands.ts'
import { connectionQuery, deploymentsQuery } from '../record.ts'
import { deploymentsRoute } from '../routes.ts'
import { adviceFor } from '../words.ts'
import { BuildLog } from './build-log.tsx'
import { DeploymentRows } from './deployment-rows.tsx'
import styles from './deployments.module.css'
import { useLinkRefusal } from './use-link-refusal.ts'

/** The deployments of the linked Vercel projects, newest first. */
export default function DeploymentList() {
  const { bucketSlug } = useRouteParams(deploymentsRoute)
  const { vercelProjectId } = useRouteSearch(deploymentsRoute)
  const query = useQuery(connectionQuery(useServices(), bucketSlug))
  const { data } = query
  useLinkRefusal(data?.connection)

  if (hasFailed(query)) return <QueryFailure isPage query={query} what="deployments" />
  const [first] = data?.connection.links ?? []
  const projectId = first && (vercelProjectId ?? first.project_id)
  return (
    <Page>
      <Head connection={data?.connection} projectId={projectId} />
      {!data ? (
        <SkeletonRows label="deployments" />
      ) : projectId === undefined ? (
        <NothingLinked source={data.connection.source} />
      ) : (
        // The key makes another project another list.
        <Deployments key={projectId} bucketSlug={bucketSlug} projectId={projectId} />
      )}
    </Page>
  )
}

interface HeadProps {
  connection: VercelConnection | undefined
  projectId: string | undefined
}

function Head({ connection, projectId }: HeadProps) {
  const { go } = useService(Navigation)
  const links = connection?.links ?? []
  return (
    <PageHeader
      title="Deployments"
      detail={
        links.length === 1 && links[0]?.project_id === projectId ? links[0]?.title : undefined
      }
    >
      {links.length > 1 ? (
        <div className={styles.picker}>
          <Select
            aria-label="Vercel project"
            isSmall
            options={links.map(({ project_id: id, title }) => ({ id, label: title }))}
            value={projectId ?? null}
            onChange={(id) =>
              void (id && go(deploymentsRoute, { search: { vercelProjectId: id } }))
            }
          />
        </div>
      ) : null}
      {projectId === undefined ? null : (
        <CommandButton command={openProduction}>Production site</CommandButton>
      )}
    </PageHeader>
  )
}

/** Shows what is missing: a token, or a project. */
function NothingLinked({ source }: Pick<VercelConnection, 'source'>) {
  useProvideFacts({ 'list.creates': source === null ? undefined : linkProject.id })
  return source === null ? (
    <EmptyState
      title="Vercel is not connected"
      icon="rocket"
      action={<CommandButton command={connectVercel} variant="primary" />}
    >
      Builds of your site by Vercel appear here. Add a Vercel token in the settings of this bucket,
      or ask the operator of this installation to set VERCEL_TOKEN.
    </EmptyState>
  ) : (
    <EmptyState
      title="No Vercel project is linked"
      icon="rocket"
      action={<CommandButton command={linkProject} variant="primary" />}
    >
      Link the project that builds your site: everyone in this bucket then sees its deployments and
      build logs.
    </EmptyState>
  )
}

function Deployments({ bucketSlug, projectId }: { bucketSlug: string; projectId: string }) {
  const { until, log } = useRouteSearch(deploymentsRoute)
  const { go } = useService(Navigation)
  const query = useQuery(deploymentsQuery(useServices(), bucketSlug, projectId, until))
  const { data, error } = query
  const next = data?.next ?? undefined
  useProvideFacts({
    'deployments.project': projectId,
    'deployments.next': next,
    'deployments.isOlder': until === undefined ? undefined : true,
  })

  if (isApiError(error, 'not_found')) {
    return (
      <EmptyState
        title="This Vercel project is not linked"
        icon="rocket"
        action={<Button onPress={() => void go(deploymentsRoute)}>Show linked projects</Button>}
      >
        It was unlinked, or never was linked to this bucket.
      </EmptyState>
    )
  }
  if (hasFailed(query)) {
    return (
      <QueryFailure
        query={query}
        what="deployments"
        advice={adviceFor(error)}
        actions={
          isApiError(error, 'not_configured') ? (
            <CommandButton command={connectVercel} />
          ) : undefined
        }
      />
    )
  }
  if (!data) return <SkeletonRows label="deployments" />
  const { deployments } = data
  return (
    <>
      <QueryOutdated query={query} />
      {deployments.length === 0 ? (
        <EmptyState title={until ? 'No older deployments' : 'No deployment yet'} icon="rocket">
          {until
            ? 'All deployments of this project are newer.'
            : 'Each build of this project on Vercel appears here, with its state, commit and log.'}
        </EmptyState>
      ) : (
        <DeploymentRows {...{ bucketSlug, projectId, deployments }} />
      )}
      {until !== undefined || next !== undefined ? (
        <nav className={styles.pages} aria-label="Pages">
          <CommandButton command={showNewest}>Newest</CommandButton>
          <CommandButton command={showOlder}>Older</CommandButton>
        </nav>
      ) : null}
      <BuildLog
        {...{ bucketSlug, projectId }}
        deploymentId={log}
        onClose={() =>
          void go(deploymentsRoute, {
            search: { vercelProjectId: projectId, ...(until !== undefined && { until }) },
            isReplace: true,
          })
        }
      />
    </>
  )
}
