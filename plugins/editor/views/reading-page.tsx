import type { UseQueryResult } from '@tanstack/react-query'
import { togglePreview } from '@typecase/content/commands'
import type { PeekData } from '@typecase/content/object/peek-query'
import { ObjectView } from '@typecase/content/react/object-view'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { EmptyState } from '@typecase/ui/empty-state'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { VisuallyHidden } from '@typecase/ui/visually-hidden'

import styles from './editor.module.css'

interface ReadingPageProps {
  bucketSlug: string
  query: UseQueryResult<PeekData>
}

/** Shows the open object read-only, in a perspective that no one edits. */
export function ReadingPage({ bucketSlug, query }: ReadingPageProps) {
  const title = query.data?.object.title.trim() || 'Untitled'
  useProvideFacts({
    'editor.isReading': true,
    ...(query.data && { 'editor.openTitle': title }),
  })
  if (hasFailed(query))
    return (
      <QueryFailure
        isPage
        query={query}
        what="object"
        missing={
          <EmptyState isPage icon="eye-off" title="This object isn’t public here">
            It’s a draft, or it will be unpublished by then.
          </EmptyState>
        }
      />
    )
  if (!query.data)
    return (
      <div className={styles.document}>
        <SkeletonForm label="object" count={6} />
      </div>
    )
  return (
    <div className={styles.document}>
      <div className={styles.bar}>
        <span className={styles.space} />
        <CommandButton command={togglePreview} variant="quiet" isIconOnly />
      </div>
      <VisuallyHidden elementType="h1">{title}</VisuallyHidden>
      <ObjectView data={query.data} bucketSlug={bucketSlug} />
    </div>
  )
}
