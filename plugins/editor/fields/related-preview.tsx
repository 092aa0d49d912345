import { getBucket } from '@typecase/contract/buckets'
import { getObject } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { StatusBadge } from '@typecase/ui/status-badge'

import { cellText, isRelation, thumbnailUrl, valueAt } from '@typecase/content/object/cell-value'
import { listFields } from '@typecase/content/object/list-fields'
import { statusOf } from '@typecase/content/object/status'
import { useBucketSlug } from '../use-session.tsx'
import styles from './fields.module.css'

/** Number of fields shown: the first that have a value. */
const FIELDS = 6

/** Shows the values of a related object without leaving the form. */
export function RelatedPreview({ id }: { id: string }) {
  const slug = useBucketSlug()
  const bucket = useApiQuery(getBucket, { query: { slug } })
  const query = useApiQuery(getObject, {
    query: { slug, object_id: id },
  })
  const { data } = query
  if (hasFailed(query)) return <QueryFailure query={query} what="object" />
  if (!data) return <SkeletonLines label="object" />

  const { object } = data
  const type = bucket.data?.bucket.object_types.find((one) => one.slug === object.type)
  const { status, text } = statusOf(object)
  const thumbnail = thumbnailUrl(object.thumbnail)
  const facts = listFields(type ? [type] : [])
    .filter((field) => field.metafield && !isRelation(field))
    .map((field) => ({
      key: field.path,
      title: field.title,
      text: cellText(valueAt(object, field.path), field),
    }))
    .filter((fact) => fact.text !== '')
    .slice(0, FIELDS)
  return (
    <div className={styles.preview}>
      <div className={styles.inline}>
        {thumbnail ? <img src={thumbnail} alt="" width={26} height={26} /> : null}
        <strong className={styles.rowText}>{object.title}</strong>
        <StatusBadge status={status}>{text}</StatusBadge>
      </div>
      {facts.length > 0 ? (
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <div key={fact.key}>
              <dt>{fact.title}</dt>
              <dd>{fact.text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={styles.rowDetail}>All its fields are empty.</p>
      )}
    </div>
  )
}
