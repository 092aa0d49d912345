import { markReviewed } from '@typecase/content/commands'
import { usePeople } from '@typecase/content/react/people'
import { formatTimeAgo } from '@typecase/content/words/age'
import { fieldTitles } from '@typecase/contract/field-titles'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts, useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { Icon } from '@typecase/ui/icon'

import { showChanges } from '../commands.ts'
import '../record.ts'
import { describeWritten } from '../words.ts'
import styles from './review.module.css'
import { useUnreviewed } from './use-unreviewed.ts'

/** Shows above the fields what an assistant changed, until a user saves, publishes or reviews the object. */
export default function ReviewNote({ object, objectType }: Slots['editor.top']) {
  const people = usePeople(useFacts((facts) => facts['route.bucketSlug']))
  const changes = useUnreviewed(object)
  useProvideFacts({ 'assistants.revision': changes?.revision_id ?? undefined })
  const mark = object.unreviewed
  if (!mark || !changes) return null
  const titles = changes.fields.map(fieldTitles([objectType]))
  const words = describeWritten(mark, titles, people.within(mark.user_id))
  return (
    <div className={styles.note} role="status">
      <Icon name="sparkles" size={14} />
      <span className={styles.words}>{`${words} ${formatTimeAgo(mark.at)}.`}</span>
      <span className={styles.actions}>
        {changes.revision_id === null ? null : (
          <CommandButton command={showChanges} variant="quiet" isPlain>
            Show changes
          </CommandButton>
        )}
        <CommandButton command={markReviewed} isPlain />
      </span>
    </div>
  )
}
