import { isApiError } from '@typecase/plugin-sdk/api-error'
import { bucketQuery } from '@typecase/content/bucket'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { typeOfList } from '@typecase/content/object-facts'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Tree } from '@typecase/ui/tree'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { newType } from '../commands/types.ts'
import { objectTypeRoute } from '../routes.ts'
import { folderId, isFolderId, typeTree } from '../type-tree.ts'
import styles from './sidebar-tree.module.css'

/** The object types of the bucket in their folders, in the sidebar. Each links to its objects. */
export default function SidebarTree({ onNavigate }: { onNavigate?: () => void }) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug'])
  if (bucketSlug === undefined) return null
  return (
    <section className={styles.part} aria-labelledby="sidebar-types">
      <h2 id="sidebar-types" className={styles.title}>
        Object types
      </h2>
      <BucketTree key={bucketSlug} bucketSlug={bucketSlug} {...(onNavigate && { onNavigate })} />
    </section>
  )
}

function BucketTree({ bucketSlug, onNavigate }: { bucketSlug: string; onNavigate?: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(bucketQuery(useServices(), bucketSlug))
  const current = useCurrentType()
  const { closed, close } = useClosedFolders(bucketSlug)
  if (!data) {
    return error ? (
      <Failure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div className={styles.bones}>
        <SkeletonLines label="object types" count={5} />
      </div>
    )
  }
  const { object_types: types, object_type_folders: folders } = data.bucket
  if (types.length + folders.length === 0) return <Empty />
  const open = folders.map(({ slug }) => slug).filter((slug) => !closed.includes(slug))
  return (
    <Tree
      aria-label="Object types"
      nodes={typeTree({ bucketSlug, types, folders, current })}
      expandedKeys={open.map(folderId)}
      onExpandedChange={(keys) =>
        close(folders.map(({ slug }) => slug).filter((slug) => !keys.has(folderId(slug))))
      }
      onAction={(id) => {
        const folder = folders.find(({ slug }) => folderId(slug) === id)
        if (!isFolderId(String(id))) onNavigate?.()
        else if (folder) close(toggle(closed, folder.slug))
      }}
    />
  )
}

const toggle = (slugs: readonly string[], slug: string): readonly string[] =>
  slugs.includes(slug) ? slugs.filter((one) => one !== slug) : [...slugs, slug]

function Empty() {
  return (
    <div className={styles.state}>
      <p>
        No object types yet. An object type defines the fields of its objects: posts, authors,
        products.
      </p>
      <CommandButton command={newType}>New object type</CommandButton>
    </div>
  )
}

function Failure({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}) {
  if (isApiError(error, 'forbidden')) {
    return <p className={styles.state}>You cannot see the object types of this bucket.</p>
  }
  return (
    <div className={styles.state} role="alert">
      <p>The object types could not be loaded. {error.message}</p>
      <Button icon="rotate-ccw" isPending={isRetrying} onPress={onRetry}>
        Retry
      </Button>
    </div>
  )
}

/** Returns the type of the current page, which is its list or its builder. */
export function useCurrentType() {
  const listed = useFacts(typeOfList)
  const isBuilder = useFacts((facts) => facts['route.id'] === objectTypeRoute.id)
  const { typeSlug } = useRouteParams(objectTypeRoute)
  if (isBuilder) return { typeSlug, is: 'true' as const }
  return typeof listed === 'string' ? { typeSlug: listed, is: 'page' as const } : undefined
}

/** Manages which folders of a bucket are closed, stored in this browser. Folders are open by default. */
export function useClosedFolders(bucketSlug: string) {
  const storage = useService(Storage)
  const key = `object-types.closed-folders.${bucketSlug}` as const
  // Compared as text, because each read returns another list.
  const openFolders = useSyncExternalStore(
    (listener) => storage.subscribe(key, listener),
    () => JSON.stringify(storage.get(key) ?? null),
  )
  const value: unknown = JSON.parse(openFolders)
  const closed = Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string')
    : []

  function close(slugs: readonly string[]) {
    if (slugs.length > 0) storage.set(key, [...slugs])
    else storage.remove(key)
  }

  return { closed, close }
}
