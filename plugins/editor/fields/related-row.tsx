import { useService } from '@typecase/plugin-sdk/react/services'
import type { NamedObject } from '@typecase/content/objects-by-id'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Popover, PopoverTrigger } from '@typecase/ui/popover'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Suspense } from 'react'

import { objectRoute } from '../routes.ts'
import styles from './fields.module.css'

const RelatedPreview = lazyView(
  async () => (await import('./related-preview.tsx')).RelatedPreview,
  'The preview',
)

interface RelatedRowProps {
  /** Empty if only the title is known. */
  id: string
  object: NamedObject | undefined
  isLoading: boolean
  onRemove: (() => void) | undefined
}

/** A related object: its title and type, and buttons to preview, open and remove it. */
export function RelatedRow({ id, object, isLoading, onRemove }: RelatedRowProps) {
  const navigation = useService(Navigation)
  const title = object?.title ?? (isLoading ? 'Loading…' : 'Missing object')
  return (
    <div className={styles.row}>
      <span className={styles.rowText}>{title}</span>
      <span className={styles.rowDetail}>{object?.type ?? (isLoading ? '' : id)}</span>
      {object && id ? (
        <>
          <PopoverTrigger>
            <Button variant="quiet" icon="eye" aria-label={`Preview ${title}`} />
            <Popover aria-label={`Preview of ${title}`} placement="bottom end">
              <Suspense fallback={<SkeletonLines label="object" />}>
                <RelatedPreview id={id} />
              </Suspense>
            </Popover>
          </PopoverTrigger>
          <Button
            variant="quiet"
            icon="arrow-right"
            aria-label={`Open ${title}`}
            onPress={() => void navigation.go(objectRoute, { params: { objectID: id } })}
          />
        </>
      ) : null}
      {onRemove ? (
        <Button variant="quiet" icon="x" aria-label={`Remove ${title}`} onPress={onRemove} />
      ) : null}
    </div>
  )
}
