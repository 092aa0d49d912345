import type { Deployment, getDeploymentLog, LogLine } from '@typecase/contract/deployments'
import type { OutputOf } from '@typecase/contract/endpoint'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Dialog } from '@typecase/ui/dialog'
import { EmptyState } from '@typecase/ui/empty-state'
import { QueryView } from '@typecase/content/react/query-view'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { formatSeconds } from '@typecase/ui/format'

import { copyAddress, openCommit, openInspector, openSite } from '../commands.ts'
import { adviceFor, formatDuration, titleOf } from '../words.ts'
import { isOnItsWay, logQuery } from '../record.ts'
import { DeploymentState, Moment } from './deployment-rows.tsx'
import styles from './deployments.module.css'

interface BuildLogProps {
  bucketSlug: string
  projectId: string
  /** Id of the deployment; undefined closes the dialog. */
  deploymentId: string | undefined
  onClose: () => void
}

/** The build log of a deployment, in a dialog over the list. Escape returns to its row. */
export function BuildLog({ deploymentId, onClose, ...of }: BuildLogProps) {
  return (
    <Dialog
      title="Build log"
      size="full"
      isBare
      isDismissable
      isOpen={deploymentId !== undefined}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      {deploymentId === undefined ? null : <Log {...of} deploymentId={deploymentId} />}
    </Dialog>
  )
}

function Log({
  bucketSlug,
  projectId,
  deploymentId,
}: Omit<BuildLogProps, 'deploymentId' | 'onClose'> & { deploymentId: string }) {
  const query = useQuery(logQuery(useServices(), bucketSlug, projectId, deploymentId))
  const { data } = query
  return (
    <div className={styles.log}>
      <LogHead deployment={data?.deployment} />
      <QueryView
        query={query}
        what="build log"
        advice={adviceFor(query.error)}
        loading={<SkeletonLines label="build log" count={12} />}
        missing={
          <EmptyState title="There is no such deployment" icon="square-terminal">
            It was deleted on Vercel, or belongs to another project.
          </EmptyState>
        }
      >
        {(data) => <LogBody {...data} />}
      </QueryView>
    </div>
  )
}

function LogBody({ deployment, lines, truncated }: OutputOf<typeof getDeploymentLog>) {
  return (
    <>
      {truncated ? (
        <p className={styles.note}>Only the end of this log is shown. All of it is on Vercel.</p>
      ) : null}
      {lines.length > 0 ? (
        <Lines lines={lines} />
      ) : (
        <EmptyState title="Nothing in the log yet" icon="square-terminal">
          {isOnItsWay(deployment)
            ? 'What the build writes appears here as it comes.'
            : 'Vercel keeps no log of this build.'}
        </EmptyState>
      )}
    </>
  )
}

function LogHead({ deployment }: { deployment: Deployment | undefined }) {
  return (
    <header className={styles.logHead}>
      <div className={styles.logFacts}>
        <strong>Build log</strong>
        {deployment ? (
          <>
            <span>{titleOf(deployment)}</span>
            <DeploymentState state={deployment.state} />
            {deployment.build_seconds === null ? null : (
              <span>{formatDuration(deployment.build_seconds)}</span>
            )}
            <Moment at={deployment.created_at} />
          </>
        ) : null}
      </div>
      <div className={styles.actions}>
        {deployment ? <LogActions deployment={deployment} /> : null}
        <Button slot="close" variant="quiet" icon="x" aria-label="Close" />
      </div>
    </header>
  )
}

function LogActions({ deployment }: { deployment: Deployment }) {
  const { state, url, commit, inspector_url: inspector } = deployment
  return (
    <>
      {state !== 'ready' || url === null ? null : (
        <>
          <CommandButton command={openSite} args={{ url }}>
            Open site
          </CommandButton>
          <CommandButton command={copyAddress} args={{ url }}>
            Copy address
          </CommandButton>
        </>
      )}
      {commit?.url ? (
        <CommandButton command={openCommit} args={{ url: commit.url }}>
          Commit
        </CommandButton>
      ) : null}
      {inspector === null ? null : (
        <CommandButton command={openInspector} args={{ url: inspector }}>
          Open on Vercel
        </CommandButton>
      )}
    </>
  )
}

/** Distance from the end, in pixels, within which the log follows new lines. */
const NEAR = 40

/** The lines of the log, scrolled to the end, where a build fails and new lines appear. */
function Lines({ lines }: { lines: readonly LogLine[] }) {
  const takeFocus = useFocusOnMount()
  const box = useRef<HTMLElement>(null)
  const follows = useRef(true)

  // Scrolls the element after each render, unless the user has scrolled up to read.
  useLayoutEffect(() => {
    const element = box.current
    if (element && follows.current) element.scrollTop = element.scrollHeight
  })

  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard
      tabIndex={0}
      aria-label="Lines of the build log"
      className={styles.lines}
      ref={(element) => {
        if (element && !box.current) takeFocus(element)
        box.current = element
      }}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR
      }}
    >
      <ol>
        {lines.map(({ time, type, text }, index) => (
          // Lines are only added at the end, and have no id.
          <li key={index} className={styles.line} data-type={type}>
            <time dateTime={time ?? undefined}>{time === null ? '' : formatSeconds(time)}</time>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
