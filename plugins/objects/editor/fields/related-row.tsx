import { useService } from '@typecase/plugin-sdk/react/services'
import type { NamedObject } from '@typecase/content/objects-by-id'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'

import { objectRoute } from '../../routes.ts'
import styles from './fields.module.css'

/** A chosen object: title, type, and ways to open it and to take it out. */
export function RelatedRow({
  id,
  object,
  isLoading,
  onRemove,
}: {
  id: string
  object: NamedObject | undefined
  isLoading: boolean
  onRemove: () => void
}) {
  const navigation = useService(Navigation)
  const title = object?.title ?? (isLoading ? 'Loading…' : 'Missing object')
  return (
    <div className={styles.row}>
      <span className={styles.rowText}>{title}</span>
      <span className={styles.rowDetail}>{object?.type ?? (isLoading ? '' : id)}</span>
      {object ? (
        <Button
          variant="quiet"
          icon="arrow-right"
          aria-label={`Open ${title}`}
          onPress={() => void navigation.go(objectRoute, { params: { objectID: id } })}
        />
      ) : null}
      <Button variant="quiet" icon="x" aria-label={`Remove ${title}`} onPress={onRemove} />
    </div>
  )
}
