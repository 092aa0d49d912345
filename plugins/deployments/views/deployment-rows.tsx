import type { Deployment } from '@typecase/contract/deployments'
import { formatAge } from '@typecase/content/words/age'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { Row, RowList, RowName } from '@typecase/ui/row-list'
import { formatDate, formatSeconds } from '@typecase/ui/format'

import { formatDuration, hostOf, stateIcons, stateWords, targetWords, titleOf } from '../words.ts'
import { deploymentsRoute } from '../routes.ts'
import styles from './deployments.module.css'

interface DeploymentRowsProps {
  bucketSlug: string
  projectId: string
  deployments: readonly Deployment[]
}

/** The rows. Commands of the palette apply to the deployment with the open log, or to the focused row. */
export function DeploymentRows({ bucketSlug, projectId, deployments }: DeploymentRowsProps) {
  const { until, log } = useRouteSearch(deploymentsRoute)
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    deployments.map(({ id }) => id),
    { initialID: log },
  )
  const current = deployments.find(({ id }) => id === (log ?? currentID))
  useProvideFacts({
    'deployments.current': current?.id,
    'deployments.site': (current?.state === 'ready' ? current.url : null) ?? undefined,
    'deployments.inspector': current?.inspector_url ?? undefined,
    'deployments.commit': current?.commit?.url ?? undefined,
  })
  const search = { vercelProjectId: projectId, ...(until !== undefined && { until }) }
  return (
    <RowList list={list} aria-label="Deployments">
      {deployments.map((deployment) => (
        <DeploymentRow
          key={deployment.id}
          deployment={deployment}
          logHref={href(deploymentsRoute, {
            params: { bucketSlug },
            search: { ...search, log: deployment.id },
          })}
          isCurrent={deployment.id === currentID}
          isTabStop={isTabStop(deployment.id)}
        />
      ))}
    </RowList>
  )
}

interface DeploymentRowProps {
  deployment: Deployment
  logHref: string
  isCurrent: boolean
  isTabStop: boolean
}

function DeploymentRow({ deployment, logHref, isCurrent, isTabStop }: DeploymentRowProps) {
  const { id, url, state, target, branch, commit, created_at, build_seconds, creator } = deployment
  const author = commit?.author ?? creator
  return (
    <Row isCurrent={isCurrent}>
      <DeploymentState state={state} />
      <RowName
        details={
          <>
            {commit === null ? null : <code className={styles.code}>{commit.sha.slice(0, 7)}</code>}
            {branch === null ? null : (
              <span className={styles.branch}>
                <Icon name="git-branch" size={12} />
                {branch}
              </span>
            )}
            {author === null ? null : <span>by {author}</span>}
          </>
        }
      >
        <Link
          href={logHref}
          variant="quiet"
          data-row={id}
          excludeFromTabOrder={!isTabStop}
          aria-label={`${titleOf(deployment)}, ${stateWords[state]}`}
        >
          {titleOf(deployment)}
        </Link>
      </RowName>
      <span className={styles.target}>{target === null ? '' : targetWords[target]}</span>
      <span className={styles.duration} title="How long the build took">
        {build_seconds === null ? '' : formatDuration(build_seconds)}
      </span>
      <Moment at={created_at} />
      <span className={styles.site}>
        {url === null || state !== 'ready' ? null : (
          <Link
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            excludeFromTabOrder={!isTabStop}
          >
            {hostOf(url)}
          </Link>
        )}
      </span>
    </Row>
  )
}

/** The state as a word and an icon, so that it does not depend on colour alone. */
export function DeploymentState({ state }: Pick<Deployment, 'state'>) {
  return (
    <span className={styles.state} data-state={state}>
      <Icon name={stateIcons[state]} size={14} />
      {stateWords[state]}
    </span>
  )
}

/** The age of a time, with the exact time on hover. */
export function Moment({ at }: { at: string }) {
  return (
    <time className={styles.time} dateTime={at} title={`${formatDate(at)}, ${formatSeconds(at)}`}>
      {formatAge(at)}
    </time>
  )
}
