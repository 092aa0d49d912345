import { newProject } from '@typecase/content/commands'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { listProjects } from '@typecase/contract/projects'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation, Storage } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { SkeletonCards } from '@typecase/ui/skeleton'
import { useEffect } from 'react'

import { tryContent } from '../commands.ts'
import { homeRoute } from '../routes.ts'
import { LAST_BUCKET } from '../steps/steps.ts'
import styles from './home.module.css'

/** Redirects to the bucket that was used last. Shows how to start if there is none. */
export default function Start() {
  const { go } = useService(Navigation)
  const storage = useService(Storage)
  const query = useApiQuery(listProjects, {})
  const { data } = query
  const buckets = data?.projects.flatMap((project) => project.buckets)
  const last = storage.get(LAST_BUCKET)
  const slug =
    buckets &&
    (buckets.find((one) => one.slug === last) ?? buckets.find((one) => one.default) ?? buckets[0])
      ?.slug
  useEffect(() => {
    if (slug !== undefined) void go(homeRoute, { params: { bucketSlug: slug }, isReplace: true })
  }, [go, slug])
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="home page" />
  return (
    <div className={styles.start}>
      <h1 className={styles.title}>Home</h1>
      {buckets?.length === 0 ? (
        <EmptyState
          title="Nothing here yet"
          icon="house"
          action={
            <>
              <CommandButton command={newProject} variant="primary" />
              <CommandButton command={tryContent} />
            </>
          }
        >
          Once you have a project, this page shows recent changes, open work and what is scheduled.
        </EmptyState>
      ) : (
        <SkeletonCards label="the home page" count={3} />
      )}
    </div>
  )
}
