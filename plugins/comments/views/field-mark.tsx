import { countComments } from '@typecase/contract/comments'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { formatCount } from '@typecase/ui/count'

import { commentOnField } from '../commands/comments.ts'
import styles from './comments.module.css'

/** Shows that a field has comments, and opens them. */
export default function FieldMark({ field, object }: Slots['editor.field']) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const commands = useService(Commands)
  const { data } = useApiQuery(
    countComments,
    { query: { slug, object_id: object?.id ?? '' } },
    { enabled: object !== undefined },
  )
  const { id } = field
  const count = id === undefined ? 0 : (data?.by_field[id] ?? 0)
  if (count === 0 || id === undefined) return null
  return (
    <span className={styles.mark}>
      <Button
        variant="quiet"
        icon="message-square"
        onPress={() => void commands.run(refTo(commentOnField, { metafield_id: id }))}
      >
        {`${formatCount(count, 'comment')} on ${field.title}`}
      </Button>
    </span>
  )
}
