import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { Inspector } from '@typecase/ui/split-layout'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { closePeek } from '../commands.ts'
import { peekQuery, type PeekSource } from '../object/peek-query.ts'
import type { Perspective } from '../perspective.ts'
import { ObjectView } from './object-view.tsx'
import styles from './object-view.module.css'
import { QueryView } from './query-view.tsx'

interface PeekPanelProps {
  bucketSlug: string
  objectID: string
  source: PeekSource
  perspective: Perspective
  /** Actions for the object. */
  children: ReactNode
}

/** Renders an object next to its list. */
export function PeekPanel(props: PeekPanelProps) {
  const { bucketSlug, objectID, source, perspective, children } = props
  const query = useQuery({
    ...peekQuery(useServices(), bucketSlug, objectID, source, perspective),
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  const title = data && (data.object.title || 'Untitled')
  const announcer = useService(Announcer)
  const announce = useEffectEvent(() => announcer.say(`Peek at ${title}.`))
  const isLoaded = title !== undefined
  // Announces only the first object: for later ones, the screen reader reads the row that gets the focus.
  useEffect(() => {
    if (isLoaded) announce()
  }, [isLoaded])
  return (
    // The key resets the scroll position for another object.
    <Inspector key={data?.object.id} aria-label={title === undefined ? 'Peek' : `Peek at ${title}`}>
      <div className={styles.peek} data-peek>
        <div className={styles.head}>
          {children}
          <span className={styles.space} />
          <CommandButton command={closePeek} variant="quiet" isIconOnly />
        </div>
        <div data-busy={isPlaceholderData || undefined} className={styles.body}>
          <QueryView
            isSmall
            query={query}
            what="object"
            missing={
              <p className={styles.note}>
                {perspective.kind === 'drafts'
                  ? 'This object was deleted.'
                  : 'This object isn’t public here.'}
              </p>
            }
            loading={<SkeletonLines label="object" count={6} />}
          >
            {(loaded) => <ObjectView data={loaded} bucketSlug={bucketSlug} />}
          </QueryView>
        </div>
      </div>
    </Inspector>
  )
}
