import { listPeople } from '@typecase/contract/people'
import { REVISIONS_PAGE_SIZE } from '@typecase/contract/object-revisions'
import type { ObjectType } from '@typecase/contract/object-types'
import { QueryView } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { Select } from '@typecase/ui/select'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Inspector, InspectorSection } from '@typecase/ui/split-layout'
import { useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { compareRoute } from '../routes.ts'
import styles from './compare.module.css'
import { RevisionList } from './revision-list.tsx'
import { type Only, useRevisions } from './use-revisions.ts'

interface RevisionSideProps {
  bucketSlug: string
  objectID: string
  objectType: ObjectType | undefined
  leftID: string | undefined
  rightID: string | undefined
  search: { view?: 'side' | 'inline' }
}

/** All revisions of the object. A click shows one on the left. */
export function RevisionSide(props: RevisionSideProps) {
  const { bucketSlug, objectID, objectType, leftID, rightID, search } = props
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const [only, setOnly] = useState<Only>('all')
  const [person, setPerson] = useState('')
  const [limit, setLimit] = useState(REVISIONS_PAGE_SIZE)
  const query = useRevisions(bucketSlug, objectID, {
    only,
    person,
    limit,
  })
  const { data, isFetching } = query
  const { data: all } = useApiQuery(listPeople, { query: { slug: bucketSlug } })
  return (
    <Inspector aria-label="Revisions">
      <InspectorSection title="Revisions" detail={data?.total}>
        <div className={styles.filters}>
          <SegmentedControl
            aria-label="Which revisions"
            segments={[
              { id: 'all', label: 'All' },
              { id: 'named', label: 'Named' },
              { id: 'published', label: 'Published' },
            ]}
            value={only}
            onChange={setOnly}
          />
          <Select
            aria-label="Person"
            isSmall
            options={[
              { id: '', label: 'Everyone' },
              ...(all?.people ?? []).map(({ id }) => ({ id, label: people.name(id) })),
            ]}
            value={person}
            onChange={(id) => setPerson(id ?? '')}
          />
        </div>
        <QueryView
          isSmall
          query={query}
          what="revisions"
          loading={<SkeletonLines label="revisions" count={5} />}
        >
          {(data) =>
            data.revisions.length === 0 ? (
              <p className={styles.empty}>No matching revisions.</p>
            ) : (
              <RevisionList
                revisions={data.revisions}
                type={objectType}
                people={people}
                hrefOf={({ id }) =>
                  href(compareRoute, {
                    params: { bucketSlug, objectID },
                    search: {
                      ...(search.view && { view: search.view }),
                      left: id,
                      ...(rightID !== undefined && rightID !== id && { right: rightID }),
                    },
                  })
                }
                sideOf={({ id }) => (id === leftID ? 'A' : id === rightID ? 'B' : undefined)}
              />
            )
          }
        </QueryView>
        {data && data.total > data.revisions.length ? (
          <Button
            variant="quiet"
            isPending={isFetching}
            onPress={() => setLimit(limit + REVISIONS_PAGE_SIZE)}
          >
            {`Show more of ${formatNumber(data.total)}`}
          </Button>
        ) : null}
      </InspectorSection>
    </Inspector>
  )
}
