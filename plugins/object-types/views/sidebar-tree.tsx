import { isApiError } from '@typecase/plugin-sdk/api-error'
import { bucketQuery } from '@typecase/plugin-sdk/bucket'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Tree } from '@typecase/ui/tree'
import { useQuery } from '@tanstack/react-query'

import { newType } from '../commands/type-commands.ts'
import { folderId, isFolderId, typeTree } from '../type-tree.ts'
import styles from './sidebar-tree.module.css'
import { useClosedFolders } from './use-closed-folders.ts'
import { useCurrentType } from './use-current-type.ts'

/** The types of the bucket in their folders, in the sidebar: each leads to its objects. */
export default function SidebarTree({ onGone }: { onGone?: () => void }) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug'])
  if (bucketSlug === undefined) return null
  return (
    <section className={styles.part} aria-labelledby="sidebar-types">
      <h2 id="sidebar-types" className={styles.title}>
        Object types
      </h2>
      <BucketTree key={bucketSlug} bucketSlug={bucketSlug} {...(onGone && { onGone })} />
    </section>
  )
}

function BucketTree({ bucketSlug, onGone }: { bucketSlug: string; onGone?: () => void }) {
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
        if (!isFolderId(String(id))) onGone?.()
        else if (folder) close(toggled(closed, folder.slug))
      }}
    />
  )
}

const toggled = (slugs: readonly string[], slug: string): readonly string[] =>
  slugs.includes(slug) ? slugs.filter((one) => one !== slug) : [...slugs, slug]

function Empty() {
  return (
    <div className={styles.state}>
      <p>No object types yet. One says which fields its objects have: posts, authors, products.</p>
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
    return <p className={styles.state}>You may not see the object types of this bucket.</p>
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
