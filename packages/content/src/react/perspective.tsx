import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Storage } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { useCallback, useMemo, useSyncExternalStore } from 'react'

import { viewAs, viewDrafts } from '../commands.ts'
import {
  type Perspective,
  perspectiveKey,
  perspectiveName,
  readPerspective,
} from '../perspective.ts'
import styles from './perspective.module.css'

/** Returns the perspective in which this browser shows a bucket. */
export function usePerspective(bucketSlug: string): Perspective {
  const storage = useService(Storage)
  const key = perspectiveKey(bucketSlug)
  const subscribe = useCallback(
    (listener: () => void) => storage.subscribe(key, listener),
    [storage, key],
  )
  // A snapshot as text is equal while the perspective is unchanged.
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(readPerspective(storage.get(key))),
  )
  return useMemo(() => readPerspective(JSON.parse(text)), [text])
}

/** Renders a note above a page that does not show drafts: what it shows, and a way back to drafts. */
export function PerspectiveNote({ bucketSlug }: { bucketSlug: string }) {
  const perspective = usePerspective(bucketSlug)
  return (
    <div role="status">
      {perspective.kind === 'drafts' ? null : (
        <div className={styles.note}>
          <Icon name="eye" />
          <strong>{perspectiveName(perspective)}</strong>
          <span className={styles.text}>{sentences[perspective.kind]}</span>
          <CommandButton command={viewAs} variant="quiet" isPlain>
            View as…
          </CommandButton>
          <CommandButton command={viewDrafts} isPlain>
            Back to drafts
          </CommandButton>
        </div>
      )}
    </div>
  )
}

const sentences = {
  published: 'You see what is public now. To edit, go back to drafts.',
  release: 'You see what is public after this release. To edit, go back to drafts.',
  date: 'You see what is public then, as planned. To edit, go back to drafts.',
}
