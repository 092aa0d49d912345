import type { Slots } from '@typecase/plugin-sdk/slot'
import { Icon } from '@typecase/ui/icon'

import { useUnreviewed } from './use-unreviewed.ts'
import styles from './review.module.css'

/** Marks a field that an assistant changed and no one has reviewed. */
export default function FieldMark({ path, object }: Slots['editor.field']) {
  const changes = useUnreviewed(object)
  if (!object?.unreviewed || !changes?.fields.includes(path)) return null
  return (
    <span className={styles.mark}>
      <Icon name="sparkles" size={12} />
      {`Changed by ${object.unreviewed.client}`}
    </span>
  )
}
