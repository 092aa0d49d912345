import { QueryView } from '@typecase/content/react/query-view'
import { getBucket } from '@typecase/contract/buckets'
import { objectReferences } from '@typecase/contract/object-references'
import type { CmsObject } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { InspectorSection, LineItem } from '@typecase/ui/split-layout'
import { formatNumber } from '@typecase/ui/format'

import { objectRoute } from '@typecase/content/routes'
import { objectsRoute } from '../routes.ts'
import { describeUses, type UsesOfField, usesQuery } from './all-uses.ts'
import styles from './used-by.module.css'

/** Number of references that the inspector shows. The list shows all. */
const FIRST = 5

/** Shows the objects that refer to the open one. */
export default function UsedBy({ object }: { object: CmsObject }) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const { href } = useService(Navigation)
  const query = useApiQuery(objectReferences, {
    query: { slug: bucketSlug, object_id: object.id, limit: FIRST },
  })
  const { data } = query
  if (!data) {
    return (
      <InspectorSection title="Used by">
        <QueryView
          isSmall
          query={query}
          what="references"
          loading={<SkeletonLines label="what uses it" count={2} />}
        />
      </InspectorSection>
    )
  }
  const { references, total, by_field } = data
  return (
    <InspectorSection title="Used by" detail={total === 0 ? undefined : formatNumber(total)}>
      {total === 0 ? (
        <p className={styles.note}>Not used by other objects.</p>
      ) : (
        <ul aria-label="Used by" className={styles.list}>
          {references.map((reference) => (
            <li key={reference.object_id}>
              <LineItem detail={describeUses(reference)}>
                <Link
                  variant="quiet"
                  href={href(objectRoute, {
                    params: { bucketSlug, objectID: reference.object_id },
                  })}
                >
                  {reference.title || 'Untitled'}
                </Link>
              </LineItem>
            </li>
          ))}
        </ul>
      )}
      {total > references.length ? (
        <ShowAll uses={by_field} id={object.id} bucketSlug={bucketSlug} />
      ) : null}
    </InspectorSection>
  )
}

interface ShowAllProps {
  uses: readonly UsesOfField[]
  id: string
  bucketSlug: string
}

/** Links to the complete lists, one for each field of each type. */
function ShowAll({ uses, id, bucketSlug }: ShowAllProps) {
  const { href } = useService(Navigation)
  const { data } = useApiQuery(getBucket, { query: { slug: bucketSlug } })
  const titleOf = (slug: string) =>
    data?.bucket.object_types.find((type) => type.slug === slug)?.title ?? slug
  return (
    <ul aria-label="Show all" className={styles.all}>
      {uses.map((use) => (
        <li key={`${use.type} ${use.field}`}>
          <Link
            href={href(objectsRoute, {
              params: { bucketSlug },
              search: { query: usesQuery(use, id) },
            })}
          >
            {`Show all ${formatNumber(use.total)} in ${titleOf(use.type)} › ${use.label}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
