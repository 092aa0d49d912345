import { REVISIONS_AFTER_EDIT } from '@typecase/contract/object-revisions'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import { QueryView } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { InspectorSection } from '@typecase/ui/split-layout'

import { restorePrevious, showRevisions } from '../commands/revisions.ts'
import { compareRoute } from '../routes.ts'
import styles from './revisions-panel.module.css'
import { RevisionList } from './revision-list.tsx'
import { useRevisions } from './use-revisions.ts'

interface RevisionsPanelProps {
  object: CmsObject
  objectType: ObjectType
}

/** The latest earlier states of the open object. */
export default function RevisionsPanel({ object, objectType }: RevisionsPanelProps) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const filter = { only: 'all', person: '', limit: REVISIONS_AFTER_EDIT } as const
  const query = useRevisions(bucketSlug, object.id, filter)
  const { data } = query
  return (
    <InspectorSection title="Revisions" detail={data?.total || undefined}>
      <QueryView
        isSmall
        query={query}
        what="revisions"
        loading={<SkeletonLines label="revisions" count={3} />}
      >
        {(data) =>
          data.total === 0 ? (
            <p className={styles.note}>Earlier versions of this object will appear here.</p>
          ) : (
            <>
              <RevisionList
                revisions={data.revisions}
                type={objectType}
                people={people}
                hrefOf={({ id, is_current }) =>
                  href(compareRoute, {
                    params: { bucketSlug, objectID: object.id },
                    search: is_current ? {} : { left: id },
                  })
                }
              />
              <div className={styles.actions}>
                <CommandButton command={showRevisions} variant="quiet" />
                <CommandButton command={restorePrevious} variant="quiet" />
              </div>
            </>
          )
        }
      </QueryView>
    </InspectorSection>
  )
}
