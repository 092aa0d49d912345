import { openBilling, openProjectTeam } from '@typecase/content/commands'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { objectsPath } from '@typecase/content/routes'
import { formatCount } from '@typecase/ui/count'
import type { BucketSummary } from '@typecase/contract/buckets'
import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { type ListKeys, useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { Card } from '@typecase/ui/card'
import { Chip } from '@typecase/ui/chip'
import { Page, PageHeader } from '@typecase/ui/page'
import { SkeletonCards } from '@typecase/ui/skeleton'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'
import { useQuery } from '@tanstack/react-query'

import { addBucket } from '../commands/buckets.ts'
import { unarchiveProject } from '../commands/projects.ts'
import { projectQuery } from '../queries.ts'
import { projectRoute, projectSettingsRoute } from '../routes.ts'
import { HiddenProject } from './hidden-project.tsx'
import styles from './project-list.module.css'

/** A project with its buckets. */
export default function ProjectPage() {
  const { projectID } = useRouteParams(projectRoute)
  const { href } = useService(Navigation)
  const query = useQuery(projectQuery(useServices(), projectID))
  const { data, error } = query
  const keys = useListKeys(data?.project.buckets.map(({ id }) => id) ?? [], {
    creates: addBucket.id,
  })
  if ((isApiError(error, 'forbidden') || isMissing(error)) && !data) {
    return <HiddenProject isPage error={error} />
  }
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="project" />
  const project = data?.project
  return (
    <Page>
      <PageHeader
        title={project?.title ?? 'Project'}
        detail={project?.archived ? <Chip>Archived</Chip> : undefined}
      >
        {project?.archived ? (
          <CommandButton command={unarchiveProject} args={{ project_id: projectID }}>
            Unarchive
          </CommandButton>
        ) : null}
        <Link href={href(projectSettingsRoute, { params: { projectID } })}>Settings</Link>
        <CommandButton command={openProjectTeam} args={{ project_id: projectID }} isPlain>
          Team
        </CommandButton>
        <CommandButton command={openBilling} isPlain>
          Billing
        </CommandButton>
        <CommandButton command={addBucket} args={{ project_id: projectID }} variant="primary" />
      </PageHeader>
      {project?.description ? <p className={styles.text}>{project.description}</p> : null}
      {project === undefined ? (
        <SkeletonCards label="buckets" count={3} />
      ) : project.buckets.length === 0 ? (
        <EmptyState
          title="No buckets yet"
          icon="database"
          action={
            <CommandButton command={addBucket} args={{ project_id: projectID }} variant="primary" />
          }
        >
          A bucket holds object types, objects and media.
        </EmptyState>
      ) : (
        <>
          <VisuallyHidden elementType="h2">Buckets</VisuallyHidden>
          <Buckets buckets={project.buckets} keys={keys} />
        </>
      )}
    </Page>
  )
}

interface BucketsProps {
  readonly buckets: readonly BucketSummary[]
  readonly keys: ListKeys
}

function Buckets({ buckets, keys: { list, isTabStop } }: BucketsProps) {
  return (
    <ul {...list} className={styles.cards} aria-label="Buckets">
      {buckets.map(({ id, slug, title, default: isDefault, importing, total_objects }) => (
        <li key={id}>
          <Card
            title={
              <Link href={objectsPath(slug)} data-row={id} excludeFromTabOrder={!isTabStop(id)}>
                {title}
              </Link>
            }
            actions={isDefault ? <Chip>Default</Chip> : null}
          >
            <p className={styles.text}>
              {importing ? 'Importing…' : formatCount(total_objects, 'object')}
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
